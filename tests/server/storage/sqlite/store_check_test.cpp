#include "server/storage/sqlite/store_check.h"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <set>

#include "server/storage/sqlite/database/log_checksum.h"
#include "server/storage/sqlite/database/page_checksum.h"
#include "server/storage/sqlite/database/sql.h"
#include "server/storage/sqlite/last_record.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/sqlite/store_process.h"
#include "tests/server/storage/waiting_store.h"
#include "tests/tools/long_tests.h"

namespace rensa::storage {
namespace {

namespace fs = std::filesystem;
using test::ScratchFolder;
using test::wait_for;
using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr std::uint64_t kFilledMatches = 20;
constexpr std::uint64_t kFilledGames = 2 * kFilledMatches;

// Games of all kinds, some of them late, with tokens.
void fill(const ScratchFolder& scratch) {
  SqliteStore store(scratch.server(), test::run_at_once());
  const test::WaitingStore waiting(store);
  for (std::uint64_t number = 0; number < kFilledGames; ++number) {
    const std::uint64_t match = 1 + number / 2;
    const int game = 1 + static_cast<int>(number % 2);
    GameToSave save{.match = test::match_row(match),
                    .game = test::game_row(match, game),
                    .record = test::record_of(match, game),
                    .is_between_guests = match % 3 == 0};
    save.game.ended = "2026-01-0" + std::to_string(number % 5 == 4 ? 1 : 2 + number / 20) + "T03:05:06Z";
    if (match % 4 == 0) {
      save.record.reset();
      save.is_between_guests = false;
      save.game.tournament = "cup";
      save.game.tournament_game = std::to_string(number) + "-0";
    }
    ASSERT_TRUE(wait_for<std::uint64_t>([&](auto done) { store.save_game(save, std::move(done)); }));
  }
  for (int player = 0; player < 5; ++player) waiting.create_token("player " + std::to_string(player), Role::worker);
  waiting.revoke_token(2);
  waiting.reserve_ids(IdKind::match, 10);
}

StoreReport check(const fs::path& file) {
  return check_store(file, [](const GameRow&, auto) { return std::nullopt; });
}

TEST(StoreCheck, AWholeStoreHasNoFaults) {
  const ScratchFolder scratch;
  fill(scratch);
  const StoreReport report = check(scratch.file);
  EXPECT_THAT(report.faults, IsEmpty());
  EXPECT_EQ(report.games, kFilledGames);
  EXPECT_EQ(report.records, kFilledGames - 2 * (kFilledMatches / 4));
  EXPECT_EQ(report.matches, kFilledMatches);
  EXPECT_EQ(report.tokens, 5U);
  EXPECT_EQ(report.pages, fs::file_size(scratch.file) / kPageBytes);
  EXPECT_THAT(find_damaged_pages(scratch.file, 1'000'000), IsEmpty());
}

// A machine that failed while the log was copied into the file has left pages half written, and the log has them.
TEST(StoreCheck, APageThatTheLogReplacesIsNoFault) {
  const ScratchFolder scratch;
  fill(scratch);
  {
    test::StoreProcess child({"save", scratch.file.string()});
    for (int line = 0; line < 5; ++line) child.line();
    child.kill();
  }
  const std::uint64_t pages = fs::file_size(scratch.file) / kPageBytes;
  std::uint64_t replaced = 0;
  for (const std::uint64_t page : pages_in_log(scratch.file)) {
    if (page > pages) continue;
    ++replaced;
    test::alter(scratch.file, (page - 1) * kPageBytes + 500);
  }
  ASSERT_GT(replaced, 5U);
  EXPECT_LT(replaced, pages);
  EXPECT_THAT(find_damaged_pages(scratch.file, 1'000'000), IsEmpty());
  EXPECT_THAT(check(scratch.file).faults, IsEmpty());
  EXPECT_THAT(find_damaged_pages(scratch.file, 1'000'000), IsEmpty()) << "the log was copied into the file again";
}

// SQLite does not read such a page from the log any more.
TEST(StoreCheck, APageThatIsDamagedAfterTheLogWasCopiedBackIsAFault) {
  const ScratchFolder scratch;
  fill(scratch);
  SqliteStore store(scratch.server(), test::run_at_once());
  ASSERT_EQ(test::save(store, 500, 1).error, "");
  const std::set<std::uint64_t> before = pages_in_log(scratch.file);
  ASSERT_FALSE(before.empty());
  Database(scratch.file, std::chrono::seconds(5)).execute("PRAGMA wal_checkpoint(PASSIVE)");
  ASSERT_GT(fs::file_size(scratch.file.string() + "-wal"), 0U);
  EXPECT_THAT(find_damaged_pages(scratch.file, 1'000'000), IsEmpty());
  const std::uint64_t page = *before.rbegin();
  ASSERT_LE(page, fs::file_size(scratch.file) / kPageBytes);
  test::alter(scratch.file, (page - 1) * kPageBytes + 500);
  EXPECT_THAT(find_damaged_pages(scratch.file, 1'000'000), Not(IsEmpty()));
}

TEST(StoreCheck, AStoreInUseHasNoFaults) {
  const ScratchFolder scratch;
  fill(scratch);
  SqliteStore store(scratch.server(), test::run_at_once());
  ASSERT_EQ(test::save(store, 500, 1).error, "");
  const StoreReport report = check(scratch.file);
  EXPECT_THAT(report.faults, IsEmpty());
  EXPECT_EQ(report.games, kFilledGames + 1);
}

TEST(StoreCheck, RecordsThatAreWrongAreNamed) {
  const ScratchFolder scratch;
  fill(scratch);
  const StoreReport report = check_store(scratch.file, [](const GameRow& game, auto bytes) {
    EXPECT_EQ(test::record_of(game.match, game.game), std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
    return game.record == 5 ? std::optional<std::string>("it is odd.") : std::nullopt;
  });
  EXPECT_THAT(report.faults, ElementsAre("The record of game 5 is wrong: it is odd."));
}

TEST(StoreCheck, RowsThatContradictEachOtherAreNamed) {
  const ScratchFolder scratch;
  fill(scratch);
  {
    Database database(scratch.file, std::chrono::milliseconds(1'000));
    database.execute(
        "PRAGMA foreign_keys = OFF; DELETE FROM matches WHERE match = 2; DELETE FROM records WHERE record = 1; "
        "DELETE FROM games WHERE record = 10; UPDATE guest_totals SET bytes = bytes + 1");
  }
  const StoreReport report = check(scratch.file);
  EXPECT_THAT(report.faults, Contains("Game 3 belongs to a match that is missing."));
  EXPECT_THAT(report.faults, Contains("Game 4 belongs to a match that is missing."));
  EXPECT_THAT(report.faults, Contains("Game 1 has no record, and belongs to no tournament that could have it."));
  EXPECT_THAT(report.faults, Contains("The record 10 belongs to a game that is missing."));
  EXPECT_THAT(report.faults, Contains(StartsWith("The number of games between guests")));
}

TEST(StoreCheck, AMissingOrOldFileIsAnError) {
  const ScratchFolder scratch;
  EXPECT_THROW(check(scratch.file), StoreException);
  EXPECT_FALSE(fs::exists(scratch.file));
}

TEST(StoreCheck, LostDataAreNamed) {
  const ScratchFolder scratch;
  fill(scratch);
  std::ofstream(last_record_file_of(scratch.file)) << "41\n";
  EXPECT_THAT(check(scratch.file).faults,
              ElementsAre(HasSubstr("has records up to number 40, but had them up to number 41")));
  fs::resize_file(scratch.file, 0);
  try {
    check(scratch.file);
    ADD_FAILURE();
  } catch (const StoreException& error) {
    EXPECT_THAT(error.what(), HasSubstr("is empty, but had records up to number 41"));
  }
}

// The answers of a store, as texts; those of a store that cannot be opened are all errors.
struct Answer {
  std::string text;
  bool is_error = false;
};
class Answers {
 public:
  explicit Answers(const ScratchFolder& scratch) {
    try {
      SqliteStore store(scratch.command(), test::run_at_once());
      ask_all(store);
    } catch (const StoreException& error) {
      refusal_ = error.what();
    }
  }
  const std::string& refusal() const { return refusal_; }
  const std::map<std::string, Answer>& all() const { return answers_; }

 private:
  template <typename Value, typename Call, typename Print>
  void ask(const std::string& question, Call call, Print print) {
    const auto answer = wait_for<Value>(call);
    answers_[question] = answer ? Answer{print(*answer)} : Answer{answer.error().message, true};
  }

  static std::string text_of(const GameRow& game) {
    std::ostringstream text;
    text << game.record << ' ' << game.match << ' ' << game.game << ' ' << game.players[0] << ' ' << game.players[1]
         << ' ' << game.ruleset << ' ' << game.winner.value_or(0) << ' ' << game.cause << ' ' << game.frames << ' '
         << game.scores[0] << ' ' << game.scores[1] << ' ' << game.ended << ' ' << game.tournament << ' '
         << game.tournament_game << '\n';
    return text.str();
  }
  static std::string text_of_all(const std::vector<GameRow>& games) {
    std::string text;
    for (const GameRow& game : games) text += text_of(game);
    return text;
  }

  void ask_all(Store& store) {
    const std::vector<GamesQuery> lists{{},
                                        {.before = 15, .limit = 7},
                                        {.player = "greedy"},
                                        {.player = test::match_row(3).players[1]},
                                        {.ruleset = "tsu-1"},
                                        {.tournament = "cup"},
                                        {.from = "2026-01-02", .to = "2026-01-03"}};
    for (std::size_t i = 0; i < lists.size(); ++i) {
      ask<std::vector<GameRow>>(
          "list " + std::to_string(i), [&](auto done) { store.list_games(lists[i], done); }, text_of_all);
    }
    for (std::uint64_t match = 1; match <= kFilledMatches + 1; ++match) {
      ask<std::vector<GameRow>>(
          "match " + std::to_string(match), [&](auto done) { store.list_games_of_match(match, done); }, text_of_all);
    }
    for (std::uint64_t record = 1; record <= kFilledGames + 1; ++record) {
      ask<std::optional<GameRow>>(
          "Game " + std::to_string(record) + " ", [&](auto done) { store.find_game(record, done); },
          [](const auto& game) { return game ? text_of(*game) : "none"; });
      ask<std::optional<std::vector<std::uint8_t>>>(
          "The record of game " + std::to_string(record) + " ", [&](auto done) { store.read_record(record, done); },
          [](const auto& bytes) { return bytes ? std::string(bytes->begin(), bytes->end()) : "none"; });
    }
    ask<std::optional<TokenList>>(
        "tokens", [&](auto done) { store.list_tokens_since(0, done); },
        [](const auto& list) {
          std::string text = std::to_string(list->version);
          for (const HashedToken& token : list->tokens) {
            text += std::to_string(token.row.id) + token.row.name + token.row.created +
                    (token.row.revoked ? "-" : "+") + std::string(token.hash.begin(), token.hash.end());
          }
          return text;
        });
    // These change the store, so they come last.
    ask<IdBlock>(
        "ids", [&](auto done) { store.reserve_ids(IdKind::match, 1, done); },
        [](const IdBlock& block) { return std::to_string(block.first); });
  }

  std::string refusal_;
  std::map<std::string, Answer> answers_;
};

// Any of the damaged rows that a fault must name: those that the store cannot give by their numbers.
void expect_damaged_rows_named(const Answers& answers, const Answers& undamaged,
                               const std::vector<std::string>& faults) {
  for (const auto& [question, answer] : answers.all()) {
    if (!answer.is_error || undamaged.all().at(question).text == "none") continue;
    if (question.starts_with("Game ") || question.starts_with("The record of game ")) {
      EXPECT_THAT(faults, Contains(StartsWith(question + "cannot be read")));
    } else if (question == "tokens") {
      EXPECT_THAT(faults, Contains(AnyOf(StartsWith("Token "), HasSubstr("table token"))));
    }
  }
}

TEST(DamagedStore, EveryAnswerIsEqualOrAnErrorAndEveryDamagedRowIsNamed) {
  const ScratchFolder scratch;
  fill(scratch);
  const std::string whole = test::bytes_of(scratch.file);
  const Answers undamaged(scratch);
  ASSERT_EQ(undamaged.refusal(), "");
  ASSERT_GT(undamaged.all().size(), 100U);
  std::mt19937 chance(3);
  const std::size_t pages = whole.size() / kPageBytes;
  const int positions = tests::cases(static_cast<int>(pages), 5'000);
  int errors = 0;
  for (int i = 0; i < positions && !HasFailure(); ++i) {
    // Each page has its turn, and the header of the first page has more.
    const std::size_t page = static_cast<std::size_t>(i) % pages;
    const std::size_t place = std::uniform_int_distribution<std::size_t>(0, page == 0 ? 99 : kPageBytes - 1)(chance);
    const int change = std::uniform_int_distribution(1, 255)(chance);
    SCOPED_TRACE("page " + std::to_string(page + 1) + ", byte " + std::to_string(place));
    std::string bytes = whole;
    char& byte = bytes[page * kPageBytes + place];
    byte = static_cast<char>(byte ^ change);
    std::ofstream(scratch.file, std::ios::binary) << bytes;
    for (const char* ending : {"-wal", "-shm", "-journal"}) fs::remove(scratch.file.string() + ending);
    std::vector<std::string> faults;
    try {
      faults = check(scratch.file).faults;
    } catch (const StoreException& error) {
      faults.emplace_back(error.what());
    }
    EXPECT_THAT(faults, Not(IsEmpty()));
    EXPECT_EQ(test::bytes_of(scratch.file), bytes) << "the check changes nothing";

    const Answers answers(scratch);
    if (!answers.refusal().empty()) {
      EXPECT_THAT(answers.refusal(), HasSubstr("damaged"));
      ++errors;
      continue;
    }
    for (const auto& [question, answer] : answers.all()) {
      if (answer.is_error) {
        EXPECT_THAT(answer.text, HasSubstr("damaged")) << question;
        ++errors;
      } else {
        EXPECT_EQ(answer.text, undamaged.all().at(question).text) << question;
      }
    }
    expect_damaged_rows_named(answers, undamaged, faults);
  }
  EXPECT_GT(errors, positions / 2);
}

}  // namespace
}  // namespace rensa::storage
