#include <filesystem>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <sstream>

#include "server/app/private_server.h"
#include "server/base/atomic_file.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/report.h"
#include "server/tournament/plan/tournament_run.h"
#include "server/tournament/plan/verify.h"
#include "tests/server/tournament/plan/test_plan.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/paths.h"

// Tournaments of real processes, honest and faulty ones.

namespace rensa::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using tournament::test::plan_of;

std::string player(const std::string& name, const std::string& fault) {
  return json({{"name", name}, {"exec", {tests::program_path("host_player"), fault}}}).dump();
}

class PlayerPrograms : public testing::Test {
 protected:
  PlayerPrograms()
      : folder_(fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
  }
  ~PlayerPrograms() override { fs::remove_all(folder_); }

  // Honest players have so much time to think that none runs out of it. A player that hangs is waited for so long.
  tournament::TournamentPlan plan(const std::string& players, const std::string& more = "",
                                  int think_seconds = 60) const {
    return plan_of(
        R"({"seed": 11, "audit": 0, "missed": 1, "refused": 2, "bench_after": 2, "first_think_seconds": 1, "think_seconds": )" +
        std::to_string(think_seconds) + ", " + more + R"("players": [)" + players + "]}");
  }

  bool play(
      const tournament::TournamentPlan& plan, const std::string& where = "run", int jobs = 3,
      const std::function<bool()>& stop = [] { return false; }, const std::string& bridge = "") {
    return play_on_private_server(
        plan, folder_ / where,
        {.jobs = jobs,
         .should_stop = stop,
         .on_progress = [this](const tournament::TournamentProgress& so_far) { games_ = so_far.games_finished(); },
         .log = [this](const std::string& line) { log_ += line + "\n"; },
         .programs = {.supervisor = tests::program_path("rensa-keeper"), .worker = "", .bridge = bridge}});
  }

  json table(const tournament::TournamentPlan& plan, const std::string& where = "run") const {
    tournament::TournamentSnapshot run = tournament::read_snapshot(plan, folder_ / where);
    return json::parse(tournament::report_json(run, {}));
  }

  // The results of the two honest players against each other.
  static json pairing_of_honest(const json& table) {
    for (const json& pairing : table["pairings"]) {
      auto names = pairing["players"].get<std::vector<std::string>>();
      std::sort(names.begin(), names.end());
      if (names == std::vector<std::string>{"ann", "bob"}) return pairing;
    }
    return {};
  }

  static json standing_of(const json& table, const std::string& name) {
    for (const json& standing : table["standings"]) {
      if (standing["player"] == name) return standing;
    }
    return {};
  }

  fs::path folder_;
  std::string log_;
  std::size_t games_ = 0;
};

TEST_F(PlayerPrograms, PlaysATournamentOfPrograms) {
  const auto honest =
      plan(player("ann", "honest") + "," + player("bob", "honest") + "," + player("cid", "honest"), R"("pairs": 3, )");
  ASSERT_TRUE(play(honest)) << log_;
  const tournament::VerificationReport verified = tournament::verify_tournament(honest, folder_ / "run");
  EXPECT_THAT(verified.faults, testing::IsEmpty());
  EXPECT_EQ(verified.games, 18U);
  ASSERT_TRUE(play(honest, "again", 1));
  EXPECT_TRUE(table(honest, "again") == table(honest)) << "however many games at a time";
  EXPECT_TRUE(play(honest)) << "nothing is left to play";
}

TEST_F(PlayerPrograms, HonestPlayersDoNotSufferFromFaultyOnes) {
  const std::string honest = player("ann", "honest") + "," + player("bob", "honest");
  const std::string pairs = R"("pairs": )" + std::to_string(tests::cases(2, 4)) + ", ";
  const auto alone = plan(honest, pairs);
  ASSERT_TRUE(play(alone, "alone"));
  // The server closes the connection of a flood after some seconds. Then the player ends by itself, or by the signal of
  // the server that comes at the same time. So its failures have several names.
  const std::map<std::string, std::vector<std::string>> causes{
      {"crash", {"crashed"}},   {"flood", {"time", "disconnected", "crashed"}},
      {"garbage", {"crashed"}}, {"lie", {"illegal"}},
      {"quit", {"crashed"}},    {"bomb", {"crashed"}},
      {"raise", {"crashed"}}};
  std::string all = honest;
  for (const auto& [fault, expected] : causes) all.append(",").append(player(fault, fault));
  all.append(",").append(player("noise", "noise")).append(",").append(player("spy", "spy"));
  all.append(",").append(player("family", "family")).append(",").append(player("busy", "busy"));
  const auto with_others = plan(all, pairs);
  ASSERT_TRUE(play(with_others, "run", 4)) << log_;
  EXPECT_THAT(tournament::verify_tournament(with_others, folder_ / "run").faults, testing::IsEmpty());
  const json shown = table(with_others);
  EXPECT_TRUE(pairing_of_honest(shown) == pairing_of_honest(table(alone, "alone")));
  for (const auto& [fault, expected] : causes) {
    const json standing = standing_of(shown, fault);
    int lost = 0;
    for (const std::string& cause : expected) lost += standing["lost_by"].value(cause, 0);
    EXPECT_GE(lost, 2) << fault << ": " << standing["lost_by"].dump();
    EXPECT_TRUE(standing.value("benched", false)) << fault;
  }
  for (const char* name : {"ann", "bob", "noise", "spy", "family"}) {
    const json standing = standing_of(shown, name);
    EXPECT_FALSE(standing.value("benched", false)) << name;
    for (const char* cause : {"time", "crashed", "disconnected", "illegal"}) {
      EXPECT_FALSE(standing["lost_by"].contains(cause)) << name << " lost by " << cause;
    }
  }
}

TEST_F(PlayerPrograms, AProgramThatHangsLosesByTimeAndIsBenched) {
  const auto hanging = plan(player("ann", "honest") + "," + player("hang", "hang"), R"("pairs": 4, )", 5);
  ASSERT_TRUE(play(hanging)) << log_;
  const json standing = standing_of(table(hanging), "hang");
  EXPECT_GE(standing["lost_by"].value("time", 0), 2) << standing;
  EXPECT_TRUE(standing.value("benched", false));
}

TEST_F(PlayerPrograms, AnErrorIsSavedAsAWholeAlsoIfTheConnectionIsClosedBeforeIt) {
  const auto raising = plan(player("ann", "honest") + "," + player("eve", "raise"), R"("pairs": 1, )");
  ASSERT_TRUE(play(raising)) << log_;
  EXPECT_EQ(standing_of(table(raising), "eve")["lost_by"].value("crashed", 0), 2);
  int whole = 0;
  for (const auto& file : fs::directory_iterator(folder_ / "run" / "games")) {
    if (file.path().extension() != ".log") continue;
    whole += base::read_text_file(file.path()).find("Traceback (most recent call last):\nKeyError: 'seven'\n") !=
                     std::string::npos
                 ? 1
                 : 0;
  }
  EXPECT_EQ(whole, 2);
}

TEST_F(PlayerPrograms, TheOutputOfAProgramIsSavedWithItsGame) {
  const auto noisy = plan(player("ann", "honest") + "," + player("spy", "spy"), R"("pairs": 1, )");
  ASSERT_TRUE(play(noisy));
  std::string said;
  for (const auto& file : fs::directory_iterator(folder_ / "run" / "games")) {
    if (file.path().extension() == ".log") said += base::read_text_file(file.path());
  }
  EXPECT_THAT(said, HasSubstr("can only play in its tournament"));
}

TEST_F(PlayerPrograms, AProgramEndsByItselfWhenItsInputEnds) {
  fs::create_directories(folder_);
  const std::string note = folder_ / "note";
  const std::string script = "\"$0\" honest & cat; echo ended >> \"$1\"; kill $!; wait $!";
  const std::string polite =
      json({{"name", "bob"}, {"exec", {"/bin/sh", "-c", script, tests::program_path("host_player"), note}}}).dump();
  ASSERT_TRUE(play(plan(player("ann", "honest") + "," + polite, R"("pairs": 1, )"))) << log_;
  EXPECT_THAT(base::read_text_file(note), testing::MatchesRegex("(ended\n)+")) << "the tournament waits for that";
}

TEST_F(PlayerPrograms, TheBridgeGetsTheTimesToThinkOfThePlan) {
  fs::create_directories(folder_);
  const std::string note = folder_ / "note";
  const std::string bridge = folder_ / "bridge";
  base::write_file_atomically(bridge, "#!/bin/sh\necho \"$@\" >> '" + note + "'\n");
  fs::permissions(bridge, fs::perms::owner_all);
  const auto reference =
      json({{"name", "ref"}, {"exec", {tests::program_path("host_player")}}, {"protocol", "reference"}}).dump();
  ASSERT_TRUE(play(
      plan(player("ann", "honest") + "," + reference, R"("pairs": 1, )", 17), "run", 1, [] { return false; }, bridge))
      << log_;
  EXPECT_THAT(base::read_text_file(note), HasSubstr(" --think-seconds 17 --first-think-seconds 1"));
}

TEST_F(PlayerPrograms, AMissingProgramLosesAndIsBenched) {
  const auto missing =
      plan(player("ann", "honest") + R"(,{"name": "zoe", "exec": ["/nowhere/zoe"]})", R"("pairs": 4, )");
  ASSERT_TRUE(play(missing, "run", 1));
  EXPECT_EQ(standing_of(table(missing), "zoe")["lost_by"]["crashed"], 2);
  EXPECT_THAT(tournament::verify_tournament(missing, folder_ / "run").faults, testing::IsEmpty());
  EXPECT_THAT(log_, HasSubstr("No such file"));
  const std::string journal = base::read_text_file(storage::journal_file_in(folder_ / "run"));
  EXPECT_THAT(journal, HasSubstr("failures, the last: could not be started: No such file")) << "why it is benched";
}

TEST_F(PlayerPrograms, TheOutputOfABenchedProgramIsInTheJournalAndNotPublic) {
  const auto zoe = json({{"name", "zoe"}, {"exec", {"/bin/sh", "-c", "printf '\\033[2J@everyone\\n'; exit 1"}}}).dump();
  const auto rude = plan(player("ann", "honest") + "," + zoe, R"("pairs": 4, )");
  ASSERT_TRUE(play(rude, "run", 1)) << log_;
  const std::string journal = base::read_text_file(storage::journal_file_in(folder_ / "run"));
  EXPECT_THAT(journal, HasSubstr(R"("output":"?[2J@everyone)"));
  std::string open;
  std::istringstream lines(journal);
  for (std::string line; std::getline(lines, line);) open.append(*tournament::public_journal_line(line)).append("\n");
  EXPECT_THAT(open, HasSubstr("games in a row were lost by failures"));
  EXPECT_THAT(open, testing::Not(HasSubstr("@everyone")));
}

TEST_F(PlayerPrograms, RefusesRemotePlayers) {
  const auto guests = plan(player("ann", "honest") + R"(,{"name": "zoe", "guest": true})");
  EXPECT_THAT([&] { play(guests); },
              testing::ThrowsMessage<std::runtime_error>(HasSubstr("zoe cannot connect to this private server")));
  EXPECT_FALSE(fs::exists(folder_ / "run"));
}

TEST_F(PlayerPrograms, GoesOnAfterAStop) {
  const auto honest = plan(player("ann", "honest") + "," + player("bob", "honest"),
                           R"("pairs": )" + std::to_string(tests::cases(20, 150)) + ", ");
  ASSERT_TRUE(play(honest, "whole", 2));
  games_ = 0;
  int stops = 0;
  // Every other run is stopped before its first game has ended. The others are stopped after some games.
  for (std::size_t enough = 0; !play(honest, "run", 2, [&] { return games_ >= enough; }); ++stops) {
    enough = games_ + (stops % 2 == 0 ? 3 : 0);
  }
  EXPECT_GE(stops, 1);
  EXPECT_TRUE(table(honest) == table(honest, "whole"));
  EXPECT_THAT(tournament::verify_tournament(honest, folder_ / "run").faults, testing::IsEmpty());
}

}  // namespace
}  // namespace rensa::app
