#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <sstream>

#include "clients/cli/dataset/decision_row.h"
#include "clients/cli/dataset/zip_file.h"
#include "engine/record/codec.h"
#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"
#include "tests/server/app/run_program.h"
#include "tests/tools/paths.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Records a match of some games with changed seats, and returns its folder.
std::filesystem::path recorded_match(const TestFolder& folder, const std::string& games, const std::string& ruleset) {
  const std::filesystem::path to = folder / ruleset;
  const ProgramResult played = run({"match", "greedy", "random", "--seed", "4", "--games", games, "--swap", "--quiet",
                                    "--ruleset", ruleset, "--record", to});
  EXPECT_EQ(played.exit_code, 0) << played.err;
  return to;
}

std::vector<std::vector<std::string>> rows_of_csv(const std::filesystem::path& file) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(read_file(file));
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string>& row = rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
  }
  return rows;
}

record::Record with_seed(std::uint64_t seed) {
  record::Record record;
  record.setup.seed = seed;
  return record;
}

TEST(RecordExport, WritesALineForEachDecision) {
  const TestFolder folder;
  const std::filesystem::path games = recorded_match(folder, "2", "tsu-1");
  const ProgramResult result = run({"record", "export", games, "--csv", folder / "rows.csv"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::vector<std::vector<std::string>> rows = rows_of_csv(folder / "rows.csv");
  EXPECT_EQ(result.err,
            "2 games: " + std::to_string(rows.size() - 1) + " decisions in " + (folder / "rows.csv").string() + "\n");
  ASSERT_GT(rows.size(), 20U);
  const std::vector<std::string> first(rows[1].begin(), rows[1].begin() + 5);
  EXPECT_EQ(first[0], "0");
  EXPECT_EQ(first[2], "0") << "seat one first";
  EXPECT_EQ(first[3], "1") << "the first hand";
  EXPECT_EQ(rows[1][5], '"' + std::string(84, '.') + '"') << "an empty field";
  for (const std::vector<std::string>& row : rows) ASSERT_EQ(row.size(), rows[0].size());
}

TEST(RecordExport, RefusesWhatItCannotWriteWholly) {
  const TestFolder folder;
  const std::filesystem::path games = recorded_match(folder, "2", "tsu-1");
  const std::filesystem::path others = recorded_match(folder, "2", "jaist-1");
  const auto expect_error = [&folder](const std::vector<std::string>& words, int exit_code, const std::string& text) {
    const ProgramResult result = run(words);
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    EXPECT_THAT(result.err, HasSubstr(text));
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      EXPECT_THAT(entry.path().string(), Not(HasSubstr("new"))) << "something was left";
    }
  };
  const std::string to = folder / "new";
  expect_error({"record", "export", games, others, "--csv", to}, base::kExitFailed, "its ruleset is jaist-1");
  expect_error({"record", "export", games, others, "--npz", to}, base::kExitFailed, "its ruleset is jaist-1");
  expect_error({"record", "export", folder / "missing", "--npz", to}, base::kExitFailed, "there is no such file");
  expect_error({"record", "export", folder.path(), "--npz", to}, base::kExitFailed, "the folder has no record");
  expect_error({"record", "export", games, "--npz", to, "--test", to}, base::kExitWrongCall, "another file");
  expect_error({"record", "export", games, "--csv", to, "--test", folder / "." / "new"}, base::kExitWrongCall,
               "another file");
  expect_error({"record", "export", games, "--json", "--test", to}, base::kExitWrongCall, "--test needs");
  expect_error({"record", "export", games, games, "--json"}, base::kExitWrongCall, "take one record");
  write_file(folder / "bad", "no record");
  expect_error({"record", "export", games, folder / "bad", "--npz", to}, base::kExitAnswerIsNo, "bad: ");
  expect_error({"record", "export", games, "--csv", folder / "nowhere/new"}, base::kExitFailed, "there is no folder");
  write_file(folder / "there", "mine");
  expect_error({"record", "export", games, "--csv", to, "--test", folder / "there"}, base::kExitFailed,
               "is there already");
  EXPECT_EQ(read_file(folder / "there"), "mine");
}

// The limit of the size of files stands for a disk that is full.
TEST(RecordExport, TellsWhyAFileCannotBeWritten) {
  const TestFolder folder;
  const std::filesystem::path games = recorded_match(folder, "2", "tsu-1");
  for (const char* form : {"--csv", "--npz"}) {
    const std::string to = folder / "new";
    const app::test::ProgramResult result =
        app::test::run("trap '' XFSZ; ulimit -f 1; exec '" + tests::program_path("rensa") + "' record export '" +
                       games.string() + "' " + form + " '" + to + "'");
    EXPECT_EQ(result.exit_code, base::kExitFailed);
    EXPECT_EQ(result.output, "rensa: " + to + " cannot be written: File too large\n");
  }
}

TEST(RecordExport, DividesGamesBySeed) {
  const TestFolder folder;
  const std::filesystem::path games = recorded_match(folder, "20", "jaist-1");
  const ProgramResult result = run({"record", "export", games, "--csv", folder / "train.csv", "--test",
                                    folder / "test.csv", "--test-percent", "40"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::array<std::set<std::string>, 2> seeds;
  std::array<std::set<std::string>, 2> numbers;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto rows = rows_of_csv(folder / (i == 0 ? "train.csv" : "test.csv"));
    for (std::size_t row = 1; row < rows.size(); ++row) {
      numbers[i].insert(rows[row][0]);
      seeds[i].insert(rows[row][1]);
    }
    EXPECT_GT(seeds[i].size(), 0U);
    EXPECT_EQ(numbers[i].size(), 2 * seeds[i].size()) << "both games of a seed are in one file";
  }
  EXPECT_EQ(seeds[0].size() + seeds[1].size(), 10U);
  for (const std::string& seed : seeds[0]) EXPECT_EQ(seeds[1].count(seed), 0U);
}

TEST(RecordExport, GamesWithTheSamePairsAreNeverDivided) {
  int test_games = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) test_games += is_test_game(with_seed(seed), 10) ? 1 : 0;
  EXPECT_NEAR(test_games, 100, 30) << "a tenth of these seeds";
  record::Record one = with_seed(0);
  one.setup.queue = rules::PairQueue{};
  const bool is_test = is_test_game(one, 50);
  for (std::uint64_t seed = 1; seed < 50; ++seed) {
    one.setup.seed = seed;
    EXPECT_EQ(is_test_game(one, 50), is_test) << "the queue of its own decides";
  }
}

TEST(RecordExport, AttacksAreThoseOfTheGame) {
  const std::string text = read_file(tests::data_path("record_v1_turns.rensa"));
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  const record::Record record = *record::decode(bytes).record;
  std::array<std::int64_t, 2> attacks{};
  for (const DecisionRow& row : decision_rows_of(record, 0)) attacks[duel::index_of(row.seat)] += row.attack;
  const auto statistics = record::statistics_of(record);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    EXPECT_EQ(attacks[seat], statistics[seat].garbage_sent + statistics[seat].garbage_cancelled);
  }
  EXPECT_GT(attacks[0] + attacks[1], 0);
}

// Python's zipfile checks the checksums and reads ZIP64.
TEST(ZipFile, LargeArchivesAreReadByOthers) {
  const TestFolder folder;
  for (const std::uint64_t greatest_plain_size : {ZipFile::kGreatestPlainSize, std::uint64_t{100}, std::uint64_t{0}}) {
    const std::filesystem::path file = folder / std::to_string(greatest_plain_size);
    std::ofstream out(file, std::ios::binary);
    ZipFile zip(out, greatest_plain_size);
    zip.begin_member("one", 9, 0xCBF4'3926U);  // the checksum of these digits
    out << "123456789";
    zip.begin_member("none", 0, 0);
    zip.begin_member("two", 9, 0xCBF4'3926U);
    out << "123456789";
    zip.finish();
    out.close();
    const std::string check =
        "/usr/bin/python3 -c \"import sys, zipfile; a = zipfile.ZipFile(sys.argv[1]); "
        "assert a.namelist() == ['one', 'none', 'two']; assert a.testzip() is None; "
        "assert [a.read(n) for n in a.namelist()] == [b'123456789', b'', b'123456789']\" ";
    EXPECT_EQ(std::system((check + file.string()).c_str()), 0) << greatest_plain_size;
  }
}

}  // namespace
}  // namespace rensa::cli::test
