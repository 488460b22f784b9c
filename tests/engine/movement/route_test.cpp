#include "engine/movement/route.h"

#include <gtest/gtest.h>

#include "engine/rules/rng.h"
#include "tests/tools/drawn_field.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/naive_route.h"

namespace rensa::movement {
namespace {

using tests::field_of_heights;
using tests::NaiveRoutes;

FallingPair played(const Route& route, const ObstacleMap& obstacles, FallingPair pair) {
  for (int frame = 0; frame < route.frames(); ++frame) {
    const bool locked = move_one_frame(pair, obstacles, route.at(frame)).locked;
    EXPECT_EQ(locked, frame + 1 == route.frames());
  }
  return pair;
}

// Random columns: of any height, tall, or so tall that every row counts, and sometimes with a cell in the trap row.
rules::Field random_field(rules::Rng& rng) {
  const std::uint32_t kind = rng.below(4);
  rules::Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    std::uint32_t height = kind == 0 ? rng.below(14) : kind == 1 ? 8 + rng.below(6) : kind == 2 ? 11 + rng.below(3) : 0;
    if (kind == 3) height = rng.below(9);
    if (x == rules::kSpawnColumn && height > 11) height = 11;
    for (int y = 1; y <= static_cast<int>(height); ++y) field.put(x, y, rules::Cell::garbage);
    if (rng.below(10) == 0) field.put(x, rules::kTrapRow, rules::Cell::garbage);
  }
  return field;
}

// A pair after some frames of random keys.
FallingPair random_pair(rules::Rng& rng, const ObstacleMap& obstacles) {
  FallingPair pair;
  for (std::uint32_t frames = rng.below(60); frames > 0; --frames) {
    FallingPair next = pair;
    auto keys = static_cast<Keys>(rng.below(kAllKeys + 1));
    if (rng.below(3) != 0) keys = static_cast<Keys>(static_cast<unsigned>(keys) & ~static_cast<unsigned>(Keys::down));
    if (move_one_frame(next, obstacles, keys).locked) break;
    pair = next;
  }
  return pair;
}

void expect_same_as_naive(const rules::Field& field, const FallingPair& start) {
  const ObstacleMap obstacles(field);
  const NaiveRoutes naive(field, start);
  std::uint32_t reachable = 0;
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    const std::optional<Route> route = shortest_route(obstacles, start, rules::kPlacements[index]);
    const std::optional<int> cost = naive.cost(index);
    ASSERT_EQ(route.has_value(), cost.has_value()) << index;
    EXPECT_EQ(is_reachable(obstacles, start, rules::kPlacements[index]), cost.has_value()) << index;
    if (!route) continue;
    reachable |= 1U << index;
    const FallingPair end = played(*route, obstacles, start);
    EXPECT_EQ((rules::Placement{end.x, end.r}), rules::kPlacements[index]);
    EXPECT_EQ(route->frames() + naive.fall_frames(end).value_or(-1), *cost) << index;
  }
  EXPECT_EQ(reachable_placements(obstacles, start), reachable);
}

TEST(Route, EqualsTheNaiveSearchFromTheSpawn) {
  rules::Rng rng(1);
  for (int field = 0; field < tests::cases(12, 50); ++field) {
    SCOPED_TRACE(field);
    expect_same_as_naive(random_field(rng), {});
  }
}

TEST(Route, EqualsTheNaiveSearchFromMidAir) {
  rules::Rng rng(2);
  for (int i = 0; i < tests::cases(12, 50); ++i) {
    SCOPED_TRACE(i);
    const rules::Field field = random_field(rng);
    expect_same_as_naive(field, random_pair(rng, ObstacleMap(field)));
  }
}

TEST(Route, DropsStraightDownByHoldingDown) {
  const ObstacleMap obstacles{rules::Field{}};
  const std::optional<Route> route = shortest_route(obstacles, {}, {3, rules::Rotation::up});
  ASSERT_TRUE(route);
  EXPECT_EQ(route->frames(), 24);
  for (const Keys keys : route->keys()) EXPECT_EQ(keys, Keys::down);
}

TEST(Route, PressesDownBeforeAStepSoThatThePairFallsWithIt) {
  const ObstacleMap obstacles{rules::Field{}};
  const std::optional<Route> route = shortest_route(obstacles, {}, {1, rules::Rotation::up});
  ASSERT_TRUE(route);
  EXPECT_EQ(route->frames(), 24 + 2 * 3);  // a step costs only the three frames of its lock
}

TEST(Route, StepsOntoAHigherColumnToLockAtOnce) {
  const ObstacleMap obstacles{field_of_heights({0, 6, 0, 0, 0, 0})};
  const std::optional<Route> route = shortest_route(obstacles, {}, {2, rules::Rotation::up});
  ASSERT_TRUE(route);
  EXPECT_EQ(route->frames(), 2 * 5 + 2);
}

TEST(Route, DoesNotLockOnALedgeAndFallFromThere) {
  const rules::Field field = field_of_heights({0, 8, 0, 0, 0, 0});
  const std::optional<Route> route = shortest_route(ObstacleMap(field), {}, {1, rules::Rotation::up});
  ASSERT_TRUE(route);
  EXPECT_EQ(played(*route, ObstacleMap(field), {}).y, 1);
}

TEST(Route, LeavesNoChildInTheTrapRowAboveRoom) {
  const rules::Field field = field_of_heights({0, 12, 11, 12, 0, 0});
  const ObstacleMap obstacles(field);
  for (const rules::Placement placement : rules::kPlacements) {
    const std::optional<Route> route = shortest_route(obstacles, {}, placement);
    if (!route) continue;
    const FallingPair end = played(*route, obstacles, {});
    if (end.child_y() == rules::kTrapRow) {
      EXPECT_EQ(field.heights()[static_cast<std::size_t>(end.x)], 12);
    }
  }
}

// Two kicks in the row below the place and one lift into it are quicker than four steps above it.
TEST(Route, FallsBelowItsPlaceIfKicksAreQuickerThere) {
  const rules::Field field = field_of_heights({8, 4, 7, 7, 5, 8});
  FallingPair pair;
  pair.x = 2;
  pair.y = 9;
  pair.r = rules::Rotation::down;
  pair.turn_lock = 2;
  pair.arrow_lock = 1;
  pair.fall_counter = 10;
  const std::optional<Route> route = shortest_route(ObstacleMap(field), pair, {6, rules::Rotation::left});
  ASSERT_TRUE(route);
  EXPECT_EQ(route->frames(), 13);
}

// The bound becomes lower on the way. A state found then must still be searched.
TEST(Route, SearchesStatesThatAreFoundAfterTheBoundFell) {
  rules::Field field = field_of_heights({11, 12, 9, 11, 10, 8});
  field.put(3, rules::kTrapRow, rules::Cell::garbage);
  FallingPair pair;
  pair.x = 6;
  pair.y = 11;
  pair.turn_lock = 1;
  pair.fall_counter = 0;
  const std::optional<Route> route = shortest_route(ObstacleMap(field), pair, {1, rules::Rotation::up});
  ASSERT_TRUE(route);
  EXPECT_EQ(route->frames(), 37);
}

TEST(Route, FindsNoWayThroughAWall) {
  const ObstacleMap obstacles{field_of_heights({0, 13, 0, 0, 0, 0})};
  EXPECT_FALSE(shortest_route(obstacles, {}, {1, rules::Rotation::up}));
  EXPECT_TRUE(shortest_route(obstacles, {}, {4, rules::Rotation::up}));
}

TEST(Route, IsTheSameEveryTime) {
  rules::Rng rng(3);
  for (int i = 0; i < 50; ++i) {
    const ObstacleMap obstacles(random_field(rng));
    for (const rules::Placement placement : rules::kPlacements) {
      const auto once = shortest_route(obstacles, {}, placement);
      const auto twice = shortest_route(obstacles, {}, placement);
      ASSERT_EQ(once.has_value(), twice.has_value());
      if (!once) continue;
      EXPECT_TRUE(std::equal(once->keys().begin(), once->keys().end(), twice->keys().begin(), twice->keys().end()));
    }
  }
}

TEST(Reachable, AreAllPlacementsOverALowField) {
  EXPECT_EQ(reachable_placements(ObstacleMap{field_of_heights({10, 10, 10, 10, 10, 10})}, {}), rules::kAllPlacements);
}

// The pair is lifted off the left edge, crosses the gap and turns onto the wall in the frame in which it would fall.
// Only DOWN in that frame keeps it from locking there.
TEST(Reachable, OverAWallIfDownDelaysTheLock) {
  const ObstacleMap obstacles{field_of_heights({11, 7, 5, 5, 12, 10})};
  const std::uint32_t reachable = reachable_placements(obstacles, {});
  for (std::size_t index = 0; index < rules::kPlacements.size(); ++index) {
    const bool found = (reachable >> index & 1U) != 0;
    EXPECT_EQ(shortest_route(obstacles, {}, rules::kPlacements[index]).has_value(), found) << index;
    if (rules::kPlacements[index] == rules::Placement{6, rules::Rotation::up}) {
      EXPECT_TRUE(found);
    }
  }
}

}  // namespace
}  // namespace rensa::movement
