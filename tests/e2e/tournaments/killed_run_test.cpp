#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ostream>
#include <random>
#include <string>

#include "server/base/exit_code.h"
#include "tests/e2e/tournaments/played_cup.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/paths.h"
#include "tests/tools/seed.h"

// Plays tournaments by `rensa tournament run`, once undisturbed and once by a program that is killed and called again,
// again and again. In the end both have the same tables, journals and records.

namespace rensa::e2e {
namespace {

struct Way {
  const char* name;
  int jobs = 1;  // the number of games at a time
  Words flags;
};

void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }

// A tournament in a folder of its own.
class LocalCup {
 public:
  explicit LocalCup(const Way& way) : way_(way) {
    const Json plan = {{"name", "cup"},
                       {"seed", 8},
                       {"clock", "virtual"},
                       {"charge", 12},
                       {"pairs", tests::cases(3, 20)},
                       {"audit", 0.25},
                       {"players", {"greedy", "random", {{"name", "small gaze"}, {"player", "gaze:nodes=200"}}}}};
    std::ofstream(scratch_.file("cup.json")) << plan.dump();
  }

  // Begins the tournament or continues it, and stops the program by this signal once the tournament has these bytes.
  void stop_after(std::uint64_t bytes, int signal) const {
    Process run(words(), scratch_.file("run.log"));
    // The last program may have left more than these bytes. Then this one has still to begin.
    const auto can_stop = [&] { return bytes_of_cup(folder()) >= bytes && (signal == SIGKILL || run.handles(signal)); };
    ASSERT_TRUE(soon_becomes_true([&] { return can_stop() || run.has_ended(); })) << log();
    run.signal(signal);
    const int stopped = signal == SIGKILL ? -SIGKILL : base::exit_code_of_signal(signal);
    EXPECT_THAT(run.wait(), testing::AnyOf(0, stopped)) << log();  // 0: the tournament was over just before
  }
  PlayedCup finish() const {
    Process run(words(), scratch_.file("run.log"));
    EXPECT_EQ(run.wait(), 0) << log();
    EXPECT_EQ(call({"verify"}).status, 0);
    PlayedCup cup = read_cup(folder());
    for (const char* format : {"text", "csv", "md", "json"}) {
      const ProgramResult table = call({"show", "--format", format});
      EXPECT_EQ(table.status, 0) << table.errors;
      cup.tables[format] = without_thinking_times(table.output);
    }
    return cup;
  }

 private:
  std::filesystem::path folder() const { return scratch_.file("cup.run"); }
  std::string log() const { return read_text_file(scratch_.file("run.log")); }
  Words words() const {
    Words words{tests::program_path("rensa"), "tournament", "run", scratch_.file("cup.json"), "--jobs",
                std::to_string(way_.jobs),    "--quiet"};
    words.insert(words.end(), way_.flags.begin(), way_.flags.end());
    return words;
  }
  ProgramResult call(Words words) const {
    words.insert(words.begin() + 1, scratch_.file("cup.json"));
    words.insert(words.begin(), {tests::program_path("rensa"), "tournament"});
    return run_program(scratch_, words);
  }

  const Way way_;
  const TemporaryFolder scratch_;
};

class KilledRun : public testing::TestWithParam<Way> {};

INSTANTIATE_TEST_SUITE_P(Of, KilledRun,
                         testing::Values(Way{.name = "GamesOneByOne", .flags = {}},
                                         Way{.name = "ThreeGamesAtATime", .jobs = 3, .flags = {}},
                                         Way{.name = "GamesOverSockets", .flags = {"--over-sockets"}}),
                         [](const auto& way) { return std::string(way.param.name); });

TEST_P(KilledRun, EndsLikeTheUndisturbedOne) {
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  const PlayedCup expected = LocalCup(GetParam()).finish();
  ASSERT_FALSE(expected.records.empty());
  const LocalCup killed(GetParam());
  for (const std::uint64_t bytes : draw_sizes(chance, tests::cases(6, 100), expected)) {
    const int signal = std::bernoulli_distribution(0.8)(chance) ? SIGKILL : SIGINT;
    SCOPED_TRACE("signal " + std::to_string(signal) + " after " + std::to_string(bytes) + " bytes");
    ASSERT_NO_FATAL_FAILURE(killed.stop_after(bytes, signal));
  }
  expect_like_undisturbed(killed.finish(), expected, GetParam().jobs);
}

}  // namespace
}  // namespace rensa::e2e
