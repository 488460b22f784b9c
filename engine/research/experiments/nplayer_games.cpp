#include "engine/research/experiments/nplayer_games.h"

#include <algorithm>

#include "engine/research/nplayer/best_first.h"
#include "engine/research/nplayer/diamond_game.h"
#include "engine/research/nplayer/fixed_depth_search.h"

namespace rensa::experiments {

namespace {

using nplayer::DiamondGame;
using nplayer::RandomGame;

// The searches for one kind of game.
template <nplayer::Game G>
struct Searches {
  nplayer::MaxN<G> max_n;
  nplayer::Paranoid<G> paranoid;
  nplayer::BestFirstMaxN<G> best_first;
  nplayer::TurnConsidered<G> turn_considered;
  std::vector<typename G::Move> moves;

  nplayer::ExpansionLimits expansion_limits(G& game, const typename G::Position& position, int depth) {
    return {.expansions = max_n.count(game, position, depth)};
  }

  nplayer::Decision<G> search(G& game, const typename G::Position& position, Searcher searcher, int depth) {
    limits::SearchBudget budget(limits::SearchLimits{});
    switch (searcher) {
      case Searcher::naive:
        return max_n.search(game, position, 1, budget);
      case Searcher::max_n:
        return max_n.search(game, position, depth, budget);
      case Searcher::paranoid:
        return paranoid.search(game, position, depth, budget);
      case Searcher::best_first:
        return best_first.search_to_full_depth(game, position, expansion_limits(game, position, depth), budget);
      case Searcher::turn_considered:
        return turn_considered.search_to_full_depth(game, position, expansion_limits(game, position, depth), budget);
    }
    return {};
  }

  // Plays a game to its end, adds the efforts of the players to `result`, and returns the last position. `seats` has
  // the seat of each player.
  typename G::Position play(G& game, typename G::Position position, const SearcherLineup& lineup,
                            const std::array<std::size_t, 3>& seats, LineupResult& result) {
    while (!game.is_over(position)) {
      const std::size_t seat = game.player(position);
      const auto player = static_cast<std::size_t>(std::find(seats.begin(), seats.end(), seat) - seats.begin());
      const auto decision = search(game, position, lineup.players[player], lineup.depth);
      game.list_moves(position, moves);
      result.efforts[player] += {.moves = 1,
                                 .choices = static_cast<std::int64_t>(moves.size()),
                                 .expanded = decision.expanded,
                                 .depth = decision.depth};
      position = game.after(position, decision.move);
      ++result.plies;
    }
    return position;
  }
};

// Returns the points of each player: the players with the greatest sum share the points of a win.
std::array<int, 3> points_of(const std::array<std::int64_t, 3>& sums) {
  const std::int64_t most = *std::max_element(sums.begin(), sums.end());
  const auto winners = static_cast<int>(std::count(sums.begin(), sums.end(), most));
  std::array<int, 3> points{};
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = sums[i] == most ? kWinPoints / winners : 0;
  return points;
}

}  // namespace

SearchEffort& SearchEffort::operator+=(const SearchEffort& other) {
  moves += other.moves;
  choices += other.choices;
  expanded += other.expanded;
  depth += other.depth;
  return *this;
}

std::vector<std::array<std::size_t, 3>> seat_orders_of(const SearcherLineup& lineup) {
  const auto naive = std::count(lineup.players.begin(), lineup.players.end(), Searcher::naive);
  if (naive >= 2) return {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
  return {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
}

struct LineupRunner::State {
  Searches<RandomGame> random;
  Searches<DiamondGame> diamond;
  DiamondGame diamond_game{nplayer::DiamondRules{}};
};

LineupRunner::LineupRunner() : state_(std::make_unique<State>()) {}
LineupRunner::~LineupRunner() = default;

LineupResult LineupRunner::play_random(const SearcherLineup& lineup, const nplayer::MoveCountRule& move_count_rule,
                                       std::uint64_t seed) {
  RandomGame game(move_count_rule);
  LineupResult result;
  std::array<std::int64_t, 3> sums{};
  for (const auto& seats : seat_orders_of(lineup)) {
    const auto values = game.values(state_->random.play(game, RandomGame::start(seed), lineup, seats, result));
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += values[seats[i]];
  }
  result.points = points_of(sums);
  return result;
}

std::vector<LineupResult> LineupRunner::play_diamond(const SearcherLineup& lineup, std::uint64_t seed) {
  DiamondGame& game = state_->diamond_game;
  game.shuffle_moves_by(seed);
  std::vector<LineupResult> results;
  for (const auto& seats : seat_orders_of(lineup)) {
    LineupResult& result = results.emplace_back();
    const auto values = game.values(state_->diamond.play(game, game.start(), lineup, seats, result));
    result.points = points_of({values[seats[0]], values[seats[1]], values[seats[2]]});
  }
  return results;
}

}  // namespace rensa::experiments
