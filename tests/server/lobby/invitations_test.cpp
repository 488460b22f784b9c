#include "server/lobby/invitations.h"

#include <gtest/gtest.h>

#include "tests/server/lobby/test_lobby.h"

namespace rensa::lobby {
namespace {

using namespace std::chrono_literals;
using proto::Clock;
using tests::terms_of;
using tests::TestLobby;

constexpr base::Time kNow{1h};

Invitation from(const std::string& client_id) {
  return {.from = base::PlayerId{.number = 1}, .terms = {}, .subscription = {}, .client_id = client_id};
}

TEST(Invitations, AnInvitationWithoutHostStaysUntilItExpires) {
  Invitations invitations(2);
  invitations.put("code", from("phone"));
  EXPECT_FALSE(invitations.is_hostless("code"));
  invitations.keep_without_host("code", "ann", kNow + 60s);
  EXPECT_TRUE(invitations.is_hostless("code"));
  invitations.remove_expired(kNow + 59s);
  EXPECT_TRUE(invitations.is_hostless("code"));
  invitations.remove_expired(kNow + 60s);
  EXPECT_FALSE(invitations.find("code"));
}

TEST(Invitations, AReclaimedInvitationDoesNotExpire) {
  Invitations invitations(2);
  invitations.put("code", from("phone"));
  invitations.keep_without_host("code", "ann", kNow);
  invitations.put("code", from("phone"));
  EXPECT_FALSE(invitations.is_hostless("code"));
  invitations.remove_expired(kNow + 1h);
  EXPECT_TRUE(invitations.find("code"));
}

TEST(Invitations, WithoutAClientIdNoInvitationIsKept) {
  Invitations invitations(2);
  invitations.put("code", from(""));
  invitations.keep_without_host("code", "ann", kNow + 60s);
  EXPECT_FALSE(invitations.find("code"));
}

TEST(Invitations, ABudgetHasAMaximumOfInvitationsWithoutHost) {
  Invitations invitations(2);
  for (const char* code : {"1", "2", "3", "4"}) invitations.put(code, from("phone"));
  for (const char* code : {"1", "2", "3"}) invitations.keep_without_host(code, "ann", kNow + 60s);
  EXPECT_TRUE(invitations.is_hostless("2"));
  EXPECT_FALSE(invitations.find("3"));
  invitations.keep_without_host("4", "bob", kNow + 60s);
  EXPECT_TRUE(invitations.is_hostless("4")) << "others have their own share";
  // An invitation that ends in any way makes room again.
  invitations.put("1", from("phone"));
  invitations.remove("2");
  for (const char* code : {"5", "6", "7"}) {
    invitations.put(code, from("phone"));
    invitations.keep_without_host(code, "ann", kNow + 60s);
  }
  EXPECT_TRUE(invitations.is_hostless("6"));
  EXPECT_FALSE(invitations.find("7"));
  invitations.remove_expired(kNow + 60s);
  invitations.put("8", from("phone"));
  invitations.keep_without_host("8", "ann", kNow + 120s);
  EXPECT_TRUE(invitations.is_hostless("8"));
}

// A host in the lobby that loses its connection.
class LostHost : public testing::Test {
 protected:
  proto::Invite invite(const std::string& earlier, const std::string& client_id) {
    return {.terms = terms_of(Clock::real, 3), .subscription = {}, .code = earlier, .client_id = client_id};
  }
  std::string code_for(base::PlayerId player, const proto::Invite& wanted) {
    server.take(player);
    server.say(player, wanted);
    const auto invited = server.last<proto::Invited>(player);
    return invited ? invited->code : "";
  }
  std::optional<proto::ErrorCode> answer_to_join(const std::string& joined) {
    server.take(ann);
    server.say(ann, proto::Join{joined, {}});
    const auto error = server.last<proto::Error>(ann);
    return error ? std::optional(error->code) : std::nullopt;
  }

  TestLobby server;
  base::PlayerId ann = server.enter("ann");
  base::PlayerId host = server.enter("host");
  std::string code = code_for(host, invite("", "phone"));
};

TEST_F(LostHost, CanTakeBackItsInvitation) {
  server.lobby.leave(host, server.now);
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::away);
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::away) << "the invitation is still open";
  server.now += 59s;
  const base::PlayerId back = server.enter("host");
  EXPECT_EQ(code_for(back, invite(code, "phone")), code);
  server.now += 59s;
  EXPECT_FALSE(answer_to_join(code));
  ASSERT_TRUE(server.last<proto::MatchStart>(back));
  EXPECT_EQ(server.last<proto::MatchStart>(back)->players, (std::array<std::string, 2>{"host", "ann"}));
  EXPECT_EQ(server.last<proto::MatchStart>(back)->terms, terms_of(Clock::real, 3));
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::unknown_challenge);
}

TEST_F(LostHost, GetsANewInvitationAfterTheGracePeriod) {
  server.lobby.leave(host, server.now);
  server.now += 61s;
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::unknown_challenge);
  const std::string other = code_for(server.enter("host"), invite(code, "phone"));
  EXPECT_NE(other, "");
  EXPECT_NE(other, code);
}

TEST_F(LostHost, LosesItsInvitationToNoOtherClientWithTheCode) {
  server.lobby.leave(host, server.now);
  for (const std::string client_id : {"", "ann's"}) {
    const base::PlayerId eve = server.enter("eve");
    EXPECT_NE(code_for(eve, invite(code, client_id)), code);
  }
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::away);
}

TEST_F(LostHost, CanTakeItsInvitationFromItsOldConnection) {
  const base::PlayerId back = server.enter("host");
  EXPECT_EQ(code_for(back, invite(code, "phone")), code);
  server.say(host, proto::Leave{});
  server.lobby.leave(host, server.now);
  EXPECT_FALSE(answer_to_join(code));
  EXPECT_TRUE(server.last<proto::MatchStart>(back));
  EXPECT_FALSE(server.last<proto::MatchStart>(host));
}

TEST_F(LostHost, GivesUpItsOtherInvitationWhenItTakesOneBack) {
  server.lobby.leave(host, server.now);
  const base::PlayerId back = server.enter("host");
  const std::string other = code_for(back, invite("", "phone"));
  EXPECT_EQ(code_for(back, invite(code, "phone")), code);
  EXPECT_EQ(answer_to_join(other), proto::ErrorCode::unknown_challenge);
  EXPECT_EQ(code_for(back, invite(code, "phone")), code) << "again";
  server.say(back, proto::Leave{});
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::unknown_challenge);
}

// A lobby that has just been restarted. Its codes name the client that made the invitation.
class RestartedLobby : public testing::Test {
 protected:
  struct Output final : TestLobby {
    bool is_invitation_code_of(const std::string& code, const std::string& client_id) const override {
      return !client_id.empty() && code == "code of " + client_id;
    }
  };
  RestartedLobby() { server.lobby.requests().expect_returning_hosts(server.now + 60s); }

  std::string code_for(const std::string& code, const std::string& client_id) {
    const base::PlayerId host = server.enter("host");
    server.say(host, proto::Invite{
                         .terms = terms_of(Clock::real, 3), .subscription = {}, .code = code, .client_id = client_id});
    const auto invited = server.last<proto::Invited>(host);
    return invited ? invited->code : "";
  }
  std::optional<proto::ErrorCode> answer_to_join(const std::string& code) {
    const base::PlayerId ann = server.enter("ann");
    server.say(ann, proto::Join{code, {}});
    const auto error = server.last<proto::Error>(ann);
    return error ? std::optional(error->code) : std::nullopt;
  }

  Output server;
};

TEST_F(RestartedLobby, AHostTakesItsInvitationBack) {
  EXPECT_EQ(answer_to_join("code of phone"), proto::ErrorCode::away);
  server.now += 59s;
  EXPECT_EQ(code_for("code of phone", "phone"), "code of phone");
  server.now += 59s;
  EXPECT_FALSE(answer_to_join("code of phone"));
}

TEST_F(RestartedLobby, NoOtherClientTakesTheInvitation) {
  for (const char* client_id : {"", "tablet"}) EXPECT_NE(code_for("code of phone", client_id), "code of phone");
  EXPECT_EQ(code_for("code of phone", "phone"), "code of phone");
  EXPECT_NE(code_for("code of phone", "tablet"), "code of phone");
}

TEST_F(RestartedLobby, DoesNotWaitForHostsAfterTheGrace) {
  server.now += 60s;
  EXPECT_EQ(answer_to_join("code of phone"), proto::ErrorCode::unknown_challenge);
  const std::string code = code_for("code of phone", "phone");
  EXPECT_NE(code, "");
  EXPECT_NE(code, "code of phone");
}

TEST_F(LostHost, LosesItsInvitationWhenTheServerStops) {
  server.lobby.leave(host, server.now);
  server.lobby.drain(server.now + std::chrono::seconds(1), server.now);
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::unknown_challenge);
}

}  // namespace
}  // namespace rensa::lobby
