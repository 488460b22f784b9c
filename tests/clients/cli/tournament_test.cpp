#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/rules/rng.h"
#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"
#include "tests/tools/isolation.h"
#include "tests/tools/paths.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kPlan = R"({"name": "cup", "seed": 3, "pairs": 4, "ruleset": "jaist-1",
  "players": ["greedy", "random", {"name": "greedy too", "player": "greedy"}]})";

// A plan and its run in their own folder.
class TestTournament {
 public:
  explicit TestTournament(const std::string& plan = kPlan) { write_file(folder_ / "cup.json", plan); }

  std::vector<std::string> words(const std::string& what, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"tournament", what, (folder_ / "cup.json").string()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  ProgramResult call(const std::string& what, const std::vector<std::string>& more = {}) const {
    return run(words(what, more));
  }
  std::filesystem::path journal() const { return folder_ / "cup.run" / "journal.jsonl"; }
  std::filesystem::path games() const { return folder_ / "cup.run" / "games"; }
  void write(const std::string& plan) const { write_file(folder_ / "cup.json", plan); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  // The output of all processes of players.
  std::string output_of_players() const {
    std::string text;
    for (const auto& file : std::filesystem::directory_iterator(folder_ / "cup.run" / "logs")) {
      text += read_file(file.path());
    }
    return text;
  }

 private:
  TestFolder folder_;
};

TEST(Tournament, IsPlayedToItsEnd) {
  const TestTournament cup;
  const ProgramResult result = cup.call("run");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("cup, round-robin, jaist-1, seed 3: 24 games, over"));
  EXPECT_EQ(cup.call("show").out, result.out);
  EXPECT_THAT(result.err, Not(HasSubstr("over already")));
  const ProgramResult again = cup.call("run");
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(again.out, result.out) << "nothing is left to play";
  EXPECT_EQ(again.err, "rensa: this tournament is over already, so nothing was played: to play it anew, remove " +
                           cup.path("cup.run") + " or name another folder with --folder\n");
  EXPECT_EQ(cup.call("verify").out, "24 games: ok\n");
}

TEST(Tournament, ItsGamesAreListedByTheirNames) {
  const TestTournament cup(R"({"pairs": 1, "ruleset": "jaist-1", "players": ["greedy", "random"]})");
  ASSERT_EQ(cup.call("run", {"--quiet"}).exit_code, 0);
  const nlohmann::json games = nlohmann::json::parse(cup.call("games", {"--json"}).out);
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0]["game"], "0-0");
  EXPECT_EQ(games[1]["game"], "0-1");
  EXPECT_EQ(games[0]["players"], nlohmann::json({"greedy", "random"}));
  EXPECT_THAT(cup.call("games").out, testing::StartsWith("game  stage  first   second  winner"));
}

TEST(Tournament, IsNotPlayedAgainIfItsJournalIsLost) {
  const TestTournament cup;
  ASSERT_EQ(cup.call("run").exit_code, 0);
  const std::string record = read_file(cup.games() / "0-0.rensa");
  for (const char* file : {"cup.run/journal.jsonl", "cup.run/journal.jsonl.size"}) {
    ASSERT_TRUE(std::filesystem::remove(cup.path(file)));
  }
  for (const char* dry_run : {"--dry-run", "--quiet"}) {
    const ProgramResult again = cup.call("run", {dry_run});
    EXPECT_EQ(again.exit_code, 1);
    EXPECT_THAT(again.err, HasSubstr("cup.run/journal.jsonl: it is missing, but the folder has records of games."));
  }
  EXPECT_EQ(read_file(cup.games() / "0-0.rensa"), record);
}

TEST(Tournament, ResultDoesNotDependOnGamesAtATime) {
  const TestTournament one;
  const TestTournament many;
  const ProgramResult slowly = one.call("run", {"--json"});
  EXPECT_EQ(slowly.exit_code, 0) << slowly.err;
  EXPECT_EQ(many.call("run", {"--json", "--jobs", "16"}).out, slowly.out);
}

TEST(Tournament, DrawsItsTableOnATerminal) {
  if (!has_terminals()) GTEST_SKIP() << "no terminals here";
  const TestTournament cup(R"({"name": "cup", "seed": 3, "pairs": 1000, "players": ["potential", "greedy"]})");
  const ProgramResult result = run_on_terminal(cup.words("run"), {.after = "to go", .signal = SIGINT});
  EXPECT_EQ(result.exit_code, 128 + SIGINT);
  EXPECT_THAT(result.out, testing::ContainsRegex("\x1b\\[H[0-9]+ of 2000 games"));
  EXPECT_THAT(result.out, HasSubstr("to go"));
  const std::size_t left = result.out.find("\x1b[?1049l");
  ASSERT_NE(left, std::string::npos);
  EXPECT_THAT(result.out.substr(left + 8), testing::StartsWith("cup, round-robin, tsu-1, seed 3: "));
}

TEST(Tournament, ShortRunIsNotDrawn) {
  if (!has_terminals()) GTEST_SKIP() << "no terminals here";
  const TestTournament cup;
  ASSERT_EQ(cup.call("run").exit_code, 0);  // nothing is left to play, so that the next call is short
  const ProgramResult result = run_on_terminal(cup.words("run"), {});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("\r\ncup, round-robin, jaist-1, seed 3: "));
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b"))) << "that begins an order to the terminal";
}

// The number of kills: RENSA_KILLS, or a number that a run of all tests has time for.
int kills() {
  const char* wanted = std::getenv("RENSA_KILLS");
  return wanted == nullptr ? 50 : std::stoi(wanted);
}

TEST(Tournament, LosesNothingWhenKilled) {
  const int wanted = kills();
  const std::string plan = R"({"seed": 9, "players": ["greedy", {"name": "r", "player": "random"}], "pairs": )" +
                           std::to_string(3 * wanted) + "}";
  const TestTournament undisturbed(plan);
  const ProgramResult whole = undisturbed.call("run", {"--json", "--jobs", "2"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const TestTournament cup(plan);
  rules::Rng rng(1, 1);
  int killed = 0;
  for (int i = 0; i < wanted; ++i) {
    const auto after = std::chrono::microseconds(1'000 + rng.below(20'000));
    killed += run_and_kill(cup.words("run", {"--jobs", "2"}), after) == 128 + SIGKILL ? 1 : 0;
  }
  EXPECT_GT(killed, wanted / 4) << "most of it was over too soon";
  const ProgramResult rest = cup.call("run", {"--json", "--jobs", "2"});
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_TRUE(rest.out == whole.out);
  EXPECT_EQ(cup.call("verify").out, std::to_string(6 * wanted) + " games: ok\n");
}

// The same for players that are programs.
TEST(Tournament, LosesNothingWhenKilledWithItsPrograms) {
  const int wanted = std::max(5, kills() / 10);
  const std::string plan = R"({"seed": 9, "players": ["random", {"name": "r", "player": "random"}], "pairs": )" +
                           std::to_string(10 * wanted) + "}";
  const TestTournament undisturbed(plan);
  const ProgramResult whole = undisturbed.call("run", {"--json", "--jobs", "2"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const TestTournament cup(plan);
  rules::Rng rng(1, 1);
  for (int i = 0; i < wanted; ++i) {
    const auto after = std::chrono::microseconds(20'000 + rng.below(200'000));
    run_and_kill(cup.words("run", {"--jobs", "2", "--over-sockets", "--quiet"}), after);
  }
  const ProgramResult rest = cup.call("run", {"--json", "--jobs", "2", "--over-sockets", "--quiet"});
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_TRUE(rest.out == whole.out);
  EXPECT_EQ(cup.call("verify").out, std::to_string(20 * wanted) + " games: ok\n");
}

TEST(Tournament, ResultIsTheSameOverSockets) {
  const std::string plan = R"({"seed": 2, "pairs": 3, "charge": 9, "players": ["greedy", "random", "potential"]})";
  const TestTournament here(plan);
  const TestTournament there(plan);
  const ProgramResult one = here.call("run", {"--json"});
  const ProgramResult other = there.call("run", {"--json", "--jobs", "3", "--over-sockets", "--quiet"});
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_TRUE(one.out == other.out);
  EXPECT_EQ(there.call("verify").out, "18 games: ok\n");
}

TEST(Tournament, VerifySaysThatATournamentHasNotBegun) {
  const TestTournament cup;
  const ProgramResult found = cup.call("verify");
  EXPECT_EQ(found.exit_code, base::kExitFailed);
  EXPECT_THAT(found.err, HasSubstr(": no tournament has begun in this folder"));
  ASSERT_EQ(cup.call("run").exit_code, 0);
  std::filesystem::remove(cup.journal());
  const ProgramResult lost = cup.call("verify");
  EXPECT_EQ(lost.exit_code, base::kExitAnswerIsNo);
  EXPECT_THAT(lost.out, HasSubstr("it is missing, but the folder has records of games"));
}

TEST(Tournament, VerifyFindsChangedGames) {
  const TestTournament cup;
  ASSERT_EQ(cup.call("run").exit_code, 0);
  std::string journal = read_file(cup.journal());
  std::filesystem::remove(cup.games() / "0-0.rensa");
  std::filesystem::copy_file(cup.games() / "1-0.rensa", cup.games() / "1-1.rensa",
                             std::filesystem::copy_options::overwrite_existing);
  const ProgramResult found = cup.call("verify");
  EXPECT_EQ(found.exit_code, base::kExitAnswerIsNo);
  EXPECT_THAT(found.out, HasSubstr("0-0.rensa: No such file"));
  EXPECT_THAT(found.out, HasSubstr("1-1.rensa: it is of another game"));
  journal[journal.find("\"winner\":") + 9] = '9';
  write_file(cup.journal(), journal);
  EXPECT_THAT(cup.call("verify").out, HasSubstr("it is damaged"));
  EXPECT_EQ(cup.call("run").exit_code, 1) << "nothing goes on from a damaged journal";
}

// Plays every format from its plan to its table. The result does not depend on the number of games at a time, unless
// the format pairs the players that are free first.
TEST(Tournament, PlaysEveryFormat) {
  const std::string players = R"("players": ["greedy", "random", {"name": "a", "player": "greedy"},
    {"name": "b", "player": "random"}, {"name": "c", "player": "random", "author": "x"}])";
  const std::pair<const char*, bool> stages[] = {
      {R"("format": "groups", "groups": 2, "pairs": 2)", true},
      {R"("format": "swiss", "rounds": 3)", false},
      {R"("format": "knock-out", "best_of": 5, "third_place": true)", false},
      {R"("format": "double-knock-out")", false},
      {R"("format": "ladder", "rounds": 4, "seasons": 2)", false},
      {R"("stages": [{"format": "round-robin", "pairs": 1}, {"format": "sprt", "take": 2, "pairs": 60}])", true},
  };
  for (const auto& [stage, is_fixed] : stages) {
    const std::string plan =
        std::string(R"({"ruleset": "jaist-1", "audit": 0.2, )").append(stage).append(", ").append(players).append("}");
    const TestTournament cup(plan);
    const ProgramResult result = cup.call("run", {"--jobs", "3", "--json"});
    ASSERT_EQ(result.exit_code, 0) << stage << result.err;
    EXPECT_TRUE(nlohmann::json::parse(result.out).at("over").get<bool>()) << stage;
    EXPECT_THAT(cup.call("verify").out, HasSubstr("games: ok")) << stage;
    EXPECT_THAT(cup.call("show", {"--thinking-times"}).out, HasSubstr("games, over"));
    EXPECT_THAT(cup.call("export", {"--format", "csv"}).out, HasSubstr("\"random\""));
    EXPECT_THAT(cup.call("export", {"--format", "markdown"}).out, HasSubstr("| random |"));
    if (!is_fixed) continue;
    EXPECT_TRUE(TestTournament(plan).call("run", {"--json"}).out == result.out) << stage;
  }
}

// The other players do not change the games of a pair.
TEST(Tournament, GamesOfAPairDoNotDependOnOtherPlayers) {
  const auto games_of_two = [](const std::string& players) {
    const TestTournament cup(R"({"seed": 4, "pairs": 5, "audit": 0, "players": [)" + players + "]}");
    const auto table = nlohmann::json::parse(cup.call("run", {"--json"}).out);
    for (const auto& pairing : table.at("pairings")) {
      auto names = pairing.at("players").get<std::vector<std::string>>();
      std::sort(names.begin(), names.end());
      if (names == std::vector<std::string>{"g", "greedy"}) return pairing.at("performance").dump();
    }
    return std::string("they have not met");
  };
  const std::string two = R"("greedy", {"name": "g", "player": "greedy"})";
  EXPECT_EQ(games_of_two(two), games_of_two(two + R"(, "random", {"name": "r", "player": "random"})"));
}

TEST(Tournament, AnotherPlanNeedsAnotherFolder) {
  const TestTournament cup;
  ASSERT_EQ(cup.call("run").exit_code, 0);
  cup.write(R"({"players": ["greedy", "random"]})");
  const ProgramResult result = cup.call("run");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err,
              HasSubstr("it belongs to another plan: undo the change of the plan, or use another folder (--folder)\n"));
}

TEST(Tournament, DryRunListsPairings) {
  const TestTournament cup(R"({"format": "gauntlet", "pairs": 2, "players": ["greedy", "random", "potential"]})");
  const ProgramResult result = cup.call("run", {"--dry-run"});
  EXPECT_EQ(result.out.substr(0, result.out.find("about")),
            "greedy - random\ngreedy - potential\ngreedy - random\ngreedy - potential\n"
            "stage 1, gauntlet, 3 players, at most 8 games\n");
  EXPECT_FALSE(std::filesystem::exists(cup.journal()));
}

// Expects that a run and a dry run are refused in the same way, and that the dry run changes nothing.
void expect_both_refused(const TestTournament& cup, const std::string& why, const std::vector<std::string>& more = {}) {
  const std::string journal = std::filesystem::exists(cup.journal()) ? read_file(cup.journal()) : "";
  std::vector<std::string> words = more;
  words.emplace_back("--dry-run");
  const ProgramResult dry = cup.call("run", words);
  EXPECT_EQ(std::filesystem::exists(cup.journal()) ? read_file(cup.journal()) : "", journal);
  const ProgramResult whole = cup.call("run", more);
  EXPECT_EQ(dry.exit_code, base::kExitFailed) << why;
  EXPECT_EQ(whole.exit_code, base::kExitFailed) << why;
  EXPECT_THAT(dry.err, HasSubstr(why));
  EXPECT_EQ(dry.err, whole.err);
  EXPECT_THAT(dry.out, IsEmpty());
}

TEST(Tournament, ADryRunRefusesWhatTheRunRefuses) {
  expect_both_refused(TestTournament(R"({"players": ["greedy", {"name": "zoe", "guest": true}]})"),
                      "zoe cannot connect to this private server");
  expect_both_refused(TestTournament(R"({"players": ["greedy", {"name": "mine", "exec": ["./no-such-bot"]}]})"),
                      "mine: there is no program ./no-such-bot");
  expect_both_refused(TestTournament(R"({"players": ["greedy", "random"], "clock": "real"})"), "--force plays more",
                      {"--jobs", "256"});
  const TestTournament damaged;
  std::filesystem::create_directories(damaged.journal().parent_path());
  write_file(damaged.journal(), "{}\n");
  expect_both_refused(damaged, damaged.journal().string());
  const TestTournament other;
  ASSERT_EQ(other.call("run").exit_code, base::kExitSuccess);
  other.write(R"({"players": ["greedy", "random"]})");
  expect_both_refused(other, "it belongs to another plan");
  const TestTournament blocked;
  write_file(blocked.journal().parent_path(), "a file in the place of the folder");
  expect_both_refused(blocked, "it is a file, not a folder");
  const TestTournament without_games;
  ASSERT_EQ(without_games.call("run").exit_code, base::kExitSuccess);
  std::filesystem::remove_all(without_games.games());
  write_file(without_games.games(), "a file in the place of the folder of records");
  expect_both_refused(without_games, "it is a file, not a folder");
  const TestTournament cut;
  ASSERT_EQ(cut.call("run").exit_code, base::kExitSuccess);
  write_file(cut.journal(), read_file(cut.journal()).substr(0, 300));
  expect_both_refused(cut, cut.journal().string());
  const TestFolder programs;
  write_file(programs / "text", "not a program\n");
  std::filesystem::permissions(programs / "text", std::filesystem::perms::owner_read);
  for (const std::string protocol : {"", R"(, "protocol": "reference")"}) {
    const std::string player = R"({"name": "mine", "exec": [")" + (programs / "text").string() + "\"]" + protocol + "}";
    expect_both_refused(TestTournament(R"({"players": ["greedy", )" + player + "]}"), "mine: ");
  }
}

TEST(Tournament, ADryRunRefusesAPlanThatIsNoFile) {
  const TestFolder folder;
  for (const std::string& plan : {(folder / "none.json").string(), folder.path().string()}) {
    const ProgramResult dry = run({"tournament", "run", plan, "--dry-run"});
    const ProgramResult whole = run({"tournament", "run", plan});
    EXPECT_NE(dry.exit_code, base::kExitSuccess);
    EXPECT_EQ(dry.exit_code, whole.exit_code);
    EXPECT_EQ(dry.err, whole.err);
    EXPECT_THAT(dry.err, HasSubstr(plan));
  }
}

TEST(Tournament, ADryRunRefusesARulesetThatProgramsDoNotKnow) {
  const TestFolder folder;
  write_file(folder / "mine.json", R"({"id": "mine"})");
  const std::string plan =
      R"({"ruleset": ")" + (folder / "mine.json").string() + R"(", "players": ["greedy", "random"]})";
  EXPECT_EQ(TestTournament(plan).call("run", {"--dry-run"}).exit_code, base::kExitSuccess);
  expect_both_refused(TestTournament(plan), "mine", {"--over-sockets"});
}

TEST(Tournament, DoesNotBeginWithoutItsPrograms) {
  const TestTournament cup(R"({"players": ["greedy", {"name": "mine", "exec": ["./no-such-bot"]}]})");
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--dry-run"}}) {
    const ProgramResult result = cup.call("run", more);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.err, "rensa: mine: there is no program ./no-such-bot\n");
    EXPECT_FALSE(std::filesystem::exists(cup.journal()));
  }
}

// A program that shows the plan and its seed if it can, and then plays.
std::string plan_with_spy(const TestTournament& cup) {
  const std::string script = "cat " + cup.path("cup.json") + " " + cup.path("cup.run/plan.json") + "; echo end; exec " +
                             tests::program_path("rensa-worker") + " --player random --quiet";
  const nlohmann::json spy = {{"name", "spy"},
                              {"exec", {"/bin/sh", "-c", script}},
                              {"files", {cup.path(""), tests::program_path("rensa-worker")}}};
  return nlohmann::json({{"seed", 81726354}, {"pairs", 1}, {"players", {"random", spy}}}).dump();
}

TEST(Tournament, AnIsolatedProgramCannotReadThePlan) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const TestTournament cup;
  cup.write(plan_with_spy(cup));
  const ProgramResult result = cup.call("run", {"--quiet"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(cup.output_of_players(), HasSubstr("end\n"));
  EXPECT_THAT(cup.output_of_players(), testing::Not(HasSubstr("81726354")));
  EXPECT_EQ(cup.call("verify").out, "2 games: ok\n");
}

TEST(Tournament, AProgramWithoutIsolationCanReadThePlan) {
  const TestTournament cup;
  cup.write(plan_with_spy(cup));
  const ProgramResult result = cup.call("run", {"--quiet", "--exec-isolation", "none"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(cup.output_of_players(), HasSubstr("81726354"));
}

// The bridge runs in the sandbox of its program.
TEST(Tournament, AProgramOfTheReferenceProtocolIsIsolated) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const TestTournament cup(R"({"seed": 5, "pairs": 1, "players": ["random",
    {"name": "old one", "exec": [")" +
                           tests::program_path("rensa-fake-player") + R"("], "protocol": "reference"}]})");
  const ProgramResult result = cup.call("run", {"--quiet", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (const nlohmann::json& standing : nlohmann::json::parse(result.out)["standings"]) {
    EXPECT_FALSE(standing["lost_by"].contains("crashed")) << cup.output_of_players();
  }
  EXPECT_EQ(cup.call("verify").out, "2 games: ok\n");
}

TEST(Tournament, DoesNotBeginWithoutIsolation) {
  const TestTournament cup(R"({"players": ["greedy", {"name": "mine", "exec": ["/bin/true"]}]})");
  expect_both_refused(cup, "there is no program /nowhere/bwrap. Install Debian's package bubblewrap",
                      {"--exec-isolation", "/nowhere/bwrap"});
  expect_both_refused(cup, "let programs read all that you can read with --exec-isolation none",
                      {"--exec-isolation", "/bin/false"});
  EXPECT_FALSE(std::filesystem::exists(cup.journal()));
  const TestTournament built_in(R"({"pairs": 1, "players": ["greedy", "random"]})");
  EXPECT_EQ(built_in.call("run", {"--over-sockets", "--exec-isolation", "/nowhere/bwrap"}).exit_code, 0)
      << "players of ours are not isolated";
}

TEST(Tournament, WrongPlansAreNamed) {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "the text ends too early"},
      {"[]", "it has to be an object"},
      {R"({"players": ["greedy"]})", "\"players\" has to name from 2"},
      {R"({"players": ["greedy", "greedy"]})", "two players are called greedy"},
      {R"({"players": ["greedy", "nobody"]})", "no player nobody"},
      {R"({"players": ["greedy", {"name": "x"}]})", "one of \"player\", \"exec\" and \"guest\""},
      {R"({"players": ["greedy", {"player": "random", "nmae": "x"}]})", "a player cannot have \"nmae\""},
      {R"({"players": ["greedy", "random"], "pair": 3})", "\"pair\" is not known"},
      {R"({"players": ["greedy", "random"], "pairs": -3})", "\"pairs\" has to be a whole number"},
      {R"({"players": ["greedy", "random"], "format": "chess"})", "\"format\" has to be one of round-robin"},
      {R"({"players": ["greedy", "random"], "ruleset": "tsu-9"})", "tsu-9"},
      {R"({"players": ["greedy", "random"], "challengers": 1})",
       "\"challengers\" is not a field of the format \"round-robin\""},
      {R"({"players": ["greedy", "random"], "format": "gauntlet", "challengers": 2})", "too many challengers"},
      {R"({"players": ["greedy", "random"], "clock": "turns"})", "is played in frames"},
      {R"({"players": ["greedy", "random"], "ruleset": "jaist-1", "charge": 3})", "goes with the virtual clock"},
      {R"({"players": ["greedy", "random"], "charge": "much"})", "\"charge\" has to be"},
      {R"({"players": ["greedy", "random"], "audit": 2})", "\"audit\" has to be a number from 0 to 1"},
      {R"({"players": ["greedy", "random"], "pairs": 3, "stages": [{}]})", "\"pairs\" has to stand in one of"},
      {R"({"players": ["greedy", "random"], "stages": []})", "\"stages\" has to be"},
      {R"({"players": ["greedy", "random"], "stages": [{}, {"take": 3}]})", "stage 2: it takes more players"},
      {R"({"players": ["greedy", {"exec": []}]})", "\"exec\" has to be an array"},
      {R"({"players": ["greedy", {"exec": ["a"]}]})", "a player needs a \"name\""},
      {R"({"players": ["greedy", {"player": "random", "protocol": "native"}]})", "\"protocol\" goes with"},
      {R"({"players": ["greedy", {"player": "random", "files": []}]})", "\"files\" goes with"},
      {R"({"players": ["greedy", {"name": "", "player": "random"}]})", "name"},
      {R"({"players": ["greedy", {"name": "a\u0007b", "player": "random"}]})", "name"},
      {R"({"players": ["greedy", {"name": "012345678901234567890123456789012345678901234567890123456789012345678901", "player": "random"}]})",
       "name"},
      {R"({"players": ["greedy", "gaze:weights=/no/such/weights.json"]})", "/no/such/weights.json"},
      {R"({"players": ["greedy", "random"], "ruleset": "/no/such/ruleset.json"})", "/no/such/ruleset.json"},
      {R"({"players": ["greedy", "random"], "first_think_seconds": 0})", "\"first_think_seconds\""},
  };
  for (const auto& [plan, why] : wrong) {
    const TestTournament cup(plan);
    const ProgramResult result = cup.call("run");
    EXPECT_EQ(result.exit_code, 2) << plan;
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(result.err, HasSubstr(why));
    const ProgramResult dry = cup.call("run", {"--dry-run"});
    EXPECT_EQ(dry.exit_code, result.exit_code) << plan;
    EXPECT_EQ(dry.err, result.err) << plan;
  }
}

}  // namespace
}  // namespace rensa::cli::test
