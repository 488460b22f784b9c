#include "server/sessions/game_saver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/sessions/in_memory_server.h"

namespace rensa::sessions {
namespace {

// A host whose answer the test gives.
class OneHost final : public TournamentHost {
 public:
  std::optional<std::string> admit(const std::string&, Entrance) override { return std::nullopt; }
  void arrived(const PlayerArrival&) override {}
  void left(base::SessionId) override {}
  void keep(match::FinishedGame, Kept kept_) override { kept = std::move(kept_); }

  Kept kept;
};

class SavedGames : public testing::Test {
 protected:
  GameSaver make_saver(bool lists_arranged_games) {
    return GameSaver({.games = store.contract(),
                      .again_after = std::chrono::milliseconds(1),
                      .post_later =
                          [this](std::chrono::milliseconds pause, std::function<void()> again) {
                            pauses.push_back(static_cast<int>(pause.count()));
                            later.push_back(std::move(again));
                          },
                      .run_in_background = [](const std::function<void()>& what) { what(); },
                      .lists_arranged_games = lists_arranged_games,
                      .failed = [this](const storage::GameRow&, const storage::StoreError&) { ++failures; },
                      .announce =
                          [this](base::MatchId, int, std::uint64_t record) {
                            ++announced;
                            last_record = record;
                          },
                      .announce_void = [this](base::MatchId, int) { ++announced_void; }});
  }
  static match::FinishedGame game_of_match(std::uint64_t match) {
    match::FinishedGame game;
    game.match = base::MatchId{match};
    game.record.players = {"ann", "bob"};
    game.ended = "2026-01-02T03:04:05Z";
    return game;
  }
  // Lets the store save and answer.
  void settle() {
    store.store_waiting_games();
    while (!posted.empty()) {
      const auto answer = std::move(posted.front());
      posted.pop_front();
      answer();
    }
  }

  std::deque<std::function<void()>> posted;
  std::vector<std::function<void()>> later;
  std::vector<int> pauses;  // in milliseconds
  tests::InMemoryStore store{[this](std::function<void()> answer) { posted.push_back(std::move(answer)); }};
  OneHost host;
  int announced = 0;
  int announced_void = 0;
  std::uint64_t last_record = 0;
  int failures = 0;
};

using ArrangedGames = SavedGames;

TEST_F(ArrangedGames, AreAnnouncedWhenTheirHostHasKeptThemAndListedAfterwards) {
  GameSaver saver = make_saver(true);
  saver.save(game_of_match(7), host);
  settle();
  EXPECT_EQ(announced, 0);
  EXPECT_EQ(saver.unsaved_count(), 1U);
  EXPECT_TRUE(store.games_of_match(7).empty());
  host.kept(match::TournamentGame{.tournament = "cup", .game = "3-1"});
  EXPECT_EQ(announced, 1);
  settle();
  EXPECT_EQ(announced, 1);
  EXPECT_EQ(saver.unsaved_count(), 0U);
  ASSERT_EQ(store.games_of_match(7).size(), 1U);
  EXPECT_EQ(store.games_of_match(7)[0].tournament, "cup");
  EXPECT_EQ(store.games_of_match(7)[0].tournament_game, "3-1");
  EXPECT_EQ(store.games_of_match(7)[0].players[0], "ann");
  EXPECT_FALSE(store.record(1)) << "the folder of the tournament has it";
}

TEST_F(ArrangedGames, ThatDoNotCountAreAnnouncedAsVoidAndNotListed) {
  GameSaver saver = make_saver(true);
  saver.save(game_of_match(7), host);
  host.kept(std::nullopt);
  settle();
  EXPECT_EQ(announced, 0);
  EXPECT_EQ(announced_void, 1);
  EXPECT_EQ(saver.unsaved_count(), 0U);
  EXPECT_TRUE(store.games_of_match(7).empty());
}

TEST_F(ArrangedGames, AreNotListedByAServerWithoutReaders) {
  GameSaver saver = make_saver(false);
  saver.save(game_of_match(7), host);
  host.kept(match::TournamentGame{.tournament = "cup", .game = "3-1"});
  settle();
  EXPECT_EQ(announced, 1);
  EXPECT_TRUE(store.games_of_match(7).empty());
}

TEST_F(ArrangedGames, AreListedAgainAfterAFailure) {
  GameSaver saver = make_saver(true);
  store.fail([](const std::string&) { return true; }, "The disk is on fire.");
  saver.save(game_of_match(7), host);
  host.kept(match::TournamentGame{.tournament = "cup", .game = "3-1"});
  settle();
  EXPECT_EQ(failures, 1);
  EXPECT_EQ(announced, 1) << "the result is on disk with its tournament";
  EXPECT_EQ(saver.unsaved_count(), 1U);
  store.stop_failing();
  ASSERT_EQ(later.size(), 1U);
  later[0]();
  settle();
  EXPECT_EQ(saver.unsaved_count(), 0U);
  EXPECT_EQ(store.games_of_match(7).size(), 1U);
}

// A server that stops at once waits only for the games that had ended before.
TEST_F(SavedGames, AreCountedAmongTheFirstOnes) {
  GameSaver saver = make_saver(true);
  saver.save(game_of_match(7), host);
  saver.save(game_of_match(8));
  settle();
  EXPECT_EQ(saver.game_count(), 2U);
  EXPECT_EQ(saver.unsaved_count_of_first(0), 0U);
  EXPECT_EQ(saver.unsaved_count_of_first(1), 1U) << "its host has not kept it";
  EXPECT_EQ(saver.unsaved_count_of_first(2), 1U);
  saver.save(game_of_match(9));
  EXPECT_EQ(saver.unsaved_count_of_first(2), 1U);
  EXPECT_EQ(saver.unsaved_count(), 2U);
  host.kept(std::nullopt);
  EXPECT_EQ(saver.unsaved_count_of_first(2), 0U);
  EXPECT_EQ(saver.unsaved_count(), 1U);
}

TEST_F(SavedGames, TellWhileTheStoreFails) {
  GameSaver saver = make_saver(true);
  EXPECT_FALSE(saver.is_failing());
  store.fail([](const std::string&) { return true; }, "The disk is on fire.");
  saver.save(game_of_match(7));
  EXPECT_FALSE(saver.is_failing()) << "the store has not answered";
  settle();
  EXPECT_TRUE(saver.is_failing());
  store.stop_failing();
  ASSERT_EQ(later.size(), 1U);
  later[0]();
  settle();
  EXPECT_FALSE(saver.is_failing());
}

// A match that was made again from its events gives the game once more, with the date of its end.
TEST_F(SavedGames, HaveTheirRecordAlreadyIfTheyAreSavedAgain) {
  GameSaver saver = make_saver(true);
  for (int times = 0; times < 2; ++times) {
    saver.save(game_of_match(7));
    settle();
  }
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(announced, 2);
  ASSERT_EQ(store.games_of_match(7).size(), 1U);
  EXPECT_EQ(store.games_of_match(7)[0].ended, "2026-01-02T03:04:05Z");
}

TEST_F(SavedGames, AreSavedAgainAfterGrowingPausesWhileTheStoreIsUnavailable) {
  GameSaver saver = make_saver(true);
  store.fail([](const std::string&) { return true; }, "The disk is on fire.");
  saver.save(game_of_match(7));
  settle();
  constexpr std::size_t kFailures = 8;
  while (later.size() < kFailures) {
    later.back()();
    settle();
  }
  EXPECT_THAT(pauses, testing::ElementsAre(1, 2, 4, 8, 16, 32, 32, 32));
  EXPECT_EQ(announced, 0);
  store.stop_failing();
  later.back()();
  settle();
  EXPECT_EQ(announced, 1);
  EXPECT_EQ(last_record, 1U);
}

TEST_F(SavedGames, AreAnnouncedWithoutARecordIfTheStoreRefusesThem) {
  GameSaver saver = make_saver(true);
  saver.save(game_of_match(7));
  settle();
  match::FinishedGame other = game_of_match(7);
  other.ended = "2026-02-02T03:04:05Z";
  saver.save(std::move(other));
  settle();
  EXPECT_EQ(failures, 1);
  EXPECT_TRUE(later.empty()) << "trying again would not help";
  EXPECT_EQ(saver.unsaved_count(), 0U);
  EXPECT_EQ(announced, 2);
  EXPECT_EQ(last_record, 0U);
}

}  // namespace
}  // namespace rensa::sessions
