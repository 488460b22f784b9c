#include "engine/research/nplayer/diamond_game.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

#include "engine/research/nplayer/game.h"
#include "engine/rules/rng.h"

namespace rensa::nplayer::test {
namespace {

static_assert(Game<DiamondGame>);

// A naive min_assignment_cost(): tries all assignments.
int least_cost_of_all(const CostMatrix& costs, std::size_t size) {
  std::vector<std::size_t> columns(size);
  std::iota(columns.begin(), columns.end(), 0U);
  int least = -1;
  do {
    int sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += costs[i][columns[i]];
    least = least < 0 ? sum : std::min(least, sum);
  } while (std::next_permutation(columns.begin(), columns.end()));
  return least;
}

TEST(MinAssignmentCost, IsTheLeastOfAllAssignments) {
  rules::Rng rng(7);
  for (int i = 0; i < 500; ++i) {
    const std::size_t size = rng.below(8);
    CostMatrix costs{};
    for (auto& row : costs) {
      for (int& cost : row) cost = static_cast<int>(rng.below(i % 2 == 0 ? 5 : 100));
    }
    EXPECT_EQ(min_assignment_cost(costs, size), least_cost_of_all(costs, size));
  }
}

TEST(DiamondBoard, HasTheCellsAndCampsOfRealBoards) {
  const DiamondBoard small({.point = 3, .camp_rows = 3});
  EXPECT_EQ(small.cell_count(), 73U);
  EXPECT_EQ(small.camp().count(), 6);
  EXPECT_EQ(small.goal().count(), 6);
  EXPECT_EQ(small.open().count(), 73 - 4 * 6);
  const DiamondBoard large({.point = 4, .camp_rows = 5});
  EXPECT_EQ(large.cell_count(), 121U);
  EXPECT_EQ(large.camp().count(), 15);
  EXPECT_EQ(large.goal().count(), 15);
}

TEST(DiamondBoard, IsEqualForAllPlayersAfterRotation) {
  const DiamondBoard board({});
  CellSet camps;
  for (const std::size_t turns : {0U, 1U, 2U}) camps = camps | board.rotated(board.camp(), turns);
  EXPECT_EQ(camps.count(), 18) << "three camps that do not overlap";
  EXPECT_EQ(board.rotated(board.rotated(board.camp(), 1), 2), board.camp());
  EXPECT_EQ(board.rotated(board.rotated(board.goal(), 1), 1), board.rotated(board.goal(), 2));
  EXPECT_EQ(board.steps(0, 72), 12) << "from tip to tip";
}

DiamondGame::Position opened(DiamondGame& game, std::uint64_t seed, int plies) {
  rules::Rng rng(seed);
  std::vector<DiamondGame::Move> moves;
  auto position = game.start();
  for (int i = 0; i < plies && !game.is_over(position); ++i) {
    game.list_moves(position, moves);
    position = game.after(position, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return position;
}

const DiamondRules kChains{.size = {}, .jumps = JumpRule::in_chains, .retreat = RetreatRule::forbidden};

// All cells that a piece can reach, found step by step without tables.
std::vector<std::pair<int, int>> naive_moves(const DiamondGame& game, const DiamondRules& rules,
                                             const DiamondGame::Position& position) {
  const std::size_t ways = rules.retreat == RetreatRule::forbidden ? 4 : 6;
  const DiamondBoard& board = game.board();
  const std::size_t mover = game.player(position);
  CellSet taken;
  for (std::size_t i = 0; i < 3; ++i) taken = taken | board.rotated(position.pieces[(mover + i) % 3], i);
  std::vector<std::pair<int, int>> all;
  for (std::size_t from = 0; from < board.cell_count(); ++from) {
    if (!position.pieces[mover].has(from)) continue;
    CellSet others = taken;
    others.remove(from);
    std::vector<std::size_t> ends;
    const auto note = [&](std::size_t to) {
      if (to == DiamondBoard::kOutside || others.has(to) || !board.open().has(to) || to == from) return false;
      if (std::find(ends.begin(), ends.end(), to) != ends.end()) return false;
      ends.push_back(to);
      return true;
    };
    const auto jump = [&](const auto& again, std::size_t at) -> void {
      for (std::size_t way = 0; way < ways; ++way) {
        const std::size_t over = board.neighbour(at, way);
        if (over == DiamondBoard::kOutside || !others.has(over)) continue;
        const std::size_t to = board.neighbour(over, way);
        if (note(to) && rules.jumps == JumpRule::in_chains) again(again, to);
      }
    };
    jump(jump, from);
    for (std::size_t way = 0; way < ways; ++way) note(board.neighbour(from, way));
    for (const std::size_t to : ends) all.emplace_back(from, to);
  }
  std::sort(all.begin(), all.end());
  return all;
}

std::vector<std::pair<int, int>> listed(const DiamondGame& game, const DiamondGame::Position& position) {
  std::vector<DiamondGame::Move> moves;
  game.list_moves(position, moves);
  std::vector<std::pair<int, int>> all;
  for (const auto& move : moves) all.emplace_back(move.from, move.to);
  return all;
}

std::vector<std::pair<int, int>> sorted(std::vector<std::pair<int, int>> moves) {
  std::sort(moves.begin(), moves.end());
  return moves;
}

TEST(DiamondGame, ListsTheMovesOfTheNaiveSearch) {
  for (const DiamondRules& rules : {DiamondRules{}, kChains}) {
    DiamondGame game(rules);
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const auto position = opened(game, seed, static_cast<int>(seed % 60));
      if (game.is_over(position)) continue;
      auto expected = naive_moves(game, rules, position);
      if (expected.empty()) expected.emplace_back(0, 0);
      EXPECT_EQ(sorted(listed(game, position)), expected) << seed;
    }
  }
}

TEST(DiamondGame, SeedChangesOnlyTheOrderOfMoves) {
  DiamondGame plain({});
  DiamondGame one({});
  DiamondGame other({});
  one.shuffle_moves_by(1);
  other.shuffle_moves_by(2);
  int alike = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto position = opened(plain, seed, 20);
    if (plain.is_over(position)) continue;
    EXPECT_EQ(sorted(listed(one, position)), sorted(listed(plain, position)));
    EXPECT_EQ(listed(one, position), listed(one, position));
    alike += listed(one, position) == listed(other, position) ? 1 : 0;
  }
  EXPECT_LT(alike, 5);
}

TEST(DiamondGame, CountsTheStepsToTheGoal) {
  DiamondGame game(kChains);
  const auto start = game.start();
  EXPECT_EQ(start.steps_to_goal[0], 56) << "six pieces, nine rows and a third each";
  EXPECT_EQ(game.values(start), (Values<3>{0, 0, 0}));
  auto position = start;
  position.steps_to_goal = {10, 12, 7};
  EXPECT_EQ(game.values(position), (Values<3>{-3, -5, 3}));
}

TEST(DiamondGame, CachesDistancesWithoutConfusingThem) {
  DiamondGame game({});
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto position = opened(game, seed, 30);
    DiamondGame fresh({});
    EXPECT_EQ(opened(fresh, seed, 30), position);
  }
}

TEST(DiamondGame, IsWonByThePlayerWithAllPiecesInTheGoal) {
  DiamondGame game({});
  auto position = game.start();
  position.pieces[1] = game.board().goal();
  position.steps_to_goal[1] = 0;
  position.ply = 50;
  EXPECT_TRUE(game.is_over(position));
  EXPECT_EQ(game.values(position), (Values<3>{-9950, 9950, -9950}));
}

TEST(DiamondGame, IsADrawAfterTooManyMoves) {
  DiamondGame game({.size = {}, .max_plies = 30});
  const auto position = opened(game, 3, 100);
  EXPECT_EQ(position.ply, 30);
  EXPECT_TRUE(game.is_over(position));
  EXPECT_EQ(game.values(position), (Values<3>{0, 0, 0}));
}

TEST(DiamondGame, AllowsRetreatAndSingleJumpsByItsRules) {
  DiamondGame forbidden(kChains);
  DiamondGame free({.size = {}, .jumps = JumpRule::in_chains});
  DiamondGame once({.size = {}, .retreat = RetreatRule::forbidden});
  const auto position = opened(forbidden, 5, 20);
  std::vector<DiamondGame::Move> moves;
  forbidden.list_moves(position, moves);
  const std::size_t count = moves.size();
  free.list_moves(position, moves);
  EXPECT_GT(moves.size(), count);
  once.list_moves(position, moves);
  EXPECT_LT(moves.size(), count);
}

}  // namespace
}  // namespace rensa::nplayer::test
