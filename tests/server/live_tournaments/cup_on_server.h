#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <thread>

#include "tests/server/live_tournaments/test_server.h"
#include "tests/tools/time_limit.h"

namespace rensa::live_tournaments::test {

// Tests of one tournament, "cup", on a server that runs as long as the test. Its folder has the name of the test.
class CupOnServer : public testing::Test {
 protected:
  CupOnServer()
      : folder_(std::filesystem::path(testing::TempDir()) /
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    server_.emplace(folder_);
  }
  ~CupOnServer() override {
    server_.reset();
    std::filesystem::remove_all(folder_);
  }

  void start_server_again(bool starts_programs = true) {
    server_.reset();
    server_.emplace(folder_, starts_programs);
  }
  // Returns false if the condition is not true in time.
  bool waits_for(const std::function<bool(const LiveTournament&)>& what) {
    const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
    while (std::chrono::steady_clock::now() < until) {
      if (server_->with([&](TournamentRegistry& all) { return what(*all.find("cup")); })) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  bool is_over_soon() {
    return waits_for([](const LiveTournament& run) { return run.state() == RunState::over && run.is_all_saved(); });
  }
  // The folder of the tournament.
  std::filesystem::path run() const { return folder_ / "tournaments" / "cup"; }

  const std::filesystem::path folder_;
  std::optional<Server> server_;
};

}  // namespace rensa::live_tournaments::test
