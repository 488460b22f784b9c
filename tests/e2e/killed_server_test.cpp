#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

#include "clients/worker/play.h"
#include "engine/players/choices.h"
#include "tests/e2e/server.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/seed.h"

// Kills a server again and again while games of all clocks are played on it by clients that come back. Every game goes
// on, and none is lost or stored twice.

namespace rensa::e2e {
namespace {

using namespace std::chrono_literals;

// What the clients of a test have seen.
struct Seen {
  std::mutex mutex;
  std::set<std::uint64_t> matches;  // in which a game began
  std::atomic<int> choices = 0;
  std::atomic<int> finished_clients = 0;
  std::vector<session::MatchReport> ended;
};

// Drops most pairs into one column, so that its games are short, and takes a moment for each choice.
class ShortGames final : public worker::Brain {
 public:
  ShortGames(Seen& seen, base::Span pause) : seen_(seen), pause_(pause) {}

  rules::Placement choose(const duel::View& view, const limits::StopFlag&) override {
    ++seen_.choices;
    std::this_thread::sleep_for(pause_);
    const std::uint32_t possible = players::possible_placements(view);
    const int column = view.own.hand % 5 == 0 ? 1 : 3;
    for (const bool any : {false, true}) {
      for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
        if ((possible >> i & 1U) != 0 && (any || rules::kPlacements[i].x == column)) return rules::kPlacements[i];
      }
    }
    return rules::kPlacements[0];
  }

 private:
  Seen& seen_;
  base::Span pause_;
};

struct Kind {
  proto::Terms terms;
  int matches = 1;
};

Kind kind_of(proto::Clock clock, int matches, int games) {
  Kind kind{.terms = {}, .matches = matches};
  kind.terms.clock = clock;
  kind.terms.ruleset = clock == proto::Clock::turns ? "jaist-1" : "tsu-1";
  kind.terms.games = games;
  return kind;
}

// A client on a thread of its own, until it has played its matches or the test ends.
class Client {
 public:
  Client(const std::string& socket, const Kind& kind, Seen& seen) {
    options_.server = "unix:" + socket;
    options_.terms = kind.terms;
    options_.matches = kind.matches;
    options_.backoff = {.base = 1ms, .most = 20ms};
    options_.patience = options_.ping_after = options_.farewell = test::kTimeLimit;
    options_.stop_descriptor = stop_;
    options_.match_ended = [&seen](const session::MatchReport& report) {
      const std::lock_guard lock(seen.mutex);
      seen.ended.push_back(report);
    };
    const base::Span pause = kind.terms.clock == proto::Clock::real ? 0ms : 2ms;
    thread_ = std::jthread([this, &seen, pause] {
      report_ = worker::play(options_, [&seen, pause](const worker::GameInfo& game) {
        const std::lock_guard lock(seen.mutex);
        seen.matches.insert(static_cast<std::uint64_t>(game.match));
        return std::make_unique<ShortGames>(seen, pause);
      });
      ++seen.finished_clients;
    });
  }
  ~Client() {
    stop();
    thread_ = {};
    close(stop_);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void stop() { eventfd_write(stop_, 1); }
  // Precondition: the client has finished.
  const worker::PlayReport& report() const { return report_; }

 private:
  const int stop_ = eventfd(0, EFD_CLOEXEC);
  worker::PlayOptions options_;
  worker::PlayReport report_;
  std::jthread thread_;
};

class KilledServer : public testing::Test {
 protected:
  std::unique_ptr<Server> serve() const {
    return std::make_unique<Server>(scratch_, Words{"--worker-socket", scratch_.file("workers")});
  }

  void expect_all_games_stored(const Server& server, const Seen& seen) const {
    for (const std::uint64_t match : seen.matches) {
      SCOPED_TRACE("match " + std::to_string(match));
      const Json answer = server.get_json("/api/v1/matches/" + std::to_string(match));
      const Json& games = answer["games"];
      std::set<int> numbers;
      for (const Json& game : games) {
        EXPECT_TRUE(numbers.insert(game["game"].get<int>()).second) << "stored twice";
        EXPECT_NE(game["cause"], "disconnected");
        EXPECT_NE(game["cause"], "voided");
        EXPECT_TRUE(has_sound_record(server, game["record"].get<std::uint64_t>())) << game;
      }
      const auto report = std::find_if(seen.ended.begin(), seen.ended.end(), [match](const auto& ended) {
        return static_cast<std::uint64_t>(ended.seat.match) == match;
      });
      ASSERT_NE(report, seen.ended.end());
      EXPECT_EQ(numbers.size(), static_cast<std::size_t>(report->terms.games)) << answer;
    }
  }

  const TemporaryFolder scratch_;
};

TEST_F(KilledServer, GamesOfAllClocksGoOnAndNoneIsLostOrStoredTwice) {
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  const int most_kills = tests::cases(8, 1'000);
  int kills = 0;
  for (int round = 0; round < tests::cases(1, 100) && kills < most_kills; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    std::unique_ptr<Server> server = serve();
    Seen seen;
    std::vector<std::unique_ptr<Client>> clients;
    for (const Kind& kind : {kind_of(proto::Clock::real, 1, 1), kind_of(proto::Clock::virtual_time, 20, 2),
                             kind_of(proto::Clock::turns, 20, 2)}) {
      for (int seat = 0; seat < 2; ++seat) {
        clients.push_back(std::make_unique<Client>(scratch_.file("workers"), kind, seen));
      }
    }
    const int all = static_cast<int>(clients.size());
    for (int of_round = 0; of_round < 12 && kills < most_kills; ++of_round) {
      const int wanted = seen.choices + std::uniform_int_distribution(1, 60)(chance);
      ASSERT_TRUE(becomes_true([&] { return seen.choices >= wanted || seen.finished_clients == all; }));
      if (seen.finished_clients == all) break;
      server->process().signal(SIGKILL);
      server->process().wait();
      server = serve();
      ++kills;
    }
    ASSERT_TRUE(becomes_true([&] { return seen.finished_clients == all; }))
        << read_text_file(scratch_.file("server.log"));
    for (const auto& client : clients) {
      EXPECT_EQ(client->report().why_failed, "");
    }
    for (const session::MatchReport& report : seen.ended) EXPECT_EQ(report.cause, std::nullopt);
    expect_all_games_stored(*server, seen);
    EXPECT_TRUE(server->get_json("/api/v1/matches")["matches"].empty());
    server->process().signal(SIGTERM);
    EXPECT_EQ(server->process().wait(), 0);
    if (HasFailure()) {
      std::cout << read_text_file(scratch_.file("server.log"));
      return;
    }
  }
  EXPECT_GT(kills, 0);
  EXPECT_THAT(read_text_file(scratch_.file("server.log")), testing::ContainsRegex("matches_restored restored=[1-9]"));
}

// The first thing that a player hears of a match is on disk.
TEST_F(KilledServer, AMatchThatAPlayerHasHeardOfIsNeverLost) {
  for (int round = 0; round < tests::cases(10, 500); ++round) {
    SCOPED_TRACE(round);
    proto::MatchStart start;
    {
      Server server(scratch_, Words{});
      Wire one(Speech::tcp, server.port(Speech::tcp));
      Wire two(Speech::tcp, server.port(Speech::tcp));
      for (Wire* wire : {&one, &two}) {
        wire->send(proto::Hello{});
        wire->send(proto::QuickMatch{});
      }
      while (const auto message = two.next(Clock::now() + test::kTimeLimit)) {
        if (!std::holds_alternative<proto::MatchStart>(*message)) continue;
        start = std::get<proto::MatchStart>(*message);
        break;
      }
      server.process().signal(SIGKILL);
      server.process().wait();
    }
    ASSERT_NE(start.match, proto::MatchId{});
    Server server(scratch_, Words{});
    Wire back(Speech::tcp, server.port(Speech::tcp));
    back.send(proto::Hello{});
    back.send(proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
    std::optional<proto::MatchStart> again;
    while (const auto message = back.next(Clock::now() + test::kTimeLimit)) {
      if (const auto* found = std::get_if<proto::MatchStart>(&*message)) again = *found;
      if (again || std::holds_alternative<proto::Error>(*message)) break;
    }
    ASSERT_TRUE(again) << read_text_file(scratch_.file("server.log"));
    EXPECT_EQ(again->match, start.match);
    back.send(proto::Leave{.match = start.match, .seat = *start.seat});
    while (const auto message = back.next(Clock::now() + test::kTimeLimit)) {
      if (std::holds_alternative<proto::MatchEnd>(*message)) break;
    }
    server.process().signal(SIGTERM);
    EXPECT_EQ(server.process().wait(), 0);
  }
}

TEST_F(KilledServer, KeepsNoMatchesIfItShallNot) {
  const auto begin = [&](Server& server) {
    Wire one(Speech::tcp, server.port(Speech::tcp));
    Wire two(Speech::tcp, server.port(Speech::tcp));
    for (Wire* wire : {&one, &two}) {
      wire->send(proto::Hello{});
      wire->send(proto::QuickMatch{});
    }
    while (const auto message = two.next(Clock::now() + test::kTimeLimit)) {
      if (std::holds_alternative<proto::MatchStart>(*message)) break;
    }
    server.process().signal(SIGKILL);
    server.process().wait();
  };
  const Words keeps_none{"--keep-matches", "0"};
  {
    Server server(scratch_, Words{});
    begin(server);
  }
  {
    Server server(scratch_, Words{});
    EXPECT_EQ(server.get_json("/api/v1/matches")["matches"].size(), 1U);
    server.process().signal(SIGKILL);
    server.process().wait();
  }
  Server server(scratch_, keeps_none);
  EXPECT_TRUE(server.get_json("/api/v1/matches")["matches"].empty());
  EXPECT_FALSE(std::filesystem::exists(scratch_.file("data") + "/matches.log"));
}

TEST_F(KilledServer, ALogOfAnotherVersionIsRefusedByItsName) {
  {
    Server server(scratch_, Words{});
  }
  const std::string path = scratch_.file("data") + "/matches.log";
  FILE* file = fopen(path.c_str(), "w");
  fputs("rensa live matches 9\n", file);
  fclose(file);
  const ProgramResult refused =
      run_server_program(scratch_, {"--worker-port", "0", "--web-port", "0", "--data", scratch_.file("data")});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.errors, testing::HasSubstr("rensa live matches 9"));
}

}  // namespace
}  // namespace rensa::e2e
