#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using Words = std::vector<std::string>;

Words match(const Words& more) {
  Words words = {"match", "greedy", "random"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// Expects exit code 2 and one line that names the mistake.
void expect_refused(const Words& words, const std::string& why) {
  const ProgramResult result = run(words);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out, IsEmpty());
  EXPECT_THAT(result.err, StartsWith("rensa: "));
  EXPECT_THAT(result.err, HasSubstr(why));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
}

TEST(Match, ErrorsShowNoControlCharacters) { expect_refused({"match", "gr\x1B[31m", "random"}, "no player gr?[31m"); }

TEST(Match, TheSameSeedGivesTheSameBytes) {
  for (const char* form : {"--json", "--quiet"}) {
    const ProgramResult one = run(match({"--games", "20", "--seed", "5", form}));
    const ProgramResult same = run(match({"--games", "20", "--seed", "5", form}));
    const ProgramResult threads = run(match({"--games", "20", "--seed", "5", form, "--jobs", "3"}));
    const ProgramResult other = run(match({"--games", "20", "--seed", "6", form}));
    EXPECT_EQ(one.exit_code, 0) << one.err;
    EXPECT_EQ(one.out, same.out);
    EXPECT_EQ(one.out, threads.out);
    EXPECT_NE(one.out, other.out);
  }
}

TEST(Match, JsonHoldsTheResultAndItsInterval) {
  const nlohmann::json result =
      nlohmann::json::parse(run({"match", "random", "random", "--games", "40", "--seed", "1", "--json"}).out);
  EXPECT_EQ(result["games"], 40);
  EXPECT_EQ(result["seed"], 1);
  const int wins = result["players"][0]["wins"];
  const int losses = result["players"][1]["wins"];
  EXPECT_EQ(wins + losses + result["draws"].get<int>(), 40);
  EXPECT_NEAR(result["score"]["value"], (wins + 0.5 * result["draws"].get<int>()) / 40, 1e-3);
  EXPECT_LT(result["score"]["low"], result["score"]["value"]);
  EXPECT_GT(result["elo"]["high"], result["elo"]["value"]);
}

TEST(Match, ADifferenceInEloHasNoBoundAboveAPlayerThatHasWonAllGames) {
  const nlohmann::json result = nlohmann::json::parse(run(match({"--games", "2", "--seed", "1", "--json"})).out);
  ASSERT_EQ(result["players"][0]["wins"], 2);
  EXPECT_EQ(result["score"]["value"], 1);
  EXPECT_EQ(result["score"]["high"], 1);
  EXPECT_TRUE(result["elo"]["value"].is_null());
  EXPECT_TRUE(result["elo"]["high"].is_null());
  EXPECT_TRUE(result["elo"]["low"].is_number());
  const std::string won = run(match({"--games", "2", "--seed", "1", "--quiet"})).out;
  EXPECT_THAT(won, HasSubstr("score of greedy 1.0000, "));
  EXPECT_THAT(won, HasSubstr("Elo difference -, above "));
  const std::string lost = run({"match", "random", "greedy", "--games", "2", "--seed", "1", "--quiet"}).out;
  EXPECT_THAT(lost, HasSubstr("score of random 0.0000, "));
  EXPECT_THAT(lost, HasSubstr("Elo difference -, below "));
}

TEST(Match, SaysHowFastItWentOnStderrOnly) {
  const ProgramResult result = run(match({"--seed", "1", "--games", "3", "--quiet"}));
  EXPECT_THAT(result.err, HasSubstr("games/s"));
  EXPECT_THAT(result.out, Not(HasSubstr("/s")));
}

TEST(Match, PrintsARandomSeed) {
  const ProgramResult drawn = run(match({"--json"}));
  ASSERT_THAT(drawn.err, StartsWith("seed "));
  const std::string seed = drawn.err.substr(5, drawn.err.find('\n') - 5);
  EXPECT_EQ(run(match({"--json", "--seed", seed})).out, drawn.out);
}

TEST(Match, ExchangedSeatsMirrorEveryGame) {
  const ProgramResult result = run(match({"--games", "20", "--seed", "2", "--swap", "--json"}));
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(result.out)["pairs_not_mirrored"], 0);
}

TEST(Match, PlaysEveryPublishedRulesetAndOnesFromFiles) {
  for (const char* ruleset : {"tsu-1", "jaist-1", "class-1"}) {
    EXPECT_EQ(run(match({"--seed", "1", "--ruleset", ruleset})).exit_code, 0) << ruleset;
  }
  const TestFolder folder;
  write_file(folder / "mine.json", R"({"id": "mine", "base": "tsu-1", "colours": 5})");
  EXPECT_THAT(run(match({"--seed", "1", "--ruleset", folder / "mine.json"})).out, HasSubstr("mine"));
}

TEST(Match, ListsPlayers) {
  const ProgramResult result = run({"match", "--list-players"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("greedy"));
  EXPECT_THAT(result.out, HasSubstr("random"));
}

TEST(Match, ListsTheOptionsOfPlayers) {
  const std::string list = run({"match", "--list-players"}).out;
  EXPECT_THAT(list,
              testing::ContainsRegex("gaze  .*\n +options: nodes=N, weights=FILE\n +weighs [0-9]+ fields a hand"));
  EXPECT_THAT(list, testing::ContainsRegex("random  .*\ngreedy "));
}

TEST(Match, PlayersAreNamedWithTheirOptions) {
  const TestFolder folder;
  write_file(folder / "flat.json", R"({"step": -500})");
  const std::string flat = "gaze:nodes=500,weights=" + (folder / "flat.json").string();
  const Words words = {"match", "gaze:nodes=500", flat, "--seed", "1", "--games", "2", "--ruleset", "jaist-1"};
  const auto with = [&words](const Words& more) {
    Words all = words;
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  };
  const ProgramResult told = with({"--json", "--record", folder / "records"});
  ASSERT_EQ(told.exit_code, 0) << told.err;
  const nlohmann::json result = nlohmann::json::parse(told.out);
  EXPECT_EQ(result["players"][0]["name"], "gaze:nodes=500");
  EXPECT_EQ(result["players"][1]["name"], "gaze:nodes=500,weights=flat.json");
  EXPECT_TRUE(std::filesystem::exists(folder / "records" /
                                      "gaze_nodes_500-gaze_nodes_500_weights_flat.json-jaist-1-1-1.rensa"));
  const ProgramResult table = with({"--quiet"});
  EXPECT_THAT(table.out, StartsWith("gaze:nodes=500 against gaze:nodes=500,weights=flat.json, jaist-1, "));
  EXPECT_THAT(table.out, HasSubstr("  gaze:nodes=500  gaze:nodes=500,weights=flat.json\n"));
}

TEST(Match, OptionsChangeThePlay) {
  const auto digest = [](const std::string& player) {
    const ProgramResult result = run({"match", player, "random", "--seed", "1", "--json", "--ruleset", "jaist-1"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return nlohmann::json::parse(result.out)["digest"].get<std::string>();
  };
  EXPECT_EQ(digest("gaze:nodes=500"), digest("gaze:nodes=500"));
  EXPECT_NE(digest("gaze:nodes=500"), digest("gaze:nodes=20000"));
}

TEST(Match, RefusesUnknownPlayerOptions) {
  const TestFolder folder;
  write_file(folder / "bad.json", R"({"links": 5})");
  expect_refused({"match", "random", "greedy:nodes=3"}, "greedy does not take nodes");
  expect_refused({"match", "gaze:depth=3", "greedy"}, "there is no option depth");
  expect_refused({"match", "gaze:nodes=3,nodes=4", "greedy"}, "nodes is given twice");
  expect_refused({"match", "gaze:nodes=0", "greedy"}, "nodes has to be a number from 1 to 100000000");
  expect_refused({"match", "gaze:weights=", "greedy"}, "weights needs a value");
  expect_refused({"match", "gaze:weights=/no/such.json", "greedy"}, "/no/such.json: there is no such file");
  expect_refused({"match", "gaze:weights=" + (folder / "bad.json").string(), "greedy"}, "\"links\" is not a weight");
}

TEST(Match, RefusesUnknownNamesAndBadValues) {
  const TestFolder folder;
  write_file(folder / "bad.json", "{\"id\": \"bad\",\n \"colors\": 5}");
  expect_refused({"match", "greedy", "deep"}, "deep; there are random, greedy");
  expect_refused({"match", "greedy"}, "two players");
  expect_refused(match({"--gmaes", "3"}), "--gmaes");
  expect_refused(match({"--games", "0"}), "--games");
  expect_refused(match({"--games", "3", "--swap"}), "--swap");
  expect_refused(match({"--seed", "x"}), "--seed");
  expect_refused(match({"--ruleset", "tsu-9"}), "tsu-9");
  expect_refused(match({"--ruleset", folder / "bad.json"}), "colors");
  expect_refused(match({"--live"}), "no terminal");
  expect_refused(match({"--live", "--json"}), "--live");
}

constexpr const char* kTakesScreen = "\x1b[?1049h";
constexpr const char* kGivesScreenBack = "\x1b[?1049l";

TEST(Match, PlaysTheGivenQueue) {
  const std::vector<std::string> words = {"match", "random", "random", "--quiet", "--json", "--seed", "3"};
  const auto with_queue = [&](const std::string& queue) {
    std::vector<std::string> more = words;
    more.insert(more.end(), {"--queue", queue});
    return run(more);
  };
  const ProgramResult official = with_queue("official:25741");
  EXPECT_EQ(official.exit_code, 0);
  EXPECT_NE(official.out, run(words).out);
  EXPECT_NE(official.out, with_queue("official:1").out);
  EXPECT_EQ(with_queue("RB YG").out, with_queue("4567").out);
  for (const char* bad : {"official:0", "official:65537", "official:x", "RB YP", "RX", "45X"}) {
    const ProgramResult refused = with_queue(bad);
    EXPECT_EQ(refused.exit_code, 2) << bad;
    EXPECT_THAT(refused.err, StartsWith("rensa: --queue: ")) << bad;
  }
}

TEST(Program, NamesAnUnknownCommand) {
  const ProgramResult result = run({"mach"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, StartsWith("rensa: no command mach; there are match"));
}

TEST(Program, NamesAnUnknownCommandOfACommand) {
  const ProgramResult result = run({"tournament", "foo"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, StartsWith("rensa: no command foo; there are run show"));
}

TEST(Program, SaysWhenItsOutputIsLost) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"perft", "--depth", "1"}, {"match", "--list-players"}, {"--help"}, {"--version"}}) {
    const ProgramResult result = run(words, "/dev/full");
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_THAT(result.err, StartsWith("rensa: the output could not be written"));
  }
}

TEST(Program, SaysNothingWhenTheReaderOfItsOutputHasGone) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"perft", "--depth", "1"}, {"match", "--list-players"}, {"--help"}, {"--version"}}) {
    const ProgramResult result = run_without_reader(words);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.err, "");
  }
}

TEST(Match, SeedsAreDecimalNumbersOnly) {
  for (const char* bad : {"-1", "18446744073709551616", "0x10", "1 ", "ten"}) {
    EXPECT_EQ(run({"match", "random", "random", "--quiet", "--seed", bad}).exit_code, 2) << bad;
  }
}

class LiveMatch : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_terminals()) GTEST_SKIP() << "this system has no pseudo-terminals (/dev/pts) to draw on";
  }
};

TEST_F(LiveMatch, DrawsOnATerminalAndRestoresIt) {
  const ProgramResult result = run_on_terminal(match({"--seed", "3", "--speed", "1000"}), {});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith(kTakesScreen));
  const std::size_t end = result.out.rfind(kGivesScreenBack);
  ASSERT_NE(end, std::string::npos);
  EXPECT_THAT(result.out.substr(0, end), HasSubstr("hand "));
  EXPECT_THAT(result.out.substr(end), HasSubstr("1 of 1 games"));
}

TEST_F(LiveMatch, RestoresTheTerminalWhenStopped) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const ProgramResult result = run_on_terminal(match({"--seed", "3"}), {.after = "hand ", .signal = signal});
    EXPECT_EQ(result.exit_code, 128 + signal);
    EXPECT_THAT(result.out, HasSubstr(kGivesScreenBack));
  }
}

TEST_F(LiveMatch, EndsByKey) {
  const ProgramResult result = run_on_terminal(match({"--seed", "3"}), {.after = "hand ", .keys = "q"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("0 of 1 games"));
}

TEST_F(LiveMatch, ShowsLettersWithoutColours) {
  const TerminalOptions plain{.after = "hand ", .signal = SIGINT, .environment = {"NO_COLOR=1"}};
  EXPECT_THAT(run_on_terminal(match({"--seed", "3"}), plain).out, Not(HasSubstr("[0;38;")));
  const TerminalOptions colours{.after = "hand ", .signal = SIGINT, .environment = {"COLORTERM=truecolor"}};
  EXPECT_THAT(run_on_terminal(match({"--seed", "3"}), colours).out, HasSubstr(";48;2;"));
  const TerminalOptions few{.after = "hand ", .signal = SIGINT};
  EXPECT_THAT(run_on_terminal(match({"--seed", "3"}), few).out, HasSubstr(";48;5;"));
}

TEST_F(LiveMatch, SaysThatTheTerminalIsTooSmall) {
  const TerminalOptions small{.columns = 60, .rows = 20, .after = "80x24", .signal = SIGINT};
  const ProgramResult result = run_on_terminal(match({"--seed", "3"}), small);
  EXPECT_THAT(result.out, HasSubstr("60x20"));
  EXPECT_THAT(result.out, HasSubstr("80x24"));
  EXPECT_THAT(result.out, Not(HasSubstr("hand ")));
}

TEST_F(LiveMatch, LeavesADumbTerminalAlone) {
  const TerminalOptions dumb{.environment = {"TERM=dumb"}};
  const ProgramResult result = run_on_terminal(match({"--seed", "3"}), dumb);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace rensa::cli::test
