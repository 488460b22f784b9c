#include <atomic>
#include <filesystem>
#include <gmock/gmock.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>
#include <unistd.h>
#include <utility>

#include "server/base/atomic_file.h"
#include "server/tournament/plan/summary.h"
#include "server/tournament/plan/verify.h"
#include "tests/server/live_tournaments/test_server.h"
#include "tests/server/storage/intercepted_store.h"
#include "tests/tools/paths.h"
#include "tests/tools/time_limit.h"

// Tests tournaments of real processes on a store that answers late or fails.

namespace rensa::live_tournaments {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using nlohmann::json;
using storage::test::Failure;
using test::Server;

// Wraps the folders of a server's tournaments. It outlives the server.
class FailingStore {
 public:
  // Fails the operation with this number, counted from 1.
  void fail_operation(int number, Failure failure) {
    interceptor_.failure = [this, number, failure](const std::string&) {
      return ++operations_ == number ? failure : Failure::none;
    };
  }
  void fail_appends_while(std::atomic<bool>& is_failing) {
    interceptor_.failure = [&is_failing](const std::string& operation) {
      return is_failing && operation == "append_to_journal" ? Failure::before : Failure::none;
    };
  }
  void answer_after(std::chrono::milliseconds delay) { delay_ = delay; }
  // The first list fails, and the answer that the first tournament is open waits for the release.
  void fail_first_list_and_hold_first_opening() {
    interceptor_.failure = [this](const std::string& operation) {
      return operation == "list_tournaments" && ++operations_ == 1 ? Failure::before : Failure::none;
    };
    interceptor_.carried_out = [this](const std::string& operation) {
      holds_next_ = operation == "open_tournament" && !has_held_;
    };
  }
  // Runs on the thread of the server.
  void release() {
    std::exchange(held_, [] {})();
  }

  test::MakeTournaments in(const fs::path& folder) {
    return [this, folder](const storage::Executor& executor, const test::RunLater& later) {
      interceptor_.deliver = [this, later](std::function<void()> answer) {
        if (!std::exchange(holds_next_, false)) return later(delay_, std::move(answer));
        has_held_ = true;
        held_ = std::move(answer);
      };
      return std::make_unique<storage::test::InterceptedTournaments>(test::folders_in(folder)(executor, later),
                                                                     interceptor_);
    };
  }
  int operations() const { return operations_; }

 private:
  std::chrono::milliseconds delay_{0};
  std::atomic<int> operations_ = 0;
  bool holds_next_ = false;
  bool has_held_ = false;
  std::function<void()> held_ = [] {};
  storage::test::Interceptor interceptor_;
};

class TournamentOnAFailingStore : public testing::Test {
 protected:
  TournamentOnAFailingStore()
      : folder_(fs::path(testing::TempDir()) / (std::string("rensa-failing-store-") + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~TournamentOnAFailingStore() override { fs::remove_all(folder_); }

  static std::string plan(int pairs) {
    const auto program = [](const char* name) {
      return json({{"name", name}, {"exec", {tests::program_path("host_player"), "honest"}}});
    };
    return json({{"name", "cup"}, {"pairs", pairs}, {"audit", 0}, {"players", {program("ann"), program("bob")}}})
        .dump();
  }
  static bool becomes_true(Server& server, const std::function<bool(TournamentRegistry&)>& condition) {
    const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
    while (std::chrono::steady_clock::now() < until) {
      if (server.with(condition)) return true;
      std::this_thread::sleep_for(5ms);
    }
    return false;
  }
  static bool waits_for(Server& server, const std::function<bool(const LiveTournament&)>& what) {
    return becomes_true(server, [&](TournamentRegistry& all) {
      const LiveTournament* run = all.find("cup");
      return run != nullptr && what(*run);
    });
  }
  static bool is_over_soon(Server& server) {
    return waits_for(server,
                     [](const LiveTournament& run) { return run.state() == RunState::over && run.is_all_saved(); });
  }
  void expect_sound(std::size_t games) const {
    const fs::path run = folder_ / "tournaments" / "cup";
    const tournament::TournamentPlan plan = tournament::test::plan_of(base::read_text_file(storage::plan_file_in(run)));
    const tournament::VerificationReport report = tournament::verify_tournament(plan, run);
    EXPECT_THAT(report.faults, testing::IsEmpty());
    EXPECT_EQ(report.games, games);
  }

  const fs::path folder_;
};

TEST_F(TournamentOnAFailingStore, EachOperationMayFailOnce) {
  int failed = 0;
  for (const Failure failure : {Failure::before, Failure::after}) {
    for (int number = 1;; ++number) {
      SCOPED_TRACE(number);
      fs::remove_all(folder_ / "tournaments");
      FailingStore store;
      {
        storage::TournamentFolders creator(folder_ / "tournaments", storage::test::run_at_once());
        const std::string text = tournament::json_of(tournament::test::plan_of(plan(2)));
        ASSERT_TRUE(*storage::test::wait_for<bool>(
            [&](auto done) { creator.create_tournament({.name = "cup", .plan = text, .marks = {.jobs = 2}}, done); }));
      }
      store.fail_operation(number, failure);
      Server server(folder_, true, store.in(folder_));
      ASSERT_TRUE(is_over_soon(server));
      expect_sound(4);
      if (store.operations() < number) break;
      ++failed;
      // The answer of an operation after the last game can still be on its way.
      EXPECT_TRUE(becomes_true(server, [](TournamentRegistry& all) { return all.failed_saves() > 0; }));
      EXPECT_THAT(server.log(), testing::Contains(testing::HasSubstr("The disk is on fire.")));
    }
  }
  EXPECT_GE(failed, 8) << "the store is asked for the list, opened, and given several results";
}

TEST_F(TournamentOnAFailingStore, NothingIsToldBeforeItIsSaved) {
  std::atomic<bool> is_failing = false;
  FailingStore store;
  store.fail_appends_while(is_failing);
  Server server(folder_, true, store.in(folder_));
  server.start(plan(200));
  ASSERT_TRUE(waits_for(server, [](const LiveTournament& run) { return run.saved_progress().games_finished() >= 4; }));
  is_failing = true;
  ASSERT_TRUE(waits_for(server, [](const LiveTournament& run) {
    return run.state() == RunState::paused && run.storage_error() == "The disk is on fire.";
  }));
  // The running games are played to their ends, and no other game starts.
  ASSERT_TRUE(waits_for(server, [](const LiveTournament& run) { return run.progress().games_running() == 0; }));
  const auto saved_games = [&] {
    return server.with([](TournamentRegistry& all) { return all.find("cup")->saved_progress().games_finished(); });
  };
  const auto saved = saved_games();
  const auto played = server.with([](TournamentRegistry& all) { return all.find("cup")->progress().games_finished(); });
  EXPECT_GT(played, saved);
  const auto failures = server.with([](TournamentRegistry& all) { return all.failed_saves(); });
  ASSERT_TRUE(becomes_true(server, [&](TournamentRegistry& all) { return all.failed_saves() > failures; }))
      << "the store is tried again";
  EXPECT_EQ(saved_games(), saved);
  tournament::TournamentSnapshot told =
      server.with([](TournamentRegistry& all) { return all.find("cup")->snapshot(); });
  EXPECT_EQ(tournament::summarise(told)->games, saved);
  EXPECT_LE(server.listed_games({.limit = 1'000, .tournament = "cup"}).size(), saved);
  EXPECT_EQ(server.with([](TournamentRegistry& all) { return all.find("cup")->progress().games_finished(); }), played);
  is_failing = false;
  EXPECT_TRUE(waits_for(server, [&](const LiveTournament& run) {
    return run.state() == RunState::running && run.saved_progress().games_finished() > played;
  }));
}

// The list of tournaments is read again after a failure, and has a tournament that is just being started.
TEST_F(TournamentOnAFailingStore, ATournamentThatIsStartedDuringTheListIsOpenedOnce) {
  FailingStore store;
  store.fail_first_list_and_hold_first_opening();
  Server server(folder_, true, store.in(folder_));
  std::thread start([&] { EXPECT_EQ(server.start(plan(200)), "cup"); });
  const LiveTournament* opened = nullptr;
  EXPECT_TRUE(becomes_true(server, [&](TournamentRegistry& all) { return (opened = all.find("cup")) != nullptr; }));
  server.with([&](TournamentRegistry&) { return store.release(), true; });
  start.join();
  EXPECT_EQ(server.with([](TournamentRegistry& all) { return all.find("cup"); }), opened);
}

TEST_F(TournamentOnAFailingStore, ATournamentOnASlowStoreEndsLikeAnyOther) {
  FailingStore store;
  store.answer_after(200ms);
  Server server(folder_, true, store.in(folder_));
  server.start(plan(3));
  ASSERT_TRUE(is_over_soon(server));
  expect_sound(6);
}

}  // namespace
}  // namespace rensa::live_tournaments
