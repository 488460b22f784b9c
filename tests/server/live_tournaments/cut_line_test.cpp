#include <algorithm>
#include <array>
#include <filesystem>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include "server/base/atomic_file.h"
#include "server/tournament/plan/report.h"
#include "server/tournament/plan/verify.h"
#include "tests/server/live_tournaments/connected_player.h"
#include "tests/server/live_tournaments/cutting_relay.h"
#include "tests/server/live_tournaments/test_server.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/time_limit.h"

// A remote player of a tournament loses its connection after any of its messages, and connects again; or it is stopped
// or killed, and started again.

namespace rensa::live_tournaments {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::ConnectedPlayer;
using test::Cut;
using test::CuttingRelay;
using test::Sender;
using test::Server;

struct PlayedTournament {
  std::string table;
  std::array<int, 2> messages{};  // between the player behind the relay and the server, by sender
  int connections = 0;
};

constexpr int kJobs = 3;  // the games at a time that Server asks for

// A tournament of two remote players.
std::string plan_with_pairs(int pairs) {
  const json plan = {{"name", "cup"},
                     {"seed", 7},
                     {"pairs", pairs},
                     {"think_seconds", 600},
                     {"first_think_seconds", 600},
                     {"players", {{{"name", "ann"}, {"guest", true}}, {{"name", "zoe"}, {"guest", true}}}}};
  return plan.dump();
}

bool is_over(TournamentRegistry& all) {
  const LiveTournament& run = *all.find("cup");
  return run.state() == RunState::over && run.is_all_saved();
}

std::string table_of(Server& server) {
  auto snapshot = server.with([](TournamentRegistry& all) { return all.find("cup")->snapshot(); });
  return tournament::report_csv(snapshot);
}

class CutLine : public testing::TestWithParam<int> {
 protected:
  CutLine() : folder_(fs::path(testing::TempDir()) / ("cut_line_" + std::to_string(::getpid()))) {}
  ~CutLine() override { fs::remove_all(folder_); }

  // Plays a tournament of two remote players. Returns nullopt if it does not end in time.
  std::optional<PlayedTournament> play(int slots, const Cut& cut) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    Server server(folder_);
    EXPECT_EQ(server.start(plan_with_pairs(2)), "cup");
    CuttingRelay relay(folder_ / "relay", folder_ / "socket", cut);
    const ConnectedPlayer ann(folder_ / "socket", server.token_of("ann"), 4, rules::Cell::red);
    const ConnectedPlayer zoe(folder_ / "relay", server.token_of("zoe"), slots, rules::Cell::blue);
    const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
    while (!server.with(is_over)) {
      if (std::chrono::steady_clock::now() > until) return std::nullopt;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    PlayedTournament played;
    played.table = table_of(server);
    played.messages = {relay.messages(Sender::client), relay.messages(Sender::server)};
    played.connections = relay.connections();
    return played;
  }

  void expect_same_table(const PlayedTournament& undisturbed, const Cut& cut) {
    SCOPED_TRACE(text_of(cut));
    const auto disturbed = play(GetParam(), cut);
    ASSERT_TRUE(disturbed) << "the tournament does not end";
    EXPECT_EQ(disturbed->table, undisturbed.table);
    if (cut.repeats) {
      EXPECT_GT(disturbed->connections, 1);
    }
  }

  const fs::path folder_;
};

// The cut points of a sender: all in a long test, and otherwise `few` of them.
std::vector<int> cut_points(int messages, int few) {
  const int step = std::max(1, messages / tests::cases(few, messages));
  std::vector<int> points;
  for (int message = 1; message <= messages; message += step) points.push_back(message);
  return points;
}

TEST_P(CutLine, TheTournamentEndsWithTheSameTableAfterEachMessage) {
  const auto undisturbed = play(GetParam(), {});
  ASSERT_TRUE(undisturbed);
  EXPECT_EQ(undisturbed->connections, 1);
  EXPECT_THAT(undisturbed->table, testing::Not(testing::HasSubstr(",4,0,4,0,"))) << "the results have to differ";
  for (const Sender sender : {Sender::client, Sender::server}) {
    const int messages = undisturbed->messages[static_cast<std::size_t>(sender)];
    ASSERT_GT(messages, 20);
    for (const bool is_after : {false, true}) {
      for (const bool server_notices : {false, true}) {
        if (!is_after && !server_notices && !tests::long_tests()) continue;
        for (const int message : cut_points(messages, 3)) {
          expect_same_table(
              *undisturbed,
              {.message = message, .sender = sender, .is_after = is_after, .server_notices = server_notices});
        }
      }
    }
  }
}

TEST_P(CutLine, TheTournamentEndsWithTheSameTableIfEachConnectionIsCut) {
  const auto undisturbed = play(GetParam(), {});
  ASSERT_TRUE(undisturbed);
  for (const bool server_notices : {false, true}) {
    // A connection that ends after fewer messages of the server brings the game no further.
    for (const int message : tests::long_tests() ? std::vector{8, 9, 10, 11, 12, 16, 24} : std::vector{9}) {
      expect_same_table(
          *undisturbed,
          {.message = message, .sender = Sender::server, .server_notices = server_notices, .repeats = true});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(BySlots, CutLine, testing::Values(1, 2, 4), testing::PrintToStringParamName());

// Plays tournaments in which a remote player with so many slots is cut off, stopped, or killed, and comes back.
class DisturbedGuest : public testing::TestWithParam<int> {
 protected:
  DisturbedGuest() : folder_(fs::path(testing::TempDir()) / ("disturbed_guest_" + std::to_string(::getpid()))) {}
  ~DisturbedGuest() override { end(); }

  // Begins a tournament on a new server. The opponent is there, and the guest is not.
  void begin(int pairs) {
    end();
    fs::create_directories(folder_);
    server_.emplace(folder_);
    relay_.emplace(folder_ / "relay", folder_ / "socket", Cut{});
    zoe_token_ = server_->token_of("zoe");
    ann_.emplace(folder_ / "socket", server_->token_of("ann"), 4, rules::Cell::red);
    EXPECT_EQ(server_->start(plan_with_pairs(pairs)), "cup");
  }
  void end() {
    zoe_.reset();
    ann_.reset();
    relay_.reset();
    server_.reset();
    fs::remove_all(folder_);
  }
  // `answers`: as ConnectedPlayer has them.
  void zoe_arrives(std::optional<int> answers = std::nullopt) {
    zoe_.emplace(folder_ / "relay", zoe_token_, GetParam(), rules::Cell::blue, answers);
  }
  void stop_zoe() { zoe_.reset(); }
  void kill_zoe() {
    relay_->hold();
    zoe_.reset();
    relay_->release();
  }
  // Returns false if the condition is not true in time.
  template <typename Condition>
  bool waits_for(const Condition& is_true) {
    const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
    while (!server_->with(is_true)) {
      if (std::chrono::steady_clock::now() > until) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  fs::path run() const { return folder_ / "tournaments" / "cup"; }
  int count_ended_by(const std::string& cause) const {
    const std::string journal = base::read_text_file(storage::journal_file_in(run()));
    const std::string wanted = "\"cause\":\"" + cause + "\"";
    int count = 0;
    for (std::size_t at = journal.find(wanted); at != std::string::npos; at = journal.find(wanted, at + 1)) ++count;
    return count;
  }

  const fs::path folder_;
  std::string zoe_token_;
  std::optional<Server> server_;
  std::optional<CuttingRelay> relay_;
  std::optional<ConnectedPlayer> ann_;
  std::optional<ConnectedPlayer> zoe_;
};

TEST_P(DisturbedGuest, LosesOnlyTheGamesThatItPlaysWhenItIsStopped) {
  constexpr int kStops = 3;
  const auto games = static_cast<std::size_t>(std::min(GetParam(), kJobs));  // that it plays at a time
  begin(8);
  for (int stop = 0; stop < kStops; ++stop) {
    zoe_arrives(stop);  // its games do not end before it is stopped
    ASSERT_TRUE(
        waits_for([&](TournamentRegistry& all) { return all.find("cup")->games_in_matches().size() == games; }));
    stop_zoe();
    ASSERT_TRUE(waits_for([](TournamentRegistry& all) {
      const LiveTournament& run = *all.find("cup");
      return run.games_running() == 0 && run.missing_remote_players() == std::vector<std::string>{"zoe"};
    }));
  }
  EXPECT_EQ(count_ended_by("disconnected"), 0);
  EXPECT_EQ(count_ended_by("resigned"), kStops * static_cast<int>(games)) << "no game begins with a player that leaves";
  zoe_arrives();
  ASSERT_TRUE(waits_for(is_over));
}

// Disturbs the guest at random moments, at most so many times.
struct Disturbances {
  int stops = 0;
  int kills = 0;
  int cuts = 0;
};

TEST_P(DisturbedGuest, EachTournamentEndsWithTheTableThatTheRulesGive) {
  constexpr int kPairs = 2;
  const int runs = tests::cases(2, 67);  // for each number of slots
  std::string undisturbed;
  std::mt19937 random(static_cast<std::uint32_t>(GetParam()));
  for (int number = 0; number <= runs; ++number) {
    SCOPED_TRACE("run " + std::to_string(number));
    begin(kPairs);
    zoe_arrives();
    Disturbances done;
    const int wanted = number == 0 ? 0 : 1 + static_cast<int>(random() % 4);
    for (int next = 0; next < wanted; ++next) {
      const int message = relay_->messages(Sender::server) + 1 + static_cast<int>(random() % 40);
      ASSERT_TRUE(waits_for(
          [&](TournamentRegistry& all) { return is_over(all) || relay_->messages(Sender::server) >= message; }));
      const auto kind = random() % 3;
      if (kind == 0) {
        relay_->cut();
        ++done.cuts;
        continue;
      }
      ++(kind == 1 ? done.stops : done.kills);
      kind == 1 ? stop_zoe() : kill_zoe();
      zoe_arrives();
    }
    ASSERT_TRUE(waits_for(is_over)) << done.cuts << " cuts, " << done.stops << " stops, " << done.kills << " kills";
    if (number == 0) undisturbed = table_of(*server_);
    if (done.stops == 0) {
      EXPECT_EQ(table_of(*server_), undisturbed);
    }
    EXPECT_EQ(count_ended_by("disconnected"), 0);
    EXPECT_LE(count_ended_by("resigned"), done.stops * GetParam());
    const auto plan = tournament::test::plan_of(base::read_text_file(storage::plan_file_in(run())));
    const tournament::VerificationReport verified = tournament::verify_tournament(plan, run());
    EXPECT_THAT(verified.faults, testing::IsEmpty());
    EXPECT_EQ(verified.games, 2U * kPairs);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(BySlots, DisturbedGuest, testing::Values(1, 2, 4));

}  // namespace
}  // namespace rensa::live_tournaments
