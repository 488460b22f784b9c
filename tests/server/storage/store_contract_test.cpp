#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <set>
#include <thread>

#include "server/storage/store.h"
#include "server/storage/token.h"
#include "tests/server/storage/any_store.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/waiting_store.h"

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

class AnyStore : public test::AnyStoreTest {};

INSTANTIATE_TEST_SUITE_P(Contract, AnyStore, testing::ValuesIn(test::kStores),
                         [](const auto& store) { return store.param.name; });

TEST_P(AnyStore, IsEmptyAtFirst) {
  const test::WaitingStore store(*store_);
  EXPECT_THAT(store.games({}), IsEmpty());
  EXPECT_THAT(store.games_of_match(1), IsEmpty());
  EXPECT_THAT(store.tokens(), IsEmpty());
  EXPECT_EQ(store.game(1), std::nullopt);
  EXPECT_EQ(store.record(1), std::nullopt);
}

TEST_P(AnyStore, GamesAreReadAsTheyWereSaved) {
  const test::WaitingStore store(*store_);
  for (int game = 1; game <= 3; ++game) {
    const SaveResult saved = save(*store_, 7, game);
    ASSERT_EQ(saved.error, "");
    EXPECT_EQ(store.game(saved.record), stored(game_row(7, game), saved.record));
    EXPECT_EQ(store.record(saved.record), record_of(7, game));
  }
}

TEST_P(AnyStore, EmptyTextsAndRecordsAreKept) {
  const test::WaitingStore store(*store_);
  const MatchRow match{.match = 1, .players = {}, .ruleset = {}, .clock = {}, .started = {}};
  const GameRow game{.match = 1, .players = {}, .ruleset = {}, .winner = {}, .cause = {}, .ended = {}};
  const SaveResult saved = save(*store_, match, game, {});
  ASSERT_EQ(saved.error, "");
  EXPECT_EQ(store.game(saved.record), stored(game, saved.record));
  EXPECT_EQ(store.record(saved.record), std::vector<std::uint8_t>{});
}

TEST_P(AnyStore, AGameWhoseRecordIsKeptElsewhereIsListedWithoutOne) {
  const test::WaitingStore store(*store_);
  GameRow game = game_row(1, 1);
  game.tournament = "cup";
  game.tournament_game = "3-1";
  const auto save_again = [&](std::optional<std::vector<std::uint8_t>> record) {
    return test::wait_for<std::uint64_t>(
        [&](auto done) { store_->save_game({match_row(1), game, std::move(record)}, std::move(done)); });
  };
  EXPECT_EQ(*save_again(std::nullopt), 1U);
  EXPECT_EQ(store.game(1), stored(game, 1));
  EXPECT_EQ(store.record(1), std::nullopt);
  EXPECT_EQ(*save_again(std::nullopt), 1U) << "it is the same game";
  EXPECT_FALSE(save_again(record_of(1, 1))) << "the stored one has no record";
}

TEST_P(AnyStore, ExtremesAreKept) {
  const test::WaitingStore store(*store_);
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
  EXPECT_EQ(store.game(saved.record), stored(game, saved.record));
  EXPECT_EQ(store.record(saved.record)->size(), 3'000'000U);
}

TEST_P(AnyStore, RecordsAreNumberedUpwards) {
  const test::WaitingStore store(*store_);
  std::uint64_t last = 0;
  for (int game = 1; game <= 5; ++game) {
    const SaveResult saved = save(*store_, 1, game);
    EXPECT_GT(saved.record, last);
    last = saved.record;
  }
}

TEST_P(AnyStore, GamesOfAMatchComeInTheirOrder) {
  const test::WaitingStore store(*store_);
  save(*store_, 5, 2);
  save(*store_, 6, 1);
  save(*store_, 5, 1);
  const std::vector<GameRow> games = store.games_of_match(5);
  ASSERT_THAT(games, SizeIs(2));
  EXPECT_EQ(games[0], stored(game_row(5, 1), 3));
  EXPECT_EQ(games[1], stored(game_row(5, 2), 1));
}

TEST_P(AnyStore, PagesGoFromTheNewestToTheOldest) {
  const test::WaitingStore store(*store_);
  for (int game = 1; game <= 10; ++game) ASSERT_EQ(save(*store_, 1, game).error, "");
  std::vector<int> seen;
  GamesQuery page{.before = 0, .limit = 4};
  for (;;) {
    const std::vector<GameRow> games = store.games(page);
    if (games.empty()) break;
    EXPECT_LE(games.size(), 4U);
    for (const GameRow& game : games) seen.push_back(game.game);
    page.before = games.back().record;
  }
  EXPECT_THAT(seen, ElementsAre(10, 9, 8, 7, 6, 5, 4, 3, 2, 1));
}

TEST_P(AnyStore, PagesOfInvalidSizesAreEmpty) {
  const test::WaitingStore store(*store_);
  save(*store_, 1, 1);
  EXPECT_THAT(store.games({.before = 0, .limit = 0}), IsEmpty());
  EXPECT_THAT(store.games({.before = 0, .limit = -1}), IsEmpty());
  EXPECT_THAT(store.games({.before = 1, .limit = 5}), IsEmpty());
  EXPECT_THAT(store.games({.before = std::numeric_limits<std::uint64_t>::max(), .limit = 5}), SizeIs(1));
}

// Every set of filters finds the same games as a look at every game.
TEST_P(AnyStore, FiltersFindTheGamesThatTheyName) {
  const test::WaitingStore store(*store_);
  std::vector<std::future<SaveResult>> coming;
  const auto second = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  for (int game = 1; game <= 40; ++game) {
    GameRow row = game_row(1, game);
    row.players = {"player " + std::to_string(game % 3), "player " + std::to_string(game % 5)};
    row.ruleset = game % 4 == 0 ? "jaist-1" : "tsu-1";
    if (game % 6 < 3) row.tournament = "cup";
    if (game % 6 < 3) row.tournament_game = std::to_string(game) + "-0";
    // Some games are stored after games that ended later.
    row.ended = "2026-01-02T03:04:" + second(game % 7 == 0 ? game - 6 : game) + "Z";
    coming.push_back(start_saving(*store_, match_row(1), row, {}));
  }
  for (auto& saved : coming) ASSERT_EQ(saved.get().error, "");
  const std::vector<GameRow> all = store.games({.limit = 100});
  ASSERT_THAT(all, SizeIs(40));

  int found = 0;
  struct Wanted {
    std::string ruleset;
    std::string tournament;
  };
  for (const char* player : {"", "player 0", "player 4", "nobody"}) {
    for (const auto& [ruleset, tournament] :
         {Wanted{"", ""}, Wanted{"tsu-1", ""}, Wanted{"jaist-1", "cup"}, Wanted{"", "cup"}, Wanted{"", "no cup"}}) {
      for (const char* from : {"", "2026-01-02", "2026-01-02T03:04:08Z", "2026-01-03"}) {
        for (const char* to : {"", "2026-01-02", "2026-01-02T03:04:29Z", "2026-01-03"}) {
          for (const std::uint64_t before : {0U, 20U, 41U}) {
            const GamesQuery query{.before = before,
                                   .limit = 7,
                                   .player = player,
                                   .ruleset = ruleset,
                                   .tournament = tournament,
                                   .from = from,
                                   .to = to};
            std::vector<GameRow> expected;
            for (const GameRow& row : all) {
              if (matches(query, row) && expected.size() < 7) expected.push_back(row);
            }
            EXPECT_EQ(store.games(query), expected) << player << " " << ruleset << " " << tournament << " from " << from
                                                    << " to " << to << " before " << before;
            found += static_cast<int>(expected.size());
          }
        }
      }
    }
  }
  EXPECT_GT(found, 500);
}

// The clock of some games was years ahead, for a moment or for a while.
TEST_P(AnyStore, GamesWithAWrongTimeHideNoOthersFromFilters) {
  const test::WaitingStore store(*store_);
  std::vector<std::future<SaveResult>> coming;
  const auto time = [](int number) {
    return "2026-01-02T03:" + std::to_string(10 + number / 60) + ":" + std::to_string(10 + number % 60 * 5 / 6) + "Z";
  };
  constexpr int kGames = 600;
  for (int game = 1; game <= kGames; ++game) {
    const bool is_wrong = game == 20 || (game > 300 && game < 330);
    GameRow row = game_row(1, game);
    row.players = {"player " + std::to_string(game % 3), "player " + std::to_string(game % 5)};
    row.ended =
        is_wrong ? "2099-01-01T00:00:" + std::to_string(10 + game % 50) + "Z" : time(game % 7 == 0 ? game - 6 : game);
    coming.push_back(start_saving(*store_, match_row(1), row, {}));
  }
  for (auto& saved : coming) ASSERT_EQ(saved.get().error, "");
  const std::vector<GameRow> all = store.games({.limit = kGames});
  ASSERT_THAT(all, SizeIs(kGames));
  for (const char* player : {"", "player 0", "player 4"}) {
    for (const std::string& from : {std::string(), time(15), time(100), time(250), time(590), std::string("2098")}) {
      for (const std::string& to : {std::string(), time(30), time(110), time(400), std::string("2099-02")}) {
        for (const std::uint64_t before : {0U, 20U, 310U}) {
          const GamesQuery query{.before = before, .limit = 9, .player = player, .from = from, .to = to};
          std::vector<GameRow> expected;
          for (const GameRow& row : all) {
            if (matches(query, row) && expected.size() < 9) expected.push_back(row);
          }
          EXPECT_EQ(store.games(query), expected) << player << " from " << from << " to " << to << " before " << before;
        }
      }
    }
  }
}

TEST_P(AnyStore, UnknownNumbersFindNothing) {
  const test::WaitingStore store(*store_);
  save(*store_, 1, 1);
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{2}, std::numeric_limits<std::uint64_t>::max()}) {
    EXPECT_EQ(store.game(number), std::nullopt);
    EXPECT_EQ(store.record(number), std::nullopt);
    EXPECT_THAT(store.games_of_match(number), IsEmpty());
  }
}

TEST_P(AnyStore, TheSameGameAgainIsTheSameRecord) {
  const test::WaitingStore store(*store_);
  const SaveResult first = save(*store_, 3, 1);
  save(*store_, 3, 2);
  const SaveResult again = save(*store_, 3, 1);
  EXPECT_EQ(again.error, "");
  EXPECT_EQ(again.record, first.record);
  GameRow numbered = game_row(3, 1);
  numbered.record = 99;  // is not looked at
  EXPECT_EQ(save(*store_, match_row(3), numbered, record_of(3, 1)).record, first.record);
  EXPECT_THAT(store.games({}), SizeIs(2));
}

TEST_P(AnyStore, TheSameGameWithOtherContentFails) {
  const test::WaitingStore store(*store_);
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
  EXPECT_EQ(store.game(first.record), stored(game_row(3, 1), first.record));
  EXPECT_EQ(store.record(first.record), record_of(3, 1));
}

TEST_P(AnyStore, AMatchKeepsTheContentOfItsFirstGame) {
  const test::WaitingStore store(*store_);
  save(*store_, 3, 1);
  MatchRow other = match_row(3);
  other.clock = "turns";
  EXPECT_EQ(save(*store_, other, game_row(3, 2), record_of(3, 2)).error,
            "Match 3 is stored already with other content.");
  EXPECT_THAT(store.games({}), SizeIs(1));
}

TEST_P(AnyStore, ImpossibleGamesFailWithASentence) {
  const test::WaitingStore store(*store_);
  GameRow game = game_row(0, 1);
  EXPECT_EQ(save(*store_, match_row(0), game, {}).error,
            "Game 1 of match 0 cannot be stored: its match has no valid number.");
  EXPECT_THAT(store.games({}), IsEmpty());
}

TEST_P(AnyStore, TwoThreadsThatSaveTheSameGameGetTheSameRecord) {
  const test::WaitingStore store(*store_);
  constexpr int kGames = 100;
  std::vector<std::uint64_t> records[2];
  {
    std::vector<std::thread> threads;
    for (std::vector<std::uint64_t>& mine : records) {
      threads.emplace_back([&] {
        std::vector<std::future<SaveResult>> coming;
        for (int game = 1; game <= kGames; ++game) {
          coming.push_back(start_saving(*store_, 1 + static_cast<std::uint64_t>(game % 3), game));
          store.games({.before = 0, .limit = 3});
        }
        for (auto& saved : coming) mine.push_back(saved.get().record);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(records[0], records[1]);
  EXPECT_THAT(std::set<std::uint64_t>(records[0].begin(), records[0].end()), SizeIs(kGames));
  EXPECT_THAT(store.games({.before = 0, .limit = 1000}), SizeIs(kGames));
}

TEST_P(AnyStore, TheDestructorFinishesAllSaves) {
  const test::WaitingStore store(*store_);
  std::vector<std::future<SaveResult>> coming;
  for (int game = 1; game <= 200; ++game) coming.push_back(start_saving(*store_, 1, game));
  store_.reset();
  for (auto& saved : coming) EXPECT_GT(saved.get().record, 0U);
}

TEST_P(AnyStore, ACompletionMaySaveTheNextGame) {
  std::promise<SaveResult> second;
  store_->save_game({match_row(1), game_row(1, 1), {}}, [&](const StoreResult<std::uint64_t>& first) {
    EXPECT_TRUE(first);
    store_->save_game({match_row(1), game_row(1, 2), {}},
                      [&](const StoreResult<std::uint64_t>& saved) { second.set_value({*saved, ""}); });
  });
  EXPECT_EQ(second.get_future().get().record, 2U);
}

TEST_P(AnyStore, ATokenIsFoundByItsText) {
  const test::WaitingStore store(*store_);
  const std::string text = store.create_token("builder", Role::worker);
  EXPECT_THAT(text, MatchesRegex("rw_[A-Za-z0-9_-]{43}"));
  const auto token = store.find_token(text);
  ASSERT_TRUE(token);
  EXPECT_EQ(token->name, "builder");
  EXPECT_EQ(token->role, Role::worker);
  EXPECT_FALSE(token->revoked);
  EXPECT_THAT(token->created, MatchesRegex("20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"));
  EXPECT_THAT(store.tokens(), ElementsAre(*token));
}

TEST_P(AnyStore, AWrongTokenIsNotFound) {
  const test::WaitingStore store(*store_);
  const std::string text = store.create_token("builder", Role::worker);
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string wrong = text;
    wrong[i] = wrong[i] == 'x' ? 'y' : 'x';
    EXPECT_EQ(store.find_token(wrong), std::nullopt) << wrong;
  }
  for (const std::string& wrong : {std::string(), text.substr(1), text + "=", std::string(1'000'000, 'a')}) {
    EXPECT_EQ(store.find_token(wrong), std::nullopt);
  }
}

TEST_P(AnyStore, ARevokedTokenIsNotFoundAnyMore) {
  const test::WaitingStore store(*store_);
  const std::string kept = store.create_token("kept", Role::administrator);
  const std::string text = store.create_token("builder", Role::worker);
  EXPECT_THAT(kept, MatchesRegex("ra_.*"));
  const std::int64_t id = store.find_token(text)->id;
  EXPECT_TRUE(store.revoke_token(id));
  EXPECT_EQ(store.find_token(text), std::nullopt);
  EXPECT_TRUE(store.find_token(kept));
  ASSERT_THAT(store.tokens(), SizeIs(2));
  EXPECT_TRUE(store.tokens()[1].revoked);
  EXPECT_TRUE(store.revoke_token(id));
}

TEST_P(AnyStore, RevokingAnUnknownTokenReturnsFalse) {
  const test::WaitingStore store(*store_);
  EXPECT_FALSE(store.revoke_token(0));
  EXPECT_FALSE(store.revoke_token(-1));
  EXPECT_FALSE(store.revoke_token(1));
}

TEST_P(AnyStore, ANameHasOneValidTokenForEachRole) {
  const test::WaitingStore store(*store_);
  const std::string first = store.create_token("builder", Role::worker);
  EXPECT_EQ(store.refusal_of_token("builder", Role::worker),
            "There is a token of the worker \"builder\" already: revoke it first.");
  store.create_token("builder", Role::administrator);
  store.create_token("another builder", Role::worker);
  store.revoke_token(store.find_token(first)->id);
  const std::string next = store.create_token("builder", Role::worker);
  EXPECT_NE(next, first);
  EXPECT_TRUE(store.find_token(next));
  EXPECT_EQ(store.find_token(first), std::nullopt);
}

TEST_P(AnyStore, ANameThatLooksLikeThatOfAValidTokenIsRefused) {
  const test::WaitingStore store(*store_);
  const std::string first = store.create_token("builder", Role::worker);
  for (const char* name : {"Builder", "bui1der", "build\u0435r"}) {
    EXPECT_EQ(store.refusal_of_token(name, Role::administrator),
              std::string("The name \"") + name + "\" looks like \"builder\", for which there is a token.");
  }
  EXPECT_THAT(store.tokens(), SizeIs(1));
  store.revoke_token(store.find_token(first)->id);
  EXPECT_NE(store.create_token("bui1der", Role::worker), "");
}

TEST_P(AnyStore, ABadNameIsRefusedAndLeavesNothing) {
  const test::WaitingStore store(*store_);
  EXPECT_NE(store.refusal_of_token("", Role::worker), "");
  EXPECT_NE(store.refusal_of_token("two\nlines", Role::worker), "");
  EXPECT_THAT(store.tokens(), IsEmpty());
}

TEST_P(AnyStore, TheListOfTokensIsSentOnlyAfterAChange) {
  const test::WaitingStore store(*store_);
  const auto empty = store.tokens_since(0);
  ASSERT_TRUE(empty);
  EXPECT_NE(empty->version, 0U);
  EXPECT_EQ(store.tokens_since(empty->version), std::nullopt);
  save(*store_, 1, 1);
  EXPECT_EQ(store.tokens_since(empty->version), std::nullopt) << "a game is no token";

  const std::string text = store.create_token("builder", Role::worker);
  const auto made = store.tokens_since(empty->version);
  ASSERT_TRUE(made);
  EXPECT_GT(made->version, empty->version);
  ASSERT_THAT(made->tokens, SizeIs(1));
  EXPECT_EQ(made->tokens[0].hash, hash_of_token(text));
  EXPECT_EQ(made->tokens[0].row, store.find_token(text));

  const std::string second = store.create_token("second", Role::worker);
  const auto newer = store.tokens_since(made->version);
  ASSERT_TRUE(newer);
  ASSERT_THAT(newer->tokens, SizeIs(1)) << "the others have not changed";
  EXPECT_EQ(newer->tokens[0].row.name, "second");
  EXPECT_THAT(store.tokens_since(0)->tokens, SizeIs(2));

  store.revoke_token(made->tokens[0].row.id);
  const auto revoked = store.tokens_since(newer->version);
  ASSERT_TRUE(revoked);
  ASSERT_THAT(revoked->tokens, SizeIs(1));
  EXPECT_TRUE(revoked->tokens[0].row.revoked);
  EXPECT_EQ(store.tokens_since(revoked->version), std::nullopt);
}

TEST_P(AnyStore, BlocksOfIdsFollowEachOther) {
  const test::WaitingStore store(*store_);
  EXPECT_EQ(store.reserve_ids(IdKind::match, 10), (IdBlock{.first = 1, .count = 10}));
  EXPECT_EQ(store.reserve_ids(IdKind::match, 1), (IdBlock{.first = 11, .count = 1}));
  EXPECT_EQ(store.reserve_ids(IdKind::session, kMaxIdBlock), (IdBlock{.first = 1, .count = kMaxIdBlock}));
  EXPECT_EQ(store.reserve_ids(IdKind::session, 5), (IdBlock{.first = kMaxIdBlock + 1, .count = 5}));
  EXPECT_EQ(store.reserve_ids(IdKind::match, 3), (IdBlock{.first = 12, .count = 3}));
}

TEST_P(AnyStore, ABlockForMatchesBeginsAfterAllStoredMatches) {
  const test::WaitingStore store(*store_);
  EXPECT_EQ(store.reserve_ids(IdKind::match, 10).first, 1U);
  ASSERT_EQ(save(*store_, 500, 1).error, "");
  ASSERT_EQ(save(*store_, 5, 1).error, "");
  EXPECT_EQ(store.reserve_ids(IdKind::match, 10).first, 501U);
  EXPECT_EQ(store.reserve_ids(IdKind::match, 10).first, 511U);
  EXPECT_EQ(store.reserve_ids(IdKind::session, 10).first, 1U);
}

TEST_P(AnyStore, AnswersComeOnTheLoopAndNeverWithinTheCall) {
  std::promise<bool> is_on_loop;
  bool is_within_call = true;
  bool was_within_call = true;
  loop_.run_after(std::chrono::milliseconds(0), [&] {
    store_->reserve_ids(IdKind::match, 1, [&](const StoreResult<IdBlock>&) {
      was_within_call = is_within_call;
      is_on_loop.set_value(loop_.is_this_thread());
    });
    is_within_call = false;
  });
  EXPECT_TRUE(is_on_loop.get_future().get());
  EXPECT_FALSE(was_within_call);
}

}  // namespace
}  // namespace rensa::storage
