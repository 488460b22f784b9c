#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/research/nplayer/best_first.h"
#include "engine/research/nplayer/game.h"
#include "engine/search/exchange.h"

namespace rensa::players {

// An exchange of chains (search/exchange.h) as a game of two players for the searches of engine/research/nplayer. A
// move fires a chain of the chain tree, or passes. The value of an end is its effect on the sides: a side that is
// buried has lost, and more garbage does not change that.
class ExchangeGame {
 public:
  static constexpr std::size_t kPlayers = 2;
  static constexpr std::int32_t kVictory = 10'000;

  struct Position {
    search::ExchangePosition exchange;
    std::uint8_t mover = 0;
    std::uint8_t chains = 0;  // that both sides fired
  };
  using Move = std::uint16_t;  // a node of the mover's tree, or ChainTree::kRoot to pass

  // `to_bury` is the garbage that ends the game, by side. The rules must outlive the game.
  ExchangeGame(const search::ExchangeRules& rules, const std::array<int, 2>& to_bury)
      : rules_(rules), to_bury_(to_bury) {}

  std::size_t player(const Position& position) const { return position.mover; }
  bool is_over(const Position& position) const { return position.exchange.passes == 2; }
  void list_moves(const Position& position, std::vector<Move>& moves) const;
  Position after(const Position& position, Move move) const;
  nplayer::Values<kPlayers> values(const Position& position) const;

 private:
  const search::ExchangeRules& rules_;
  std::array<int, 2> to_bury_;
};

// Does the same as search::solve_exchange() by turn-considered Best-First Max-N. A node is an expanded position.
class BestFirstExchange {
 public:
  search::ExchangeResult search(const search::ExchangeSide& own, const search::ExchangeSide& theirs,
                                const search::ExchangeSettings& settings, const std::array<int, 2>& to_bury,
                                limits::SearchBudget& budget);

 private:
  static constexpr std::int64_t kExpansions = 300;  // enough to solve nearly all exchanges completely

  nplayer::TurnConsidered<ExchangeGame> best_first_{nplayer::AfterGameEnd::expand_elsewhere};
};

}  // namespace rensa::players
