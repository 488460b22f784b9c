#include <algorithm>
#include <chrono>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "server/storage/sqlite/sqlite_store.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/sqlite/store_process.h"
#include "tests/server/storage/waiting_store.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/seed.h"

namespace rensa::storage {
namespace {

struct ReportedGame {
  std::uint64_t record = 0;
  std::uint64_t match = 0;
  int game = 0;
};

std::vector<ReportedGame> reported_games_in(const std::string& output) {
  std::vector<ReportedGame> all;
  std::istringstream lines(output.substr(0, output.rfind('\n') + 1));  // the kill may have cut off the last
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    ReportedGame told;
    EXPECT_TRUE(words >> told.record >> told.match >> told.game) << line;
    all.push_back(told);
  }
  return all;
}

void expect_whole(const test::WaitingStore& store, const ReportedGame& told) {
  EXPECT_EQ(store.game(told.record), test::stored(test::game_row(told.match, told.game), told.record));
  EXPECT_EQ(store.record(told.record), test::record_of(told.match, told.game));
}

TEST(KilledServer, HasEveryGameThatItReported) {
  const test::ScratchFolder scratch;
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  std::vector<ReportedGame> told;
  for (int round = 1; round <= 20; ++round) {
    test::StoreProcess child({"save", scratch.file.string()});
    const std::string first = child.line();  // it has begun to save
    const auto moment = std::chrono::microseconds(std::uniform_int_distribution(0, 40'000)(chance));
    std::this_thread::sleep_for(moment);
    child.kill();
    const std::vector<ReportedGame> now = reported_games_in(first + "\n" + child.rest());
    ASSERT_FALSE(now.empty());
    told.insert(told.end(), now.begin(), now.end());

    SqliteStore killed(scratch.server(), test::run_at_once());
    const test::WaitingStore store(killed);
    for (const ReportedGame& game : now) expect_whole(store, game);
    // Games that were stored but not reported any more are complete, too.
    for (const GameRow& game : store.games({.before = 0, .limit = 20})) {
      expect_whole(store, {game.record, game.match, game.game});
    }
    ASSERT_FALSE(HasFailure()) << "round " << round << ", killed after " << moment.count() << " us";
  }
  SqliteStore store(scratch.server(), test::run_at_once());
  for (const ReportedGame& game : told) expect_whole(test::WaitingStore(store), game);
}

// Two processes reserve numbers from one file, and are killed at any moment.
TEST(KilledServer, GivesNoNumberTwice) {
  const test::ScratchFolder scratch;
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  std::set<std::pair<std::string, std::uint64_t>> given;  // with the kind
  for (int round = 1; round <= tests::cases(10, 1000); ++round) {
    test::StoreProcess one({"reserve", scratch.file.string()});
    test::StoreProcess two({"reserve", scratch.file.string()});
    std::string numbers;
    for (int line = 0; line < 2; ++line) numbers += one.line() + "\n" + two.line() + "\n";  // of both kinds
    std::this_thread::sleep_for(std::chrono::microseconds(std::uniform_int_distribution(0, 10'000)(chance)));
    one.kill();
    two.kill();
    for (test::StoreProcess* process : {&one, &two}) {
      const std::string rest = process->rest();
      numbers += rest.substr(0, rest.rfind('\n') + 1);
    }
    std::istringstream lines(numbers);
    std::string kind;
    std::uint64_t number = 0;
    while (lines >> kind >> number) {
      ASSERT_TRUE(given.emplace(kind, number).second) << kind << " " << number << " again in round " << round;
    }
    ASSERT_TRUE(lines.eof()) << numbers;
  }
  for (const char* kind : {"match", "session"}) {
    EXPECT_GT(std::count_if(given.begin(), given.end(), [&](const auto& id) { return id.first == kind; }), 10) << kind;
  }
}

}  // namespace
}  // namespace rensa::storage
