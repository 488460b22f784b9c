#include <filesystem>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "server/base/atomic_file.h"
#include "tests/server/live_tournaments/test_server.h"
#include "tests/tools/time_limit.h"

// Programs that fail while their machine is overloaded.

namespace rensa::live_tournaments {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using nlohmann::json;
using test::Server;

class OverloadedHost : public testing::Test {
 protected:
  OverloadedHost()
      : folder_(fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    server_.emplace(folder_);
  }
  ~OverloadedHost() override {
    server_.reset();
    fs::remove_all(folder_);
  }

  bool waits_for(const std::function<bool(const LiveTournament&)>& what) {
    const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
    while (std::chrono::steady_clock::now() < until) {
      if (server_->with([&](TournamentRegistry& all) { return what(*all.find("cup")); })) return true;
      std::this_thread::sleep_for(10ms);
    }
    return false;
  }

  fs::path folder_;
  std::optional<Server> server_;
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
  ASSERT_TRUE(waits_for([](const LiveTournament& run) { return run.state() == RunState::over && run.is_all_saved(); }));
  const std::string journal = base::read_text_file(folder_ / "tournaments" / "cup" / "journal.jsonl");
  EXPECT_THAT(journal, testing::HasSubstr("crashed"));
  EXPECT_THAT(journal, testing::Not(testing::HasSubstr("voided")));
}

}  // namespace
}  // namespace rensa::live_tournaments
