#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/rules/rng.h"
#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kCup = R"({"name": "cup", "seed": 3, "pairs": 4, "ruleset": "jaist-1",
  "players": ["greedy", "random", {"name": "greedy too", "player": "greedy"}]})";

// A plan in a folder of its own, and what becomes of it there.
class Cup {
 public:
  explicit Cup(const std::string& plan = kCup) { write_to(folder_ / "cup.json", plan); }

  std::vector<std::string> words(const std::string& what, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"tournament", what, (folder_ / "cup.json").string()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Finished call(const std::string& what, const std::vector<std::string>& more = {}) const {
    return run(words(what, more));
  }
  std::filesystem::path journal() const { return folder_ / "cup.run" / "journal.jsonl"; }
  std::filesystem::path games() const { return folder_ / "cup.run" / "games"; }
  void write(const std::string& plan) const { write_to(folder_ / "cup.json", plan); }

 private:
  Folder folder_;
};

TEST(Tournament, IsPlayedToItsEnd) {
  const Cup cup;
  const Finished finished = cup.call("run");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("cup, round-robin, jaist-1, seed 3: 24 of 24 games"));
  EXPECT_EQ(cup.call("show").out, finished.out);
  EXPECT_EQ(cup.call("run").out, finished.out) << "nothing is left to play";
  EXPECT_EQ(cup.call("verify").out, "24 games: ok\n");
}

TEST(Tournament, ComesToTheSameWithAnyNumberOfGamesAtATime) {
  const Cup one;
  const Cup many;
  const Finished slowly = one.call("run", {"--json"});
  EXPECT_EQ(slowly.exit_code, 0) << slowly.err;
  EXPECT_EQ(many.call("run", {"--json", "--jobs", "16"}).out, slowly.out);
}

TEST(Tournament, KilledAtAnyMomentItLosesNothing) {
  constexpr int kKills = 50;
  const std::string plan = R"({"seed": 9, "pairs": 150, "players": ["greedy", {"name": "r", "player": "random"}]})";
  const Cup undisturbed(plan);
  const Finished whole = undisturbed.call("run", {"--json", "--jobs", "2"});
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  const Cup cup(plan);
  rules::Rng rng(1, 1);
  int killed = 0;
  for (int i = 0; i < kKills; ++i) {
    const auto after = std::chrono::microseconds(1'000 + rng.below(20'000));
    killed += run_and_kill(cup.words("run", {"--jobs", "2"}), after) == 128 + SIGKILL ? 1 : 0;
  }
  EXPECT_GT(killed, kKills / 4) << "most of it was over too soon";
  const Finished rest = cup.call("run", {"--json", "--jobs", "2"});
  EXPECT_EQ(rest.exit_code, 0) << rest.err;
  EXPECT_EQ(rest.out, whole.out);
  EXPECT_EQ(cup.call("verify").out, "300 games: ok\n");
}

TEST(Tournament, VerifyFindsWhatWasChanged) {
  const Cup cup;
  ASSERT_EQ(cup.call("run").exit_code, 0);
  std::string journal = content_of(cup.journal());
  std::filesystem::remove(cup.games() / "0-0.rensa");
  std::filesystem::copy_file(cup.games() / "1-0.rensa", cup.games() / "1-1.rensa",
                             std::filesystem::copy_options::overwrite_existing);
  const Finished found = cup.call("verify");
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_THAT(found.out, HasSubstr("0-0.rensa: No such file"));
  EXPECT_THAT(found.out, HasSubstr("1-1.rensa: it is of another game"));
  journal[journal.find("\"winner\":") + 9] = '9';
  write_to(cup.journal(), journal);
  EXPECT_THAT(cup.call("verify").out, HasSubstr("it is damaged"));
  EXPECT_EQ(cup.call("run").exit_code, 1) << "nothing goes on from a damaged journal";
}

TEST(Tournament, AnotherPlanNeedsAnotherFolder) {
  const Cup cup;
  ASSERT_EQ(cup.call("run").exit_code, 0);
  cup.write(R"({"players": ["greedy", "random"]})");
  const Finished finished = cup.call("run");
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("another plan"));
}

TEST(Tournament, ADryRunSaysWhoWouldPlay) {
  const Cup cup(R"({"format": "gauntlet", "pairs": 2, "players": ["greedy", "random", "potential"]})");
  const Finished finished = cup.call("run", {"--dry-run"});
  EXPECT_EQ(finished.out,
            "greedy - random\ngreedy - potential\ngreedy - random\ngreedy - potential\n4 pairs, 8 games\n");
  EXPECT_FALSE(std::filesystem::exists(cup.journal()));
}

TEST(Tournament, WrongPlansAreNamed) {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "parse error"},
      {"[]", "it has to be an object"},
      {R"({"players": ["greedy"]})", "\"players\" has to name from 2"},
      {R"({"players": ["greedy", "greedy"]})", "two players are called greedy"},
      {R"({"players": ["greedy", "nobody"]})", "no player nobody"},
      {R"({"players": ["greedy", {"name": "x"}]})", "\"player\" is missing"},
      {R"({"players": ["greedy", {"player": "random", "nmae": "x"}]})", "\"nmae\" is not known"},
      {R"({"players": ["greedy", "random"], "pair": 3})", "\"pair\" is not known"},
      {R"({"players": ["greedy", "random"], "pairs": -3})", "\"pairs\" has to be a whole number"},
      {R"({"players": ["greedy", "random"], "format": "swiss"})", "\"format\" has to be"},
      {R"({"players": ["greedy", "random"], "ruleset": "tsu-9"})", "tsu-9"},
      {R"({"players": ["greedy", "random"], "challengers": 1})", "those of a gauntlet"},
      {R"({"players": ["greedy", "random"], "format": "gauntlet", "challengers": 2})", "more challengers"},
  };
  for (const auto& [plan, why] : wrong) {
    const Finished finished = Cup(plan).call("run");
    EXPECT_EQ(finished.exit_code, 2) << plan;
    EXPECT_THAT(finished.out, IsEmpty());
    EXPECT_THAT(finished.err, HasSubstr(why));
  }
}

}  // namespace
}  // namespace rensa::cli::test
