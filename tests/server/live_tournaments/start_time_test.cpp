#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "server/base/utc_time.h"
#include "tests/server/live_tournaments/cup_on_server.h"
#include "tests/tools/paths.h"

// A tournament whose plan names the time of its start.

namespace rensa::live_tournaments {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

class StartTime : public test::CupOnServer {
 protected:
  StartTime() {
    json players;
    for (const char* name : {"ann", "bob"}) {
      players.push_back({{"name", name}, {"exec", {tests::program_path("host_player"), "honest"}}});
    }
    const json plan{{"name", "cup"}, {"players", players}, {"pairs", 1}, {"starts", base::utc_text(starts_)}};
    server_->set_wall_time(starts_ - 1s);
    EXPECT_EQ(server_->start(plan.dump()), "cup");
  }
  RunState state() {
    return server_->with([](TournamentRegistry& all) { return all.find("cup")->state(); });
  }
  std::size_t games_running() {
    return server_->with([](TournamentRegistry& all) { return all.find("cup")->games_running(); });
  }

  // Returns false if the tournament has not looked at its games once more in time.
  bool waits_for_next_look() {
    return waits_for([this, before = server_->later_call_count()](const LiveTournament&) {
      return server_->later_call_count() > before;
    });
  }

  const std::chrono::sys_seconds starts_ = *base::parse_utc("2026-12-24T18:00:00Z");
};

TEST_F(StartTime, NoGameBeginsBefore) {
  EXPECT_TRUE(waits_for_next_look());
  EXPECT_EQ(state(), RunState::waiting);
  EXPECT_EQ(games_running(), 0U);
  server_->set_wall_time(starts_);
  EXPECT_TRUE(is_over_soon());
}

TEST_F(StartTime, IsTheEndIfNoTwoPlayersAreLeft) {
  const auto refusal = server_->with(
      [](TournamentRegistry& all) { return all.withdraw("cup", {.player = "bob", .why = "he is ill"}, [] {}); });
  EXPECT_FALSE(refusal);
  EXPECT_TRUE(waits_for([](const LiveTournament& run) { return run.progress().is_benched(1); }));
  EXPECT_TRUE(waits_for_next_look());
  EXPECT_EQ(state(), RunState::waiting) << "he may return";
  server_->set_wall_time(starts_);
  EXPECT_TRUE(is_over_soon());
}

TEST_F(StartTime, AServerThatStartsAgainWaitsFurther) {
  start_server_again();
  EXPECT_TRUE(waits_for_next_look());
  EXPECT_EQ(state(), RunState::waiting);
  EXPECT_EQ(games_running(), 0U);
  server_->set_wall_time(starts_);
  EXPECT_TRUE(is_over_soon());
}

TEST_F(StartTime, APausedTournamentStaysPausedAtItsStart) {
  EXPECT_EQ(server_->control("cup", "pause"), std::nullopt);
  EXPECT_EQ(state(), RunState::paused);
  server_->set_wall_time(starts_);
  EXPECT_TRUE(waits_for_next_look());
  EXPECT_EQ(state(), RunState::paused);
  EXPECT_EQ(games_running(), 0U);
  EXPECT_EQ(server_->control("cup", "resume"), std::nullopt);
  EXPECT_TRUE(is_over_soon());
}

TEST_F(StartTime, TellsBeforeWhichGuestsAreMissing) {
  const json plan{{"name", "guests"},
                  {"players", {{{"name", "zoe"}, {"guest", true}}, {{"name", "max"}, {"guest", true}}}},
                  {"pairs", 1},
                  {"starts", base::utc_text(starts_)}};
  ASSERT_EQ(server_->start(plan.dump()), "guests");
  EXPECT_EQ(server_->with([](TournamentRegistry& all) { return all.find("guests")->missing_remote_players(); }),
            (std::vector<std::string>{"zoe", "max"}));
}

}  // namespace
}  // namespace rensa::live_tournaments
