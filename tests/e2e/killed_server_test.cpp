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

// Stops a server again and again, without and with a warning, while games of all clocks are played on it by clients
// that come back. Every game goes on, and none is lost or stored twice.

namespace rensa::e2e {
namespace {

using namespace std::chrono_literals;

// The games that the clients of a test have begun and ended.
struct Seen {
  // Returns the matches in which both players have begun a game.
  std::set<std::uint64_t> matches() {
    const std::lock_guard lock(mutex);
    std::set<std::uint64_t> known;
    for (const auto& [match, seats] : seats_by_match) {
      if (seats.size() == 2) known.insert(match);
    }
    return known;
  }
  // Returns true if there is such a match of each clock.
  bool has_all_clocks() {
    std::set<proto::Clock> clocks;
    for (const std::uint64_t match : matches()) {
      const std::lock_guard lock(mutex);
      clocks.insert(clock_by_match[match]);
    }
    return clocks.size() == 3;
  }
  bool have_ended(const std::set<std::uint64_t>& matches) {
    const std::lock_guard lock(mutex);
    std::map<std::uint64_t, int> reports;
    for (const session::MatchReport& report : ended) ++reports[static_cast<std::uint64_t>(report.seat.match)];
    return std::all_of(matches.begin(), matches.end(), [&](std::uint64_t match) { return reports[match] == 2; });
  }

  std::mutex mutex;
  std::map<std::uint64_t, std::set<duel::Seat>> seats_by_match;  // that have begun a game
  std::map<std::uint64_t, proto::Clock> clock_by_match;
  std::vector<session::MatchReport> ended;
  std::atomic<int> choices = 0;
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

proto::Terms terms_of(proto::Clock clock, int games) {
  proto::Terms terms;
  terms.clock = clock;
  terms.ruleset = clock == proto::Clock::turns ? "jaist-1" : "tsu-1";
  terms.games = games;
  return terms;
}

// A client on a thread of its own, which plays one match after another until it is stopped.
class Client {
 public:
  Client(const std::string& socket, const proto::Terms& terms, Seen& seen) {
    options_.server = "unix:" + socket;
    options_.terms = terms;
    options_.backoff = {.base = 1ms, .most = 20ms};
    options_.patience = options_.ping_after = options_.farewell = test::kTimeLimit;
    options_.stop_descriptor = stop_;
    options_.match_ended = [&seen](const session::MatchReport& report) {
      const std::lock_guard lock(seen.mutex);
      seen.ended.push_back(report);
    };
    const base::Span pause = terms.clock == proto::Clock::real ? 0ms : 2ms;
    thread_ = std::jthread([this, &seen, pause] {
      report_ = worker::play(options_, [&seen, pause](const worker::GameInfo& game) {
        const std::lock_guard lock(seen.mutex);
        seen.seats_by_match[static_cast<std::uint64_t>(game.match)].insert(game.seat);
        seen.clock_by_match[static_cast<std::uint64_t>(game.match)] = game.terms.clock;
        return std::make_unique<ShortGames>(seen, pause);
      });
    });
  }
  ~Client() {
    stop();
    close(stop_);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // Leaves its match, and waits for its end.
  void stop() {
    eventfd_write(stop_, 1);
    thread_ = {};
  }
  // Precondition: the client is stopped.
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

  // `matches`: those that have ended. A match of which only one player had heard, or none, ends when the grace is over.
  static void expect_all_games_stored(const Server& server, const std::set<std::uint64_t>& matches, const Seen& seen) {
    for (const std::uint64_t match : matches) {
      SCOPED_TRACE("match " + std::to_string(match));
      const Json answer = server.get_json("/api/v1/matches/" + std::to_string(match));
      std::set<int> numbers;
      for (const Json& game : answer["games"]) {
        EXPECT_TRUE(numbers.insert(game["game"].get<int>()).second) << "stored twice";
        EXPECT_TRUE(game["cause"] == "choked" || game["cause"] == "no_move") << "it ends by the rules: " << answer;
        EXPECT_TRUE(has_sound_record(server, game["record"].get<std::uint64_t>())) << game;
      }
      for (const session::MatchReport& report : seen.ended) {
        if (static_cast<std::uint64_t>(report.seat.match) != match) continue;
        EXPECT_EQ(report.cause, std::nullopt);
        EXPECT_EQ(numbers.size(), static_cast<std::size_t>(report.terms.games)) << answer;
      }
    }
  }

  // Plays games of all clocks, stops the server with this signal again and again, and starts it again.
  void play_games_of_all_clocks(int signal) const;

  const TemporaryFolder scratch_;
};

void KilledServer::play_games_of_all_clocks(int signal) const {
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  constexpr int kKillsOfARound = 8;
  for (int round = 0; round < tests::cases(1, 125); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    std::unique_ptr<Server> server = serve();
    Seen seen;
    std::vector<std::unique_ptr<Client>> clients;
    for (const proto::Terms& terms :
         {terms_of(proto::Clock::real, 1), terms_of(proto::Clock::virtual_time, 2), terms_of(proto::Clock::turns, 2)}) {
      for (int seat = 0; seat < 2; ++seat) {
        clients.push_back(std::make_unique<Client>(scratch_.file("workers"), terms, seen));
      }
    }
    // On a busy machine all kills could otherwise come before the games of a clock have begun.
    ASSERT_TRUE(becomes_true([&] { return seen.has_all_clocks(); }));
    for (int kill = 0; kill < kKillsOfARound; ++kill) {
      const int wanted = seen.choices + std::uniform_int_distribution(1, 60)(chance);
      ASSERT_TRUE(becomes_true([&] { return seen.choices >= wanted; }));
      server->process().signal(signal);
      EXPECT_EQ(server->process().wait(), signal == SIGKILL ? -SIGKILL : 0);
      server = serve();
    }
    const std::set<std::uint64_t> matches = seen.matches();
    EXPECT_GE(matches.size(), 3U) << "of each clock at least one";
    ASSERT_TRUE(becomes_true([&] { return seen.have_ended(matches); })) << read_text_file(scratch_.file("server.log"));
    for (const auto& client : clients) client->stop();
    for (const auto& client : clients) EXPECT_EQ(client->report().why_failed, "");
    expect_all_games_stored(*server, matches, seen);
    stop_at_once(scratch_, *server);  // a match of which no player had heard may still wait for its players
    EXPECT_EQ(server->process().wait(), 0);
    if (HasFailure()) {
      std::cout << read_text_file(scratch_.file("server.log"));
      return;
    }
  }
  EXPECT_THAT(read_text_file(scratch_.file("server.log")), testing::ContainsRegex("matches_restored restored=[1-9]"));
}

TEST_F(KilledServer, GamesOfAllClocksGoOnAndNoneIsLostOrStoredTwice) { play_games_of_all_clocks(SIGKILL); }

TEST_F(KilledServer, GamesOfAllClocksGoOnAfterAnUpgradeAndNoneIsLostOrStoredTwice) {
  play_games_of_all_clocks(SIGTERM);
}

// Each step from the end of a game to the message with its result, and each clock.
TEST_F(KilledServer, AGameIsStoredOnceWhereverTheServerDiesWhileItSavesIt) {
  for (const proto::Terms& terms :
       {terms_of(proto::Clock::real, 1), terms_of(proto::Clock::virtual_time, 2), terms_of(proto::Clock::turns, 2)}) {
    for (const char* step : {"before", "after", "told"}) {
      SCOPED_TRACE(std::string(step) + ", clock " + std::to_string(static_cast<int>(terms.clock)));
      const Json config = {{"worker_socket", scratch_.file("workers")}};
      const auto serve_until_a_game_is_saved = [&] {
        Process server({tests::program_path("slow_store_server"), scratch_.file("data"), "0", "0", config.dump(), step},
                       scratch_.file("server.log"));
        EXPECT_EQ(server.wait(), -SIGKILL) << read_text_file(scratch_.file("server.log"));
      };
      Seen seen;
      Client one(scratch_.file("workers"), terms, seen);
      Client two(scratch_.file("workers"), terms, seen);
      // The second server dies while it saves the same game again, as soon as it starts, or with the next game.
      for (int death = 0; death < 2; ++death) serve_until_a_game_is_saved();
      const std::unique_ptr<Server> server = serve();
      const std::set<std::uint64_t> matches = seen.matches();
      ASSERT_EQ(matches.size(), 1U);
      ASSERT_TRUE(becomes_true([&] { return seen.have_ended(matches); }))
          << read_text_file(scratch_.file("server.log"));
      one.stop();
      two.stop();
      expect_all_games_stored(*server, matches, seen);
      stop_at_once(scratch_, *server);  // the players may have begun a further match
      EXPECT_EQ(server->process().wait(), 0);
    }
  }
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

// Friends hold the link of an invitation, so it has to stay valid.
TEST_F(KilledServer, TheLinkOfAnInvitationStaysValid) {
  const auto answer_to = [](Wire& wire, const proto::ClientMessage& request) -> std::optional<proto::ServerMessage> {
    wire.send(request);
    while (auto message = wire.next(Clock::now() + test::kTimeLimit)) {
      if (!std::holds_alternative<proto::Welcome>(*message) && !std::holds_alternative<proto::Drain>(*message)) {
        return message;
      }
    }
    return std::nullopt;
  };
  const auto enter = [](const Server& server) {
    auto wire = std::make_unique<Wire>(Speech::tcp, server.port(Speech::tcp));
    wire->send(proto::Hello{});
    return wire;
  };
  proto::Invite invite{.terms = terms_of(proto::Clock::real, 1), .subscription = {}, .code = "", .client_id = "phone"};
  for (const int signal : {SIGKILL, SIGTERM}) {
    SCOPED_TRACE(signal);
    {
      Server server(scratch_, Words{});
      const auto host = enter(server);
      const auto invited = answer_to(*host, invite);
      ASSERT_TRUE(invited && std::holds_alternative<proto::Invited>(*invited));
      const std::string code = std::get<proto::Invited>(*invited).code;
      EXPECT_TRUE(invite.code.empty() || code == invite.code) << "also after two restarts";
      invite.code = code;
      server.process().signal(signal);
      server.process().wait();
    }
    Server server(scratch_, Words{});
    const auto friend_of_host = enter(server);
    const auto refused = answer_to(*friend_of_host, proto::Join{invite.code, {}});
    ASSERT_TRUE(refused && std::holds_alternative<proto::Error>(*refused));
    EXPECT_EQ(std::get<proto::Error>(*refused).code, proto::ErrorCode::away);
    const auto host = enter(server);
    const auto invited = answer_to(*host, invite);
    ASSERT_TRUE(invited && std::holds_alternative<proto::Invited>(*invited));
    EXPECT_EQ(std::get<proto::Invited>(*invited).code, invite.code);
    if (signal == SIGKILL) continue;
    const auto joined = answer_to(*friend_of_host, proto::Join{invite.code, {}});
    EXPECT_TRUE(joined && std::holds_alternative<proto::MatchStart>(*joined));
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
  EXPECT_THAT(read_text_file(scratch_.file("server.log")), testing::HasSubstr("event=match_log_removed"));
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
