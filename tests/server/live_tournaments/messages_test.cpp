#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "proto/feature.h"
#include "server/base/utc_time.h"
#include "tests/e2e/wire.h"
#include "tests/server/live_tournaments/cup_on_server.h"
#include "tests/tools/paths.h"

// The messages of organisers: a restart, players that are there, and players that come later.

namespace rensa::live_tournaments {
namespace {

using e2e::Speech;
using e2e::Wire;
using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

// A connected session that keeps the texts of the messages that it is told.
class Reader {
 public:
  Reader(test::Server& server, const std::string& token, std::vector<std::string> features)
      : wire_(Speech::tcp, server.port(Speech::tcp)) {
    proto::Hello hello;
    hello.token = token;
    hello.features = std::move(features);
    wire_.send(hello);
    hear();
  }
  void say(const proto::ClientMessage& message) { wire_.send(message); }
  // Returns false if no message came for a long time.
  bool hear() {
    const auto message = wire_.next(e2e::Clock::now() + rensa::test::kTimeLimit);
    if (!message) return false;
    if (const auto* event = std::get_if<proto::TournamentEvent>(&*message)) {
      const json line = json::parse(event->event);
      EXPECT_EQ(line["n"], event->number);
      EXPECT_EQ(event->tournament, "cup");
      if (line["event"] == "message") texts.push_back(line["text"]);
    }
    has_pong_ = std::holds_alternative<proto::Pong>(*message);
    return true;
  }
  // Hears all that the server has sent so far.
  bool hear_all() {
    wire_.send(proto::Ping{});
    for (has_pong_ = false; !has_pong_;) {
      if (!hear()) return false;
    }
    return true;
  }
  bool hear_texts(std::size_t count) {
    while (texts.size() < count) {
      if (!hear()) return false;
    }
    return hear_all();
  }

  std::vector<std::string> texts;

 private:
  Wire wire_;
  bool has_pong_ = false;
};

class Messages : public test::CupOnServer {
 protected:
  Messages() {
    json players;
    for (const char* name : {"ann", "bob"}) players.push_back({{"name", name}, {"guest", true}});
    const json plan{{"name", "cup"}, {"players", players}, {"pairs", 1}};
    EXPECT_EQ(server_->start(plan.dump()), "cup");
  }
  // Waits until the message is on disk.
  void send(const std::string& text) {
    ASSERT_FALSE(server_->with([&](TournamentRegistry& all) { return all.send_message("cup", text, [] {}); }));
    ASSERT_TRUE(waits_for([&](const LiveTournament& run) {
      const auto& messages = run.saved_progress().newest_messages();
      return !messages.empty() && messages.back().message->text == text;
    }));
  }
  Reader player(const std::string& name, std::vector<std::string> features = {"messages"}) {
    return {*server_, server_->token_of(name), std::move(features)};
  }
};

TEST_F(Messages, ReachThePlayersThatAskForThem) {
  Reader ann = player("ann");
  Reader zoe = player("zoe");
  Reader bob = player("bob", {"arranged:1"});
  send("We begin at 10:00");
  send("in the large hall");
  EXPECT_TRUE(ann.hear_texts(2));
  EXPECT_THAT(ann.texts, ElementsAre("We begin at 10:00", "in the large hall"));
  EXPECT_TRUE(zoe.hear_all());
  EXPECT_THAT(zoe.texts, IsEmpty()) << "it is no player of the tournament";
  EXPECT_TRUE(bob.hear_all());
  EXPECT_THAT(bob.texts, IsEmpty()) << "its program does not know them";
}

TEST_F(Messages, AreToldOnceToAPlayerThatFollowsTheTournament) {
  Reader ann = player("ann");
  ann.say(proto::Follow{.tournament = "cup", .from = 0});
  ASSERT_TRUE(ann.hear_all());
  send("We begin at 10:00");
  EXPECT_TRUE(ann.hear_texts(1));
  ann.say(proto::Unfollow{.tournament = "cup"});
  ASSERT_TRUE(ann.hear_all());
  send("in the large hall");
  EXPECT_TRUE(ann.hear_texts(2));
  EXPECT_THAT(ann.texts, ElementsAre("We begin at 10:00", "in the large hall"));
}

TEST_F(Messages, ReachPlayersThatComeLaterAndOutliveTheServer) {
  for (const char* text : {"one", "two", "three", "four"}) send(text);
  Reader ann = player("ann");
  EXPECT_TRUE(ann.hear_texts(3));
  EXPECT_THAT(ann.texts, ElementsAre("two", "three", "four")) << "the newest ones";
  start_server_again();
  Reader bob = player("bob");
  EXPECT_TRUE(bob.hear_texts(3));
  EXPECT_THAT(bob.texts, ElementsAre("two", "three", "four"));
  send("five");
  EXPECT_TRUE(bob.hear_texts(4));
  EXPECT_EQ(server_->with([](TournamentRegistry& all) {
    return all.find("cup")->saved_progress().newest_messages().back().number;
  }),
            5U);
}

TEST_F(Messages, AreManyAgainAfterAWhile) {
  const auto begin = *base::parse_utc("2026-12-24T18:00:00Z");
  server_->set_wall_time(begin);
  for (int i = 0; i < 10; ++i) send("message " + std::to_string(i));
  const auto refusal = [this] {
    return server_->with([](TournamentRegistry& all) { return all.send_message("cup", "more", [] {}); });
  };
  ASSERT_TRUE(refusal());
  EXPECT_EQ(refusal()->kind, Refusal::Kind::too_often);
  EXPECT_EQ(refusal()->text, "it was told too much in a short time: try again in 600 seconds");
  server_->set_wall_time(begin + std::chrono::seconds(599));
  EXPECT_EQ(refusal()->text, "it was told too much in a short time: try again in 1 seconds");
  server_->set_wall_time(begin - std::chrono::hours(1));
  EXPECT_FALSE(refusal()) << "the clock was put right";
}

}  // namespace
}  // namespace rensa::live_tournaments
