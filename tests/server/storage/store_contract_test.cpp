#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <set>
#include <thread>

#include "server/storage/memory_store.h"
#include "server/storage/sqlite_store.h"
#include "server/storage/store.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/scratch_folder.h"

// Tests that every store must pass.

namespace rensa::storage {
namespace {

using test::game_row;
using test::match_row;
using test::record_of;
using test::save;
using test::SaveResult;
using test::start_saving;
using test::stored;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;
using testing::SizeIs;

using Make = std::unique_ptr<Store> (*)(const test::ScratchFolder&);

std::unique_ptr<Store> make_sqlite(const test::ScratchFolder& scratch) {
  return std::make_unique<SqliteStore>(scratch.server());
}
std::unique_ptr<Store> make_memory(const test::ScratchFolder&) {
  return std::make_unique<MemoryStore>(MemoryStore::Saving::at_once);
}

class AnyStore : public testing::TestWithParam<Make> {
 protected:
  AnyStore() : store_(GetParam()(scratch_)) {}

  test::ScratchFolder scratch_;
  std::unique_ptr<Store> store_;
};

INSTANTIATE_TEST_SUITE_P(Contract, AnyStore, testing::Values(make_sqlite, make_memory),
                         [](const auto& made) { return std::string(made.param == make_sqlite ? "Sqlite" : "Memory"); });

TEST_P(AnyStore, IsEmptyAtFirst) {
  EXPECT_THAT(store_->games({}), IsEmpty());
  EXPECT_THAT(store_->games_of_match(1), IsEmpty());
  EXPECT_THAT(store_->tokens(), IsEmpty());
  EXPECT_EQ(store_->game(1), std::nullopt);
  EXPECT_EQ(store_->record(1), std::nullopt);
  EXPECT_EQ(store_->last_match(), 0U);
}

TEST_P(AnyStore, GamesAreReadAsTheyWereSaved) {
  for (int game = 1; game <= 3; ++game) {
    const SaveResult saved = save(*store_, 7, game);
    ASSERT_EQ(saved.error, "");
    EXPECT_EQ(store_->game(saved.record), stored(game_row(7, game), saved.record));
    EXPECT_EQ(store_->record(saved.record), record_of(7, game));
  }
}

TEST_P(AnyStore, EmptyTextsAndRecordsAreKept) {
  const MatchRow match{.match = 1, .players = {}, .ruleset = {}, .clock = {}, .started = {}};
  const GameRow game{.match = 1, .players = {}, .ruleset = {}, .winner = {}, .cause = {}, .ended = {}};
  const SaveResult saved = save(*store_, match, game, {});
  ASSERT_EQ(saved.error, "");
  EXPECT_EQ(store_->game(saved.record), stored(game, saved.record));
  EXPECT_EQ(store_->record(saved.record), std::vector<std::uint8_t>{});
}

TEST_P(AnyStore, ExtremesAreKept) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::uint64_t number = static_cast<std::uint64_t>(kMost);
  GameRow game = game_row(number, 1);
  game.game = std::numeric_limits<int>::max();
  game.frames = std::numeric_limits<int>::max();
  game.scores = {kLeast, kMost};
  game.cause = std::string("a\0b\xFF'; DROP TABLE games", 24);
  const SaveResult saved = save(*store_, match_row(number), game, std::vector<std::uint8_t>(3'000'000, 0));
  ASSERT_EQ(saved.error, "");
  EXPECT_EQ(store_->game(saved.record), stored(game, saved.record));
  EXPECT_EQ(store_->record(saved.record)->size(), 3'000'000U);
  EXPECT_EQ(store_->last_match(), number);
}

TEST_P(AnyStore, RecordsAreNumberedUpwards) {
  std::uint64_t last = 0;
  for (int game = 1; game <= 5; ++game) {
    const SaveResult saved = save(*store_, 1, game);
    EXPECT_GT(saved.record, last);
    last = saved.record;
  }
}

TEST_P(AnyStore, GamesOfAMatchComeInTheirOrder) {
  save(*store_, 5, 2);
  save(*store_, 6, 1);
  save(*store_, 5, 1);
  const std::vector<GameRow> games = store_->games_of_match(5);
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_EQ(games[0], stored(game_row(5, 1), 3));
  EXPECT_EQ(games[1], stored(game_row(5, 2), 1));
}

TEST_P(AnyStore, PagesGoFromTheNewestToTheOldest) {
  for (int game = 1; game <= 10; ++game) ASSERT_EQ(save(*store_, 1, game).error, "");
  std::vector<int> seen;
  GamesQuery page{.before = 0, .limit = 4};
  for (;;) {
    const std::vector<GameRow> games = store_->games(page);
    if (games.empty()) break;
    EXPECT_LE(games.size(), 4U);
    for (const GameRow& game : games) seen.push_back(game.game);
    page.before = games.back().record;
  }
  EXPECT_THAT(seen, ElementsAre(10, 9, 8, 7, 6, 5, 4, 3, 2, 1));
}

TEST_P(AnyStore, PagesOfInvalidSizesAreEmpty) {
  save(*store_, 1, 1);
  EXPECT_THAT(store_->games({.before = 0, .limit = 0}), IsEmpty());
  EXPECT_THAT(store_->games({.before = 0, .limit = -1}), IsEmpty());
  EXPECT_THAT(store_->games({.before = 1, .limit = 5}), IsEmpty());
  EXPECT_THAT(store_->games({.before = std::numeric_limits<std::uint64_t>::max(), .limit = 5}), SizeIs(1));
}

TEST_P(AnyStore, UnknownNumbersFindNothing) {
  save(*store_, 1, 1);
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{2}, std::numeric_limits<std::uint64_t>::max()}) {
    EXPECT_EQ(store_->game(number), std::nullopt);
    EXPECT_EQ(store_->record(number), std::nullopt);
    EXPECT_THAT(store_->games_of_match(number), IsEmpty());
  }
}

TEST_P(AnyStore, LastMatchIsTheLargest) {
  save(*store_, 12, 1);
  save(*store_, 9, 1);
  EXPECT_EQ(store_->last_match(), 12U);
}

TEST_P(AnyStore, TheSameGameAgainIsTheSameRecord) {
  const SaveResult first = save(*store_, 3, 1);
  save(*store_, 3, 2);
  const SaveResult again = save(*store_, 3, 1);
  EXPECT_EQ(again.error, "");
  EXPECT_EQ(again.record, first.record);
  GameRow numbered = game_row(3, 1);
  numbered.record = 99;  // is not looked at
  EXPECT_EQ(save(*store_, match_row(3), numbered, record_of(3, 1)).record, first.record);
  EXPECT_THAT(store_->games({}), SizeIs(2));
}

TEST_P(AnyStore, TheSameGameWithOtherContentFails) {
  const SaveResult first = save(*store_, 3, 1);
  GameRow other = game_row(3, 1);
  other.frames += 1;
  EXPECT_EQ(save(*store_, match_row(3), other, record_of(3, 1)).error,
            "Game 1 of match 3 is stored already with other content.");
  EXPECT_EQ(save(*store_, match_row(3), game_row(3, 1), record_of(3, 2)).error,
            "Game 1 of match 3 is stored already with other content.");
  std::vector<std::uint8_t> longer = record_of(3, 1);
  longer.push_back(0);
  EXPECT_NE(save(*store_, match_row(3), game_row(3, 1), longer).error, "");
  EXPECT_EQ(store_->game(first.record), stored(game_row(3, 1), first.record));
  EXPECT_EQ(store_->record(first.record), record_of(3, 1));
}

TEST_P(AnyStore, AMatchKeepsTheContentOfItsFirstGame) {
  save(*store_, 3, 1);
  MatchRow other = match_row(3);
  other.clock = "turns";
  EXPECT_EQ(save(*store_, other, game_row(3, 2), record_of(3, 2)).error,
            "Match 3 is stored already with other content.");
  EXPECT_THAT(store_->games({}), SizeIs(1));
}

TEST_P(AnyStore, ImpossibleGamesFailWithASentence) {
  GameRow game = game_row(0, 1);
  EXPECT_EQ(save(*store_, match_row(0), game, {}).error,
            "Game 1 of match 0 cannot be stored: its match has no valid number.");
  EXPECT_EQ(store_->last_match(), 0U);
  EXPECT_THAT(store_->games({}), IsEmpty());
}

TEST_P(AnyStore, TwoThreadsThatSaveTheSameGameGetTheSameRecord) {
  constexpr int kGames = 100;
  std::vector<std::uint64_t> records[2];
  {
    std::vector<std::thread> threads;
    for (std::vector<std::uint64_t>& mine : records) {
      threads.emplace_back([&] {
        std::vector<std::future<SaveResult>> coming;
        for (int game = 1; game <= kGames; ++game) {
          coming.push_back(start_saving(*store_, 1 + static_cast<std::uint64_t>(game % 3), game));
          store_->games({.before = 0, .limit = 3});
          store_->last_match();
        }
        for (auto& saved : coming) mine.push_back(saved.get().record);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(records[0], records[1]);
  EXPECT_THAT(std::set<std::uint64_t>(records[0].begin(), records[0].end()), SizeIs(kGames));
  EXPECT_THAT(store_->games({.before = 0, .limit = 1000}), SizeIs(kGames));
}

TEST_P(AnyStore, TheDestructorFinishesAllSaves) {
  std::vector<std::future<SaveResult>> coming;
  for (int game = 1; game <= 200; ++game) coming.push_back(start_saving(*store_, 1, game));
  store_.reset();
  for (auto& saved : coming) EXPECT_GT(saved.get().record, 0U);
}

TEST_P(AnyStore, ACallbackMaySaveTheNextGame) {
  std::promise<SaveResult> second;
  store_->save_game(
      match_row(1), game_row(1, 1), {},
      [&](std::uint64_t) {
        store_->save_game(
            match_row(1), game_row(1, 2), {}, [&](std::uint64_t record) { second.set_value({record, ""}); },
            [&](std::string fault) { second.set_value({0, std::move(fault)}); });
      },
      [](const std::string& fault) { ADD_FAILURE() << fault; });
  EXPECT_EQ(second.get_future().get().record, 2U);
}

TEST_P(AnyStore, ATokenIsFoundByItsText) {
  const std::string text = store_->create_token("builder", Role::worker);
  EXPECT_THAT(text, MatchesRegex("rw_[A-Za-z0-9_-]{43}"));
  const auto token = store_->find_token(text);
  ASSERT_TRUE(token);
  EXPECT_EQ(token->name, "builder");
  EXPECT_EQ(token->role, Role::worker);
  EXPECT_FALSE(token->revoked);
  EXPECT_THAT(token->created, MatchesRegex("20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"));
  EXPECT_THAT(store_->tokens(), ElementsAre(*token));
}

TEST_P(AnyStore, AWrongTokenIsNotFound) {
  const std::string text = store_->create_token("builder", Role::worker);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string wrong = text;
    wrong[i] = wrong[i] == 'x' ? 'y' : 'x';
    EXPECT_EQ(store_->find_token(wrong), std::nullopt) << wrong;
  }
  for (const std::string& wrong : {std::string(), text.substr(1), text + "=", std::string(1'000'000, 'a')}) {
    EXPECT_EQ(store_->find_token(wrong), std::nullopt);
  }
}

TEST_P(AnyStore, ANameIsTakenUntilItsTokenIsRevoked) {
  const std::string text = store_->create_token("builder", Role::worker);
  store_->create_token("boss", Role::administrator);
  EXPECT_TRUE(store_->has_token_for("builder"));
  EXPECT_TRUE(store_->has_token_for("boss"));
  EXPECT_FALSE(store_->has_token_for("buil"));
  EXPECT_FALSE(store_->has_token_for("' OR 1 = 1 --"));
  store_->revoke_token(store_->find_token(text)->id);
  EXPECT_FALSE(store_->has_token_for("builder"));
}

TEST_P(AnyStore, ARevokedTokenIsNotFoundAnyMore) {
  const std::string kept = store_->create_token("kept", Role::administrator);
  const std::string text = store_->create_token("builder", Role::worker);
  EXPECT_THAT(kept, MatchesRegex("ra_.*"));
  const std::int64_t id = store_->find_token(text)->id;
  EXPECT_TRUE(store_->revoke_token(id));
  EXPECT_EQ(store_->find_token(text), std::nullopt);
  EXPECT_TRUE(store_->find_token(kept));
  ASSERT_THAT(store_->tokens(), SizeIs(2));
  EXPECT_TRUE(store_->tokens()[1].revoked);
  EXPECT_TRUE(store_->revoke_token(id));
}

TEST_P(AnyStore, RevokingAnUnknownTokenReturnsFalse) {
  EXPECT_FALSE(store_->revoke_token(0));
  EXPECT_FALSE(store_->revoke_token(-1));
  EXPECT_FALSE(store_->revoke_token(1));
}

TEST_P(AnyStore, ANameHasOneValidTokenForEachRole) {
  const std::string first = store_->create_token("builder", Role::worker);
  try {
    store_->create_token("builder", Role::worker);
    FAIL() << "was taken";
  } catch (const TokenNameError& error) {
    EXPECT_STREQ(error.what(), "There is a token of the worker \"builder\" already: revoke it first.");
  }
  EXPECT_NO_THROW(store_->create_token("builder", Role::administrator));
  EXPECT_NO_THROW(store_->create_token("Builder", Role::worker));
  store_->revoke_token(store_->find_token(first)->id);
  const std::string next = store_->create_token("builder", Role::worker);
  EXPECT_NE(next, first);
  EXPECT_TRUE(store_->find_token(next));
  EXPECT_EQ(store_->find_token(first), std::nullopt);
}

TEST_P(AnyStore, ABadNameIsRefusedAndLeavesNothing) {
  EXPECT_THROW(store_->create_token("", Role::worker), TokenNameError);
  EXPECT_THROW(store_->create_token("two\nlines", Role::worker), TokenNameError);
  EXPECT_THAT(store_->tokens(), IsEmpty());
}

}  // namespace
}  // namespace rensa::storage
