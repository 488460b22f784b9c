#include <array>
#include <filesystem>
#include <fstream>
#include <future>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <vector>

#include "server/base/atomic_file.h"
#include "server/tournament/journal/journal_file.h"
#include "server/tournament/plan/tournament_run.h"
#include "tests/e2e/wire.h"
#include "tests/server/live_tournaments/test_server.h"
#include "tests/server/tournament/plan/test_plan.h"
#include "tests/tools/paths.h"
#include "tests/tools/time_limit.h"

// Tournaments of real processes with subscribers over real connections.

namespace rensa::live_tournaments {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using e2e::Speech;
using e2e::Wire;
using nlohmann::json;
using test::Server;

// A subscriber that keeps its messages.
class Follower {
 public:
  Follower(Speech speech, const Server& server, e2e::Buffer buffer = e2e::Buffer::usual)
      : wire_(speech, server.port(speech), buffer) {
    wire_.send(proto::Hello{});
    hear();
  }

  void follow(const std::string& tournament, std::optional<std::uint64_t> from) {
    wire_.send(proto::Follow{.tournament = tournament, .from = from});
  }
  void say(const proto::ClientMessage& message) { wire_.send(message); }
  // Returns false if no message came for a long time.
  bool hear() {
    const auto message = wire_.next(e2e::Clock::now() + rensa::test::kTimeLimit);
    if (!message) return false;
    if (const auto* event = std::get_if<proto::TournamentEvent>(&*message)) events.push_back(*event);
    if (const auto* state = std::get_if<proto::TournamentState>(&*message)) states.push_back(*state);
    if (const auto* error = std::get_if<proto::Error>(&*message)) errors.push_back(*error);
    if (std::holds_alternative<proto::Pong>(*message)) ++pongs;
    return true;
  }
  bool hear_events(std::size_t count) {
    while (events.size() < count) {
      if (!hear()) return false;
    }
    return true;
  }
  const std::string& end() const { return wire_.end(); }
  // Waits for all events up to the end of the tournament.
  bool hear_to_the_end() {
    const auto is_over = [this] {
      return !states.empty() && states.back().state == proto::RunState::over && !events.empty() &&
             events.back().number + 1 == states.back().events;
    };
    while (!is_over()) {
      if (!hear()) return false;
    }
    return true;
  }

  std::vector<proto::TournamentEvent> events;
  std::vector<proto::TournamentState> states;
  std::vector<proto::Error> errors;
  int pongs = 0;

 private:
  Wire wire_;
};

class FollowTournament : public testing::Test {
 protected:
  FollowTournament()
      : folder_(fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~FollowTournament() override { fs::remove_all(folder_); }

  static std::string plan(int pairs, const std::string& fault = "honest") {
    const auto player = [&](const char* name) {
      return json({{"name", name}, {"exec", {tests::program_path("host_player"), fault}}});
    };
    return json({{"name", "Live Cup"}, {"pairs", pairs}, {"players", {player("ann"), player("bob"), player("cid")}}})
        .dump();
  }
  std::vector<json> journal(const std::string& name) const {
    std::vector<json> lines;
    std::ifstream in(storage::journal_file_in(folder_ / "tournaments" / name));
    // The server may be writing the last line.
    for (std::string line; std::getline(in, line) && !in.eof();) {
      lines.push_back(json::parse(line));
      lines.back().erase("check");
    }
    lines.at(0).erase("plan");
    return lines;
  }
  void expect_all_from(std::uint64_t from, const Follower& follower, const std::vector<json>& lines) {
    ASSERT_EQ(follower.events.size(), lines.size() - from);
    for (std::size_t i = 0; i < follower.events.size(); ++i) {
      ASSERT_EQ(follower.events[i].number, from + i);
      ASSERT_EQ(json::parse(follower.events[i].event), lines[from + i]);
    }
  }

  const fs::path folder_;
};

TEST_F(FollowTournament, AllSubscribersGetTheirEventsOnce) {
  Server server(folder_);
  const std::string name = server.start(plan(15));
  EXPECT_EQ(name, "live-cup");
  Follower first(Speech::tcp, server);
  first.follow(name, 0);
  ASSERT_TRUE(first.hear_events(40));
  Follower middle(Speech::web_json, server);
  middle.follow(name, 25);
  Follower later(Speech::web_binary, server);
  later.follow(name, std::nullopt);
  // All read at the same time, because the server closes a connection that does not answer its pings.
  const auto hear = [](Follower& follower) {
    return std::async(std::launch::async, [&follower] { return follower.hear_to_the_end(); });
  };
  auto heard = std::array{hear(first), hear(middle), hear(later)};
  for (auto& is_heard : heard) ASSERT_TRUE(is_heard.get());
  const std::vector<json> lines = journal(name);
  EXPECT_GT(lines.size(), 180U);
  expect_all_from(0, first, lines);
  expect_all_from(25, middle, lines);
  EXPECT_GE(later.events.front().number, 40U);
  EXPECT_EQ(later.events.front().number, later.states.front().events);
  expect_all_from(later.events.front().number, later, lines);
  EXPECT_EQ(first.states.back().games, 90U);
  EXPECT_EQ(first.states.back().most_games, 90U);
  EXPECT_EQ(first.states.back().running, 0U);
}

TEST_F(FollowTournament, AStartedGameIsSentBeforeItEnds) {
  Server server(folder_);
  const std::string name = server.start(plan(1, "hang"));
  Follower follower(Speech::tcp, server);
  follower.follow(name, 0);
  const auto has_begun = [&] {
    return !follower.events.empty() && json::parse(follower.events.back().event)["event"] == "started";
  };
  while (!has_begun()) ASSERT_TRUE(follower.hear());
  EXPECT_EQ(follower.states.back().games, 0U);
  for (const json& line : journal(name)) EXPECT_NE(line["event"], "ended");
}

// A tournament that was paused after many voided games.
TEST_F(FollowTournament, ASlowReaderGetsAllEvents) {
  const fs::path run = folder_ / "tournaments" / "live-cup";
  const tournament::TournamentPlan paused = tournament::test::plan_of(plan(1));
  tournament::create_tournament_folder(paused, run);
  base::write_file_atomically(run / "paused", std::string());
  {
    tournament::JournalFile file(storage::journal_file_in(run), tournament::digest_of(paused));
    file.append(tournament::StageStarted{.players = {0, 1, 2}});
    file.append(tournament::PairScheduled{.pair = {.first = 0, .second = 1, .legs = 2}});
    for (int attempt = 0; attempt < 2'000; ++attempt) {
      const tournament::GameId game{.pair = 0, .leg = 0, .attempt = attempt};
      file.append(tournament::GameStarted{game});
      file.append(tournament::GameVoided{game, std::string(600, 'x')});
    }
  }
  Server server(folder_);
  Follower follower(Speech::web_json, server, e2e::Buffer::small);
  follower.follow("live-cup", 0);
  while (follower.events.size() < 4'003) {
    ASSERT_TRUE(follower.hear()) << follower.events.size() << " events, then " << follower.end();
    if (follower.events.size() % 20 == 0) std::this_thread::sleep_for(12ms);
  }
  expect_all_from(0, follower, journal("live-cup"));
  EXPECT_EQ(follower.states.front().state, proto::RunState::paused);
}

TEST_F(FollowTournament, AfterARestartEventsGoOnAfterTheLastOne) {
  std::optional<Server> server(std::in_place, folder_);
  const std::string name = server->start(plan(30));
  std::vector<proto::TournamentEvent> events;
  {
    Follower follower(Speech::tcp, *server);
    follower.follow(name, 0);
    ASSERT_TRUE(follower.hear_events(60));
    events = follower.events;
  }
  server.reset();
  server.emplace(folder_);
  Follower follower(Speech::tcp, *server);
  follower.follow(name, events.size());
  ASSERT_TRUE(follower.hear_to_the_end());
  follower.events.insert(follower.events.begin(), events.begin(), events.end());
  expect_all_from(0, follower, journal(name));
}

TEST_F(FollowTournament, BadRequestsDisturbNoOtherSession) {
  Server server(folder_);
  const std::string name = server.start(plan(10));
  Follower good(Speech::tcp, server);
  good.follow(name, 0);
  Follower bad(Speech::tcp, server);
  constexpr int kTimes = 300;
  for (int i = 0; i < kTimes; ++i) {
    bad.follow(name, static_cast<std::uint64_t>(i % 40));
    bad.follow("../live-cup", 0);
    bad.follow("", ~std::uint64_t{0});
    bad.say(proto::Unfollow{.tournament = "nothing"});
    bad.follow(name, ~std::uint64_t{0} - 1);
    bad.say(proto::Unfollow{.tournament = name});
    bad.say(proto::Unfollow{.tournament = name});
  }
  bad.say(proto::Ping{.nonce = 1});
  while (bad.pongs == 0) ASSERT_TRUE(bad.hear());
  EXPECT_EQ(bad.states.size(), 2U * kTimes);
  ASSERT_EQ(bad.errors.size(), 3U * kTimes);
  for (const proto::Error& error : bad.errors) EXPECT_EQ(error.code, proto::ErrorCode::unknown_tournament);
  EXPECT_THAT(bad.errors.front().text, testing::HasSubstr("../live-cup"));
  ASSERT_TRUE(good.hear_to_the_end());
  expect_all_from(0, good, journal(name));
}

}  // namespace
}  // namespace rensa::live_tournaments
