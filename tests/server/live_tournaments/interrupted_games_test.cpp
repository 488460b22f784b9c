#include <fstream>
#include <future>
#include <gmock/gmock.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "server/base/atomic_file.h"
#include "tests/server/live_tournaments/cup_on_server.h"
#include "tests/tools/paths.h"

// Games of programs that the end of the server interrupts. They begin anew in the same attempt when the server is
// started again.

namespace rensa::live_tournaments {
namespace {

using nlohmann::json;
using testing::IsEmpty;

class InterruptedGames : public test::CupOnServer {
 protected:
  // Starts a tournament with two games, both of which are being played until the file `go` is there.
  void start_games() {
    const json players{program("ann"), program("bob")};
    const json plan{{"name", "cup"}, {"pairs", 1}, {"audit", 0}, {"players", players}};
    ASSERT_EQ(server_->start(plan.dump()), "cup");
    expect_running();
  }
  void expect_running() {
    EXPECT_TRUE(waits_for([](const LiveTournament& run) { return run.games_running() == 2; }));
  }
  void let_programs_play() const { std::ofstream(folder_ / "go") << "now"; }
  std::optional<Refusal> control(const std::string& what) { return server_->control("cup", what); }
  void withdraw(const std::string& player) {
    const auto done = std::make_shared<std::promise<void>>();
    EXPECT_FALSE(server_->with([&](TournamentRegistry& all) {
      return all.withdraw("cup", {.player = player, .why = "a test"}, [done] { done->set_value(); });
    }));
    done->get_future().wait();
  }
  void stop_server() {
    server_->with([](TournamentRegistry& all) { return all.halt(), true; });
    EXPECT_TRUE(waits_for([](const LiveTournament& run) { return run.games_running() == 0; }));
  }
  void restart_paused() {
    ASSERT_FALSE(control("pause"));
    start_server_again();
    EXPECT_TRUE(waits_for([](const LiveTournament& run) { return run.state() == RunState::paused; }));
  }
  // The attempts of the games in the journal, by the event.
  std::map<std::string, std::vector<int>> attempts() const {
    std::map<std::string, std::vector<int>> attempts;
    std::istringstream journal(base::read_text_file(run() / "journal.jsonl"));
    // The server may be writing the last line.
    for (std::string line; std::getline(journal, line) && !journal.eof();) {
      const json event = json::parse(line);
      if (event.contains("attempt")) attempts[event["event"]].push_back(event["attempt"]);
    }
    return attempts;
  }
  void expect_end_in_attempt(int attempt) {
    let_programs_play();
    EXPECT_TRUE(is_over_soon());
    EXPECT_THAT(attempts()["ended"], testing::ElementsAre(attempt, attempt));
  }

 private:
  json program(const char* name) const {
    const std::string script = "while ! test -e " + (folder_ / "go").string() + "; do sleep 0.02; done; exec " +
                               tests::program_path("host_player") + " honest";
    return {{"name", name}, {"exec", {"/bin/sh", "-c", script}}};
  }
};

TEST_F(InterruptedGames, BeginAnewInTheSameAttempt) {
  start_games();
  start_server_again();
  expect_end_in_attempt(0);
  EXPECT_THAT(attempts()["started"], testing::ElementsAre(0, 0));
  EXPECT_THAT(attempts()["voided"], IsEmpty());
}

TEST_F(InterruptedGames, BeginAnewAfterSeveralInterruptions) {
  start_games();
  for (int restart = 0; restart < 3; ++restart) {
    start_server_again();
    expect_running();
  }
  expect_end_in_attempt(0);
  EXPECT_THAT(attempts()["voided"], IsEmpty());
}

TEST_F(InterruptedGames, ThatAServerLeavesWhenItStopsHaveNoResultAndAreNotVoid) {
  start_games();
  stop_server();
  let_programs_play();
  EXPECT_THAT(attempts()["ended"], IsEmpty());
  EXPECT_THAT(attempts()["voided"], IsEmpty());
  start_server_again();
  expect_end_in_attempt(0);
}

TEST_F(InterruptedGames, WaitWhileTheTournamentIsPaused) {
  start_games();
  ASSERT_NO_FATAL_FAILURE(restart_paused());
  EXPECT_TRUE(waits_for([](const LiveTournament& run) { return run.games_running() == 0; }));
  ASSERT_FALSE(control("resume"));
  expect_running();
  expect_end_in_attempt(0);
}

TEST_F(InterruptedGames, AreVoidIfTheTournamentIsStoppedMeanwhile) {
  start_games();
  ASSERT_NO_FATAL_FAILURE(restart_paused());
  ASSERT_FALSE(control("stop"));
  ASSERT_FALSE(control("resume"));
  expect_end_in_attempt(1);
  EXPECT_THAT(attempts()["voided"], testing::ElementsAre(0, 0));
}

TEST_F(InterruptedGames, AreVoidIfTheirPlayerIsWithdrawnMeanwhile) {
  start_games();
  ASSERT_NO_FATAL_FAILURE(restart_paused());
  withdraw("bob");
  EXPECT_THAT(attempts()["voided"], testing::ElementsAre(0, 0));
  EXPECT_TRUE(is_over_soon());
  EXPECT_THAT(attempts()["ended"], IsEmpty());
}

TEST_F(InterruptedGames, TheNextServerHasTheirResultsListed) {
  start_games();
  let_programs_play();
  ASSERT_TRUE(is_over_soon());
  EXPECT_THAT(server_->results_to_list(), IsEmpty());
  start_server_again();
  const std::vector<TournamentResults> found = server_->results_to_list();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].tournament, "cup");
  EXPECT_EQ(found[0].clock, match::Clock::virtual_time);
  EXPECT_THAT(found[0].games, testing::UnorderedElementsAre("0-0", "0-1"));
  EXPECT_FALSE(found[0].are_new);
}

// Otherwise a crash after the answer could let them go on.
TEST_F(InterruptedGames, AreVoidOnDiskWhenAnOrderToStopIsAnswered) {
  start_games();
  ASSERT_FALSE(control("stop"));
  EXPECT_THAT(attempts()["voided"], testing::ElementsAre(0, 0));
}

// After a crash between these lines, a game of the withdrawn player must not go on.
TEST_F(InterruptedGames, OfAWithdrawnPlayerAreVoidInTheJournalBeforeItIsOut) {
  start_games();
  withdraw("bob");
  const std::string journal = base::read_text_file(run() / "journal.jsonl");
  EXPECT_LT(journal.rfind(R"("event":"voided")"), journal.find(R"("event":"benched")"));
  EXPECT_TRUE(is_over_soon());
}

}  // namespace
}  // namespace rensa::live_tournaments
