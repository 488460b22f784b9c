#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "engine/players/choices.h"
#include "engine/players/local_game.h"
#include "engine/players/registry.h"
#include "tests/tools/counting_evaluator.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/play_game.h"
#include "tests/tools/setting_flag.h"

namespace rensa::players {
namespace {

constexpr int kFew = 2'000;  // nodes
// A search of all placements of three pairs is the longest one that begins anew, and 22 * 22 * 22 placements are more.
constexpr std::int64_t kPart = 12'000;
constexpr std::int64_t kNever = limits::kUnlimitedNodes;

std::unique_ptr<Player> make(const PlayerKind& kind, const rules::Ruleset& ruleset,
                             std::shared_ptr<const evaluation::FieldEvaluator> evaluator = nullptr) {
  PlayerSetup setup{.ruleset = ruleset, .seed = 7};
  if (kind.supports.nodes) setup.options.nodes = kFew;
  if (kind.supports.weights) setup.options.evaluator = std::move(evaluator);
  return kind.make(setup);
}

// Plays like a player of the kind, and remembers the positions.
class Remembering final : public Player {
 public:
  Remembering(const PlayerKind& kind, const rules::Ruleset& ruleset) : player_(make(kind, ruleset)) {}

  rules::Placement choose(const Position& position, const SearchLimits& limits) override {
    positions.push_back(position);
    return player_->choose(position, limits);
  }

  std::vector<Position> positions;

 private:
  std::unique_ptr<Player> player_;
};

// Positions of games by frames and by turns, in which chains run and garbage is on its way.
std::vector<Position> positions_of_games(std::size_t count) {
  std::vector<Position> some;
  for (const char* id : {"tsu-1", "jaist-1"}) {
    const rules::Ruleset& ruleset = *rules::find_ruleset(id);
    Remembering gaze(*find_player("gaze"), ruleset);
    Remembering greedy(*find_player("greedy"), ruleset);
    tests::play_game({.ruleset = ruleset, .seed = 4, .queue = std::nullopt}, {&gaze, &greedy}, nullptr);
    for (const Remembering* player : {&gaze, &greedy}) {
      const std::size_t step = std::max<std::size_t>(player->positions.size() / count, 1);
      for (std::size_t i = 0; i < player->positions.size(); i += step) some.push_back(player->positions[i]);
    }
  }
  return some;
}

bool is_possible(const Position& position, rules::Placement placement) {
  return placement.is_on_field() && (possible_placements(position) >> rules::index_of(placement) & 1U) != 0;
}

class PlayerLimits : public testing::TestWithParam<const PlayerKind*> {
 protected:
  std::unique_ptr<Player> fresh(const Position& position) const { return make(*GetParam(), position.ruleset); }
  bool searches() const { return GetParam()->name != "random"; }

  std::vector<Position> positions = positions_of_games(static_cast<std::size_t>(tests::cases(4, 20)));
  rules::Rng rng{81, 1};
};

TEST_P(PlayerLimits, AnUnsetFlagChangesNothing) {
  for (const Position& position : positions) {
    const limits::StopFlag unset;
    EXPECT_EQ(fresh(position)->choose(position, {.stop = &unset}), fresh(position)->choose(position, {}));
    EXPECT_EQ(fresh(position)->candidates(position, {.stop = &unset}), fresh(position)->candidates(position, {}));
  }
}

// The flag fails the test if the player does not look at it for more than 64 nodes, or after it was set.
TEST_P(PlayerLimits, AStoppedPlayerReturnsAPossiblePlacementWithinSixtyFourNodes) {
  int stopped = 0;
  for (const Position& position : positions) {
    const tests::SettingFlag whole(kNever);
    fresh(position)->choose(position, {.stop = &whole});
    for (int i = 0; i < 8; ++i) {
      const std::int64_t after = rng.below(static_cast<std::uint32_t>(whole.searched() + 1));
      const tests::SettingFlag flag(after);
      EXPECT_TRUE(is_possible(position, fresh(position)->choose(position, {.stop = &flag})));
      EXPECT_LE(flag.searched() - after, tests::kMostNodesBetweenLooks);
      stopped += flag.was_seen() ? 1 : 0;
      const tests::SettingFlag other(after);
      for (const Candidate& candidate : fresh(position)->candidates(position, {.stop = &other})) {
        EXPECT_TRUE(is_possible(position, candidate.placement));
      }
    }
    limits::StopFlag set;
    set.set();
    EXPECT_TRUE(is_possible(position, fresh(position)->choose(position, {.stop = &set})));
  }
  EXPECT_EQ(stopped > 20, searches());
}

TEST_P(PlayerLimits, ANodeLimitIsExact) {
  for (const Position& position : positions) {
    const tests::SettingFlag whole(kNever);
    fresh(position)->choose(position, {.stop = &whole});
    for (int i = 0; i < 8 && whole.searched() > 0; ++i) {
      const std::int64_t nodes = rng.below(static_cast<std::uint32_t>(whole.searched()));
      const tests::SettingFlag flag(kNever);
      const auto evaluator = std::make_shared<tests::CountingEvaluator>();
      const auto player = make(*GetParam(), position.ruleset, evaluator);
      EXPECT_TRUE(is_possible(position, player->choose(position, {.nodes = nodes, .stop = &flag})));
      EXPECT_LE(flag.searched(), nodes);
      EXPECT_LE(nodes - flag.searched(), tests::kMostNodesBetweenLooks) << "it ended before its limit";
      EXPECT_LE(evaluator->evaluated, nodes);
    }
  }
}

// The count of the evaluator is independent of the nodes that searches report.
class EvaluatingPlayerLimits : public PlayerLimits {};

TEST_P(EvaluatingPlayerLimits, AStoppedPlayerEvaluatesAtMostSixtyFourMoreFields) {
  int stopped = 0;
  for (const Position& position : positions) {
    const auto whole = std::make_shared<tests::CountingEvaluator>();
    make(*GetParam(), position.ruleset, whole)->choose(position, {});
    for (int i = 0; i < 8 && whole->evaluated > 0; ++i) {
      const auto evaluator = std::make_shared<tests::CountingEvaluator>();
      evaluator->stop_after = 1 + rng.below(static_cast<std::uint32_t>(whole->evaluated));
      make(*GetParam(), position.ruleset, evaluator)->choose(position, {.stop = &evaluator->stop});
      EXPECT_LE(evaluator->evaluated - evaluator->stop_after, tests::kMostNodesBetweenLooks);
      ++stopped;
    }
  }
  EXPECT_GT(stopped, 20);
}

TEST_P(PlayerLimits, PonderingDoesNotChangeTheChoice) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Position& position = positions[i];
    const rules::Placement expected = fresh(position)->choose(position, {});
    const auto whole = fresh(position);
    EXPECT_TRUE(whole->ponder(position, {}));
    EXPECT_EQ(whole->choose(position, {}), expected);

    const auto in_parts = fresh(position);
    int parts = 0;
    while (!in_parts->ponder(position, {.nodes = kPart + rng.below(10'000)}))
      ASSERT_LT(++parts, 1'000) << "no progress";
    EXPECT_EQ(in_parts->choose(position, {}), expected);

    const auto stopped = fresh(position);
    const tests::SettingFlag flag(rng.below(2'000));
    stopped->ponder(position, {.stop = &flag});
    EXPECT_EQ(stopped->choose(position, {}), expected) << "continued";

    const auto mistaken = fresh(position);
    const Position& other = positions[(i + 1) % positions.size()];
    if (other.ruleset != position.ruleset) continue;
    mistaken->ponder(other, {.nodes = rng.below(4'000)});
    EXPECT_EQ(mistaken->choose(position, {}), expected) << "discarded";
  }
}

TEST_P(PlayerLimits, PlaysWholeGamesUnderAnyLimits) {
  // Chooses with another limit each time, and ponders now and then about the position that it is asked about next.
  class Hurried final : public Player {
   public:
    explicit Hurried(std::unique_ptr<Player> player) : player_(std::move(player)) {}
    rules::Placement choose(const Position& position, const SearchLimits&) override {
      if (rng_.below(2) == 0) player_->ponder(position, {.nodes = rng_.below(1'000)});
      return player_->choose(position, {.nodes = rng_.below(3'000)});
    }

   private:
    std::unique_ptr<Player> player_;
    rules::Rng rng_{82, 1};
  };
  for (const char* id : {"tsu-1", "jaist-1"}) {
    const rules::Ruleset& ruleset = *rules::find_ruleset(id);
    Hurried player(make(*GetParam(), ruleset));
    const auto other = find_player("greedy")->make({ruleset, 3});
    const GameResult result =
        tests::play_game({.ruleset = ruleset, .seed = 6, .queue = std::nullopt}, {&player, other.get()}, nullptr);
    EXPECT_NE(result.outcome.cause, duel::Cause::illegal) << id;
  }
}

std::vector<const PlayerKind*> kinds_that(bool (*fit)(const PlayerKind& kind)) {
  std::vector<const PlayerKind*> kinds;
  for (const PlayerKind& kind : player_kinds()) {
    if (fit(kind)) kinds.push_back(&kind);
  }
  return kinds;
}

std::string name_of(const testing::TestParamInfo<const PlayerKind*>& one) { return std::string(one.param->name); }

INSTANTIATE_TEST_SUITE_P(All, PlayerLimits, testing::ValuesIn(kinds_that([](const PlayerKind&) { return true; })),
                         name_of);
INSTANTIATE_TEST_SUITE_P(ThatTakeEvaluators, EvaluatingPlayerLimits,
                         testing::ValuesIn(kinds_that([](const PlayerKind& kind) { return kind.supports.weights; })),
                         name_of);

TEST(Ponder, SavesTheNodesOfTheChoice) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  Remembering greedy(*find_player("greedy"), ruleset);
  Remembering other(*find_player("random"), ruleset);
  tests::play_game({.ruleset = ruleset, .seed = 4, .queue = std::nullopt}, {&greedy, &other}, nullptr);
  const Position& position = greedy.positions[10];
  for (const char* name : {"gaze", "joseki", "champion"}) {
    const auto nodes_of = [&position](Player& player) {
      const tests::SettingFlag flag(kNever);
      player.choose(position, {.stop = &flag});
      return flag.searched();
    };
    const auto fresh = make(*find_player(name), ruleset);
    const auto pondering = make(*find_player(name), ruleset);
    // The opponent moves meanwhile: what was found out about the own side stays.
    Position expected = position;
    expected.clock -= 40;
    expected.opponent.score += 10;
    pondering->ponder(expected, {});
    const std::int64_t nodes = nodes_of(*pondering);
    EXPECT_LT(nodes, nodes_of(*fresh)) << name;
    if (name == std::string("gaze")) {
      EXPECT_EQ(nodes, 0) << "the exchanges stay too";
    }
  }
}

TEST(Ponder, AChoiceThatWasPonderedCompletelyNeedsNoNodes) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  Remembering greedy(*find_player("greedy"), ruleset);
  Remembering other(*find_player("random"), ruleset);
  tests::play_game({.ruleset = ruleset, .seed = 8, .queue = std::nullopt}, {&greedy, &other}, nullptr);
  ASSERT_GT(greedy.positions.size(), 20U);
  for (std::size_t at = 2; at < 20; at += 3) {
    const Position& position = greedy.positions[at];
    const rules::Placement expected = make(*find_player("gaze"), ruleset)->choose(position, {});
    const auto pondering = make(*find_player("gaze"), ruleset);
    ASSERT_TRUE(pondering->ponder(position, {}));
    EXPECT_EQ(pondering->choose(position, {.nodes = 0}), expected) << at;
  }
}

TEST(StopFlag, AnotherThreadEndsASearchThatWouldTakeDays) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  Remembering greedy(*find_player("greedy"), ruleset);
  Remembering other(*find_player("random"), ruleset);
  tests::play_game({.ruleset = ruleset, .seed = 4, .queue = std::nullopt}, {&greedy, &other}, nullptr);
  const Position& position = greedy.positions[10];
  const auto gaze = find_player("gaze")->make({ruleset, 1, {.nodes = kMaxNodes}});
  limits::StopFlag stop;
  std::jthread stopper([&stop] { stop.set(); });
  EXPECT_TRUE(is_possible(position, gaze->choose(position, {.stop = &stop})));
  stop.clear();
  std::jthread again([&stop] {
    std::this_thread::yield();
    stop.set();
  });
  gaze->ponder(position, {.stop = &stop});
}

}  // namespace
}  // namespace rensa::players
