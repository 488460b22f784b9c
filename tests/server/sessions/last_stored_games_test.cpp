#include "server/sessions/last_stored_games.h"

#include <algorithm>
#include <deque>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>

#include "server/storage/memory/memory_store.h"
#include "tests/server/storage/intercepted_store.h"

namespace rensa::sessions {
namespace {

using LastGames = storage::StoreResult<std::map<base::MatchId, int>>;

// The answers of the store come when the test lets them.
class LastStoredGames : public testing::Test {
 protected:
  static std::vector<base::MatchId> matches(std::uint64_t count) {
    std::vector<base::MatchId> matches;
    for (std::uint64_t match = 1; match <= count; ++match) matches.push_back(base::MatchId{match});
    return matches;
  }
  static storage::GameToSave game(std::uint64_t match, int number) {
    storage::GameToSave save;
    save.match = {.match = match,
                  .players = {"one", "two"},
                  .ruleset = "tsu-1",
                  .clock = "virtual",
                  .started = "2026-01-02T03:04:05Z"};
    save.game = {.record = 0,
                 .match = match,
                 .game = number,
                 .players = save.match.players,
                 .ruleset = "tsu-1",
                 .winner = 1,
                 .cause = "choked",
                 .frames = 5,
                 .ended = "2026-01-02T03:04:09Z"};
    save.record.emplace();
    return save;
  }
  void find(std::vector<base::MatchId> matches) {
    find_last_stored_games(store_, std::move(matches), [this](LastGames answer) { answer_ = std::move(answer); });
  }
  void deliver() {
    while (!answers_.empty()) {
      most_waiting_ = std::max(most_waiting_, answers_.size());
      const auto answer = std::move(answers_.front());
      answers_.pop_front();
      answer();
    }
  }

  std::deque<std::function<void()>> answers_;
  std::size_t most_waiting_ = 0;
  int questions_ = 0;
  int failing_question_ = 0;
  const storage::test::Interceptor interceptor_{
      .failure =
          [this](const std::string& operation) {
            if (operation != "list_games_of_match") return storage::test::Failure::none;
            return ++questions_ == failing_question_ ? storage::test::Failure::before : storage::test::Failure::none;
          },
      .deliver = [this](std::function<void()> answer) { answers_.push_back(std::move(answer)); }};
  storage::test::InterceptedStore store_{
      std::make_unique<storage::MemoryStore>(storage::MemoryStore::Saving::at_once,
                                             [](const std::function<void()>& answer) { answer(); }),
      interceptor_};
  std::optional<LastGames> answer_;
};

TEST_F(LastStoredGames, AreThoseWithTheHighestNumbers) {
  store_.save_game(game(2, 1), [](const auto&) {});
  store_.save_game(game(2, 2), [](const auto&) {});
  store_.save_game(game(5, 1), [](const auto&) {});
  deliver();
  find(matches(3));
  deliver();
  ASSERT_TRUE(answer_ && *answer_);
  EXPECT_THAT(**answer_, testing::ElementsAre(testing::Pair(base::MatchId{2}, 2)));
}

TEST_F(LastStoredGames, OfNoMatchesAreNone) {
  find({});
  ASSERT_TRUE(answer_ && *answer_);
  EXPECT_TRUE((**answer_).empty());
}

// The store refuses questions if too many wait.
TEST_F(LastStoredGames, AreAskedForInBatches) {
  find(matches(3 * kStoredGamesBatch + 1));
  EXPECT_EQ(answers_.size(), kStoredGamesBatch);
  deliver();
  EXPECT_LE(most_waiting_, kStoredGamesBatch);
  ASSERT_TRUE(answer_ && *answer_);
  EXPECT_EQ(questions_, static_cast<int>(3 * kStoredGamesBatch + 1));
}

TEST_F(LastStoredGames, OneErrorIsTheAnswer) {
  failing_question_ = static_cast<int>(kStoredGamesBatch) + 3;
  find(matches(3 * kStoredGamesBatch));
  deliver();
  ASSERT_TRUE(answer_);
  ASSERT_FALSE(*answer_);
  EXPECT_EQ(answer_->error().message, "The disk is on fire.");
  EXPECT_EQ(questions_, static_cast<int>(2 * kStoredGamesBatch)) << "no further batch is asked for";
}

}  // namespace
}  // namespace rensa::sessions
