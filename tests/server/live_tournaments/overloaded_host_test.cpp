#include <array>
#include <fstream>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/base/atomic_file.h"
#include "tests/e2e/wire.h"
#include "tests/server/live_tournaments/cup_on_server.h"
#include "tests/tools/paths.h"

// Programs and guests that fail while their machine is overloaded.

namespace rensa::live_tournaments {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class OverloadedHost : public test::CupOnServer {
 protected:
  std::string journal() const { return base::read_text_file(storage::journal_file_in(run())); }
};

TEST_F(OverloadedHost, AProgramThatEndsBeforeItsMatchLosesAllTheSame) {
  const std::string sign = (folder_ / "end").string();
  const std::vector<std::string> waiting{"/bin/sh", "-c", "while ! test -e " + sign + "; do sleep 0.05; done; exit 3"};
  const json players{{{"name", "ann"}, {"exec", waiting}}, {{"name", "bob"}, {"exec", waiting}}};
  const json plan{{"name", "cup"}, {"players", players}, {"pairs", 1}, {"audit", 0}, {"bench_after", 0}};
  ASSERT_EQ(server_->start(plan.dump()), "cup");
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.games_running() == 2; }));
  server_->add_overload();
  std::ofstream(sign) << "now";
  ASSERT_TRUE(is_over_soon());
  EXPECT_THAT(journal(), HasSubstr("crashed"));
  EXPECT_THAT(journal(), Not(HasSubstr("voided")));
}

// No match has played it, which would list it.
TEST_F(OverloadedHost, AGameThatIsLostBeforeItsMatchIsListed) {
  const json players{{{"name", "ann"}, {"exec", {"/bin/sh", "-c", "exit 3"}}},
                     {{"name", "bob"}, {"exec", {tests::program_path("host_player"), "honest"}}}};
  const json plan{{"name", "cup"}, {"players", players}, {"pairs", 1}, {"audit", 0}, {"bench_after", 1}};
  ASSERT_EQ(server_->start(plan.dump()), "cup");
  ASSERT_TRUE(is_over_soon());
  const std::vector<TournamentResults> results = server_->results_to_list();
  ASSERT_FALSE(results.empty());
  EXPECT_THAT(results[0].games, testing::SizeIs(1));
  EXPECT_TRUE(results[0].are_new);
}

// A client that only listens.
class Listener {
 public:
  Listener(const test::Server& server, const proto::Hello& hello)
      : wire_(e2e::Speech::tcp, server.port(e2e::Speech::tcp)) {
    wire_.send(hello);
  }

  void say(const proto::ClientMessage& message) { wire_.send(message); }
  // Returns the next message of this kind; nullopt if none came for a long time.
  template <typename Message>
  std::optional<Message> hear() {
    while (const auto message = wire_.next(e2e::Clock::now() + rensa::test::kTimeLimit)) {
      if (const auto* wanted = std::get_if<Message>(&*message)) return *wanted;
    }
    return std::nullopt;
  }

 private:
  e2e::Wire wire_;
};

// A guest that answers no question of its games.
class SilentGuest : public Listener {
 public:
  SilentGuest(const test::Server& server, const std::string& token) : Listener(server, hello(token)) {
    if (const auto start = hear<proto::GameStart>()) match_ = start->match;
  }

  // The match that has begun; 0: none has.
  proto::MatchId match() const { return match_; }

 private:
  static proto::Hello hello(const std::string& token) {
    proto::Hello hello;
    hello.token = token;
    hello.features = {"arranged:1"};
    return hello;
  }

  proto::MatchId match_{};
};

// Sees the match from its present game on.
class Spectator : public Listener {
 public:
  Spectator(const test::Server& server, proto::MatchId match) : Listener(server, {}) {
    say(proto::Watch{.match = match});
    EXPECT_TRUE(hear<proto::MatchStart>());
  }
};

// A game of a silent guest and a program.
class OverloadedHostOfALateGuest : public OverloadedHost {
 protected:
  void start() {
    const json bob{{"name", "bob"}, {"exec", {tests::program_path("host_player"), "honest"}}};
    const json plan{{"name", "cup"},      {"players", {{{"name", "ann"}, {"guest", true}}, bob}},
                    {"pairs", 1},         {"audit", 0},
                    {"think_seconds", 1}, {"first_think_seconds", 1},
                    {"missed", 1}};
    ASSERT_EQ(server_->start(plan.dump()), "cup");
    ann_.emplace(*server_, server_->token_of("ann"));
    ASSERT_NE(ann_->match(), proto::MatchId{});
  }

  std::optional<SilentGuest> ann_;
};

// It must not look like a result, which would be withdrawn.
TEST_F(OverloadedHostOfALateGuest, AVoidGameIsAnnouncedWithoutAWinner) {
  ASSERT_NO_FATAL_FAILURE(start());
  Spectator spectator(*server_, ann_->match());
  server_->add_overload();
  for (const auto& end : {ann_->hear<proto::GameEnd>(), spectator.hear<proto::GameEnd>()}) {
    ASSERT_TRUE(end);
    EXPECT_EQ(end->outcome.cause, duel::Cause::voided);
    EXPECT_FALSE(end->outcome.winner);
  }
  for (const auto& end : {ann_->hear<proto::MatchEnd>(), spectator.hear<proto::MatchEnd>()}) {
    ASSERT_TRUE(end);
    EXPECT_EQ(end->cause, duel::Cause::voided);
    EXPECT_FALSE(end->winner);
    EXPECT_EQ(end->wins, (std::array{0, 0}));
  }
}

TEST_F(OverloadedHostOfALateGuest, ALossByTimeWithoutAnOverloadIsAnnouncedWithItsSeed) {
  ASSERT_NO_FATAL_FAILURE(start());
  const auto end = ann_->hear<proto::GameEnd>();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->outcome.cause, duel::Cause::time);
  EXPECT_TRUE(end->outcome.winner);
  EXPECT_THAT(end->seed, Not(IsEmpty()));
}

// Otherwise its players would know the pairs of the next attempt.
TEST_F(OverloadedHostOfALateGuest, TheSeedOfAVoidGameIsNotTold) {
  ASSERT_NO_FATAL_FAILURE(start());
  server_->add_overload();
  const auto end = ann_->hear<proto::GameEnd>();
  ASSERT_TRUE(end);
  EXPECT_TRUE(waits_for([](const LiveTournament& run) { return run.progress().games_voided() == 1; }));
  EXPECT_THAT(end->seed, IsEmpty());
  EXPECT_THAT(end->nonce, IsEmpty());
}

}  // namespace
}  // namespace rensa::live_tournaments
