#include "server/sessions/session_protocol.h"

#include <gtest/gtest.h>

namespace rensa::sessions {
namespace {

// Admits every name except "nobody", and decides later about "later".
class OpenPolicy final : public AdmissionPolicy {
 public:
  std::optional<Admission> admit(const proto::Hello& hello) override {
    if (hello.name == "later") return std::nullopt;
    if (hello.name != "nobody") return Admission{.name = hello.name, .refusal = std::nullopt};
    return refusal();
  }
  static Admission refusal() {
    return {.name = "", .refusal = proto::Error{proto::ErrorCode::name, "taken", std::nullopt, 0}};
  }
};

// One message of each kind, in the order of the variant.
std::vector<proto::ClientMessage> one_of_each() {
  return {proto::Hello{},   proto::ListLobby{}, proto::QuickMatch{}, proto::Challenge{}, proto::Accept{},
          proto::Decline{}, proto::Leave{},     proto::Watch{},      proto::Unwatch{},   proto::Decide{},
          proto::Resume{},  proto::Ping{},      proto::Follow{},     proto::Unfollow{},  proto::Invite{},
          proto::Join{},    proto::Advice{}};
}

bool is_error(const SessionReaction& reaction, proto::ErrorCode code) {
  if (reaction.answers.size() != 1) return false;
  const auto* error = std::get_if<proto::Error>(&reaction.answers[0]);
  return error != nullptr && error->code == code && !error->text.empty();
}

class SessionTest : public testing::Test {
 protected:
  OpenPolicy policy;
  SessionProtocol session{{}, policy};

  void enter() { session.receive(proto::Hello{}); }
  void leave() { session.receive_bytes("\xFF", proto::Encoding::binary); }
};

proto::Hello hello_named(const std::string& name) {
  proto::Hello hello;
  hello.name = name;
  return hello;
}

// Handles every message that came before the decision; returns the requests for the lobby.
std::size_t requests_of_early_messages(SessionProtocol& session) {
  std::size_t requests = 0;
  while (const auto early = session.take_early_message()) {
    if (session.receive(*early).request) ++requests;
  }
  return requests;
}

TEST_F(SessionTest, EveryMessageBeforeTheDecisionWaitsForIt) {
  const SessionReaction hello = session.receive(hello_named("later"));
  EXPECT_TRUE(hello.answers.empty());
  EXPECT_FALSE(hello.entered_name);
  for (const proto::ClientMessage& message : one_of_each()) {
    const SessionReaction reaction = session.receive(message);
    EXPECT_TRUE(reaction.answers.empty());
    EXPECT_FALSE(reaction.request);
  }
  const SessionReaction decided = session.decide({.name = "ann", .refusal = std::nullopt});
  EXPECT_EQ(decided.entered_name, "ann");
  EXPECT_TRUE(std::holds_alternative<proto::Welcome>(decided.answers.at(0)));
  EXPECT_EQ(requests_of_early_messages(session), one_of_each().size() - 2) << "all but Hello and Ping";
}

TEST_F(SessionTest, AfterARefusalTheEarlyMessagesAreDropped) {
  session.receive(hello_named("later"));
  session.receive(proto::ListLobby{});
  const SessionReaction decided = session.decide(OpenPolicy::refusal());
  EXPECT_TRUE(is_error(decided, proto::ErrorCode::name));
  EXPECT_TRUE(decided.close);
  EXPECT_EQ(requests_of_early_messages(session), 0U);
}

TEST_F(SessionTest, TheEarlyMessagesAreLimited) {
  SessionProtocol limited({.early_messages = 2}, policy);
  limited.receive(hello_named("later"));
  limited.receive(proto::Ping{});
  limited.receive(proto::Ping{});
  const SessionReaction reaction = limited.receive(proto::Ping{});
  EXPECT_TRUE(is_error(reaction, proto::ErrorCode::rate));
  EXPECT_TRUE(reaction.close);
}

TEST_F(SessionTest, TheRoundTripOfAPingIsPassedOn) {
  const proto::Ping ping{.nonce = 7, .round_trip = 40};
  EXPECT_FALSE(session.receive(ping).request) << "the session has not entered";
  enter();
  const SessionReaction reaction = session.receive(ping);
  EXPECT_EQ(std::get<proto::Pong>(reaction.answers.at(0)).nonce, 7U);
  ASSERT_TRUE(reaction.request);
  EXPECT_EQ(std::get<proto::Ping>(*reaction.request), ping);
}

TEST_F(SessionTest, TheListOfMessagesIsComplete) {
  const auto messages = one_of_each();
  ASSERT_EQ(messages.size(), std::variant_size_v<proto::ClientMessage>);
  for (std::size_t i = 0; i < messages.size(); ++i) EXPECT_EQ(messages[i].index(), i);
}

TEST_F(SessionTest, BeforeHelloEverythingButHelloAndPingIsAnError) {
  for (const proto::ClientMessage& message : one_of_each()) {
    SessionProtocol fresh({}, policy);
    const SessionReaction reaction = fresh.receive(message);
    EXPECT_FALSE(reaction.request);
    if (std::holds_alternative<proto::Hello>(message)) {
      EXPECT_TRUE(reaction.entered_name);
      EXPECT_TRUE(std::holds_alternative<proto::Welcome>(reaction.answers.at(0)));
    } else if (std::holds_alternative<proto::Ping>(message)) {
      EXPECT_TRUE(std::holds_alternative<proto::Pong>(reaction.answers.at(0)));
    } else {
      EXPECT_TRUE(is_error(reaction, proto::ErrorCode::unexpected)) << message.index();
      EXPECT_FALSE(reaction.close);
    }
  }
}

TEST_F(SessionTest, AfterHelloEverythingElseIsPassedOn) {
  for (const proto::ClientMessage& message : one_of_each()) {
    SessionProtocol present({}, policy);
    present.receive(proto::Hello{});
    const SessionReaction reaction = present.receive(message);
    if (std::holds_alternative<proto::Hello>(message)) {
      EXPECT_TRUE(is_error(reaction, proto::ErrorCode::unexpected));
      EXPECT_FALSE(reaction.request);
    } else if (std::holds_alternative<proto::Ping>(message)) {
      EXPECT_TRUE(std::holds_alternative<proto::Pong>(reaction.answers.at(0)));
      EXPECT_FALSE(reaction.request);
    } else {
      ASSERT_TRUE(reaction.request) << message.index();
      EXPECT_EQ(reaction.request->index(), message.index());
      EXPECT_TRUE(reaction.answers.empty());
    }
  }
}

TEST_F(SessionTest, AClosingSessionIgnoresMessages) {
  leave();
  for (const proto::ClientMessage& message : one_of_each()) {
    const SessionReaction reaction = session.receive(message);
    EXPECT_TRUE(reaction.answers.empty());
    EXPECT_FALSE(reaction.request);
    EXPECT_FALSE(reaction.entered_name);
    EXPECT_FALSE(reaction.close);
  }
}

TEST_F(SessionTest, InvalidBytesEndTheSession) {
  enter();
  const SessionReaction reaction = session.receive_bytes("\x01\x02garbage", proto::Encoding::binary);
  EXPECT_TRUE(is_error(reaction, proto::ErrorCode::malformed));
  EXPECT_TRUE(reaction.close);
}

TEST_F(SessionTest, AnUnsupportedVersionIsRefused) {
  proto::Hello hello;
  hello.version_min = proto::kVersion + 1;
  hello.version_max = proto::kVersion + 5;
  const SessionReaction reaction = session.receive(hello);
  EXPECT_TRUE(is_error(reaction, proto::ErrorCode::version));
  EXPECT_TRUE(reaction.close);
}

TEST_F(SessionTest, ARefusalNamesItsReason) {
  proto::Hello hello;
  hello.name = "nobody";
  const SessionReaction reaction = session.receive(hello);
  EXPECT_TRUE(is_error(reaction, proto::ErrorCode::name));
  EXPECT_TRUE(reaction.close);
  EXPECT_FALSE(reaction.entered_name);
}

TEST_F(SessionTest, RepeatedViolationsCloseTheSession) {
  for (int i = 0; i < 7; ++i) EXPECT_FALSE(session.receive(proto::ListLobby{}).close);
  EXPECT_TRUE(session.receive(proto::ListLobby{}).close);
}

TEST_F(SessionTest, AValidMessageResetsTheViolations) {
  enter();
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(session.receive(proto::Hello{}).close);
    session.receive(proto::ListLobby{});
  }
}

}  // namespace
}  // namespace rensa::sessions
