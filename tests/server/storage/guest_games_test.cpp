#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <tuple>

#include "tests/server/storage/any_store.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/waiting_store.h"

// Tests which games between guests every store deletes, and that it keeps all other games.

namespace rensa::storage {
namespace {

using test::game_row;
using test::match_row;
using test::wait_for;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class AnyStoreOfGuests : public test::AnyStoreTest {
 protected:
  std::uint64_t save_game(GameToSave save) {
    const auto saved = wait_for<std::uint64_t>([&](auto done) { store_->save_game(save, std::move(done)); });
    EXPECT_TRUE(saved) << saved.error().message;
    return saved ? *saved : 0;
  }
  GuestGameCounts delete_beyond(const GuestGameLimits& limits) {
    const auto counts =
        wait_for<GuestGameCounts>([&](auto done) { store_->delete_guest_games(limits, std::move(done)); });
    EXPECT_TRUE(counts) << counts.error().message;
    return counts ? *counts : GuestGameCounts{};
  }
  std::vector<std::uint64_t> stored_records() {
    std::vector<std::uint64_t> records;
    for (const GameRow& game : test::WaitingStore(*store_).games({.limit = 10'000})) records.push_back(game.record);
    std::reverse(records.begin(), records.end());
    return records;
  }
};

INSTANTIATE_TEST_SUITE_P(Contract, AnyStoreOfGuests, testing::ValuesIn(test::kStores),
                         [](const auto& store) { return store.param.name; });

GameToSave game_of(std::uint64_t match, const std::string& ended, std::size_t record_bytes, bool is_between_guests) {
  GameToSave save{.match = match_row(match),
                  .game = game_row(match, 1),
                  .record = std::vector<std::uint8_t>(record_bytes, 7),
                  .is_between_guests = is_between_guests};
  save.game.ended = ended;
  return save;
}
GameToSave guest_game(std::uint64_t match, const std::string& ended, std::size_t record_bytes = 500) {
  return game_of(match, ended, record_bytes, true);
}
GameToSave kept_game(std::uint64_t match, const std::string& ended) { return game_of(match, ended, 500, false); }

TEST_P(AnyStoreOfGuests, GamesBetweenGuestsAreDeletedWhenTheirTimeHasPassed) {
  save_game(guest_game(1, "2026-01-01T00:00:00Z"));
  save_game(kept_game(2, "2026-01-01T00:00:01Z"));
  save_game(guest_game(3, "2026-01-02T00:00:00Z"));
  const GuestGameCounts counts = delete_beyond({.kept_since = "2026-01-02T00:00:00Z"});
  EXPECT_EQ(counts.deleted, 1U);
  EXPECT_EQ(counts.games, 1U);
  EXPECT_EQ(counts.bytes, kGuestRowBytes + 500);
  EXPECT_FALSE(counts.has_more);
  const test::WaitingStore store(*store_);
  EXPECT_THAT(stored_records(), ElementsAre(2, 3));
  EXPECT_EQ(store.record(1), std::nullopt);
  EXPECT_EQ(store.game(1), std::nullopt);
  EXPECT_THAT(store.games_of_match(1), IsEmpty());
  EXPECT_TRUE(store.record(2));
  EXPECT_TRUE(store.record(3));
}

TEST_P(AnyStoreOfGuests, TheGamesThatEndedFirstAreDeletedUntilTheRestFits) {
  save_game(guest_game(1, "2026-01-03T00:00:00Z", 1'000));
  save_game(guest_game(2, "2026-01-01T00:00:00Z", 3'000));  // is stored late
  save_game(guest_game(3, "2026-01-04T00:00:00Z", 1'000));
  save_game(guest_game(4, "2026-01-04T00:00:00Z", 1'000));
  EXPECT_EQ(delete_beyond({.max_bytes = 10'000}).deleted, 0U) << "all of them have as much as is allowed";
  EXPECT_EQ(delete_beyond({.max_bytes = 9'999}).deleted, 1U);
  EXPECT_THAT(stored_records(), ElementsAre(1, 3, 4));
  EXPECT_EQ(delete_beyond({.max_bytes = 2'000}).bytes, 2'000U);
  EXPECT_THAT(stored_records(), ElementsAre(4));
  EXPECT_EQ(delete_beyond({.max_bytes = 0}).games, 0U);
  EXPECT_THAT(stored_records(), IsEmpty());
}

TEST_P(AnyStoreOfGuests, GamesOfTournamentsAndOfAccountsAreNeverDeleted) {
  save_game(kept_game(1, "1970-01-01T00:00:00Z"));
  GameToSave arranged{.match = match_row(2), .game = game_row(2, 1), .record = std::nullopt};
  arranged.game.tournament = "cup";
  arranged.game.tournament_game = "0-0";
  save_game(arranged);
  EXPECT_EQ(delete_beyond({.kept_since = "2999-01-01T00:00:00Z", .max_bytes = 0}).deleted, 0U);
  EXPECT_THAT(stored_records(), ElementsAre(1, 2));
}

TEST_P(AnyStoreOfGuests, OneCallDeletesAFewGames) {
  for (std::uint64_t match = 1; match <= kDeletedGuestGames + 5; ++match) {
    save_game(guest_game(match, "2026-01-01T00:00:00Z", 1));
  }
  const GuestGameCounts first = delete_beyond({.max_bytes = 0});
  EXPECT_EQ(first.deleted, static_cast<std::uint64_t>(kDeletedGuestGames));
  EXPECT_TRUE(first.has_more);
  EXPECT_THAT(stored_records(), SizeIs(5));
  const GuestGameCounts second = delete_beyond({.max_bytes = 0});
  EXPECT_EQ(second.deleted, 5U);
  EXPECT_FALSE(second.has_more);
}

TEST_P(AnyStoreOfGuests, TheNumberOfADeletedGameIsGivenToNoOther) {
  save_game(guest_game(1, "2026-01-01T00:00:00Z"));
  delete_beyond({.max_bytes = 0});
  EXPECT_EQ(save_game(guest_game(2, "2026-01-01T00:00:00Z")), 2U);
}

TEST_P(AnyStoreOfGuests, AMatchGoesWithItsLastGame) {
  GameToSave first = guest_game(1, "2026-01-01T00:00:00Z");
  GameToSave second = guest_game(1, "2026-01-02T00:00:00Z");
  second.game.game = 2;
  save_game(first);
  save_game(second);
  delete_beyond({.kept_since = "2026-01-02"});
  EXPECT_THAT(test::WaitingStore(*store_).games_of_match(1), SizeIs(1));
  MatchRow other = match_row(1);
  other.clock = "turns";
  EXPECT_NE(test::save(*store_, other, game_row(1, 3), {}).error, "") << "the match is still stored";
  delete_beyond({.max_bytes = 0});
  EXPECT_EQ(test::save(*store_, other, game_row(1, 3), {}).error, "");
}

// The twin of the choice: it deletes one game after the other.
std::vector<GameToSave> kept_by_twin(std::vector<GameToSave> games, const GuestGameLimits& limits) {
  for (;;) {
    std::uint64_t bytes = 0;
    auto first = games.end();
    for (auto game = games.begin(); game != games.end(); ++game) {
      if (!game->is_between_guests) continue;
      bytes += 1'000 + game->record->size();
      if (first == games.end() ||
          std::tie(game->game.ended, game->game.record) < std::tie(first->game.ended, first->game.record)) {
        first = game;
      }
    }
    if (first == games.end()) return games;
    const bool is_old = !limits.kept_since.empty() && first->game.ended < limits.kept_since;
    if (!is_old && bytes <= limits.max_bytes) return games;
    games.erase(first);
  }
}

// Lists are made through indexes that rely on the order of the games that are left.
TEST_P(AnyStoreOfGuests, TheChoiceIsThatOfTheTwinAndListsStayWhole) {
  std::mt19937 chance(7);
  const auto draw = [&chance](int least, int most) { return std::uniform_int_distribution(least, most)(chance); };
  const auto time = [](int minute) {
    return "2026-01-02T" + std::to_string(10 + minute / 60) + ":" + std::to_string(10 + minute % 60 / 2) + ":00Z";
  };
  std::vector<GameToSave> kept;
  std::uint64_t matches_played = 0;
  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i < 25; ++i) {
      const int minute = round * 50 + 2 * i;
      const bool is_late = draw(0, 3) == 0;
      GameToSave save = game_of(++matches_played, time(std::max(0, is_late ? minute - draw(1, 60) : minute)),
                                static_cast<std::size_t>(draw(0, 3'000)), draw(0, 2) > 0);
      save.game.players = save.match.players = {"player " + std::to_string(draw(0, 2)), "player"};
      save.game.record = save_game(save);
      kept.push_back(save);
    }
    const GuestGameLimits limits{.kept_since = round % 2 == 0 ? time(round * 30) : "",
                                 .max_bytes = static_cast<std::uint64_t>(draw(5, 40)) * 1'000};
    while (delete_beyond(limits).has_more) continue;
    kept = kept_by_twin(std::move(kept), limits);

    std::uint64_t found = 0;
    for (const char* player : {"", "player 1"}) {
      for (const std::string& from : {std::string(), time(round * 20), time(round * 50 + 10)}) {
        for (const std::string& to : {std::string(), time(round * 40), time(round * 50 + 20)}) {
          const GamesQuery query{.limit = 20, .player = player, .from = from, .to = to};
          std::vector<GameRow> expected;
          for (auto game = kept.rbegin(); game != kept.rend() && expected.size() < 20; ++game) {
            if (matches(query, game->game)) expected.push_back(game->game);
          }
          EXPECT_EQ(test::WaitingStore(*store_).games(query), expected) << player << " " << from << " " << to;
          found += expected.size();
        }
      }
    }
    EXPECT_GT(found, 20U);
  }
}

}  // namespace
}  // namespace rensa::storage
