#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/research/nplayer/best_first.h"
#include "engine/research/nplayer/values.h"
#include "engine/search/exchange.h"
#include "engine/search/exchange_rules.h"

namespace rensa::players {

// An exchange of chains (search/exchange.h) as a game of two for the searches of engine/research/nplayer: a move fires a chain
// of the hand tree, or passes. What an end counts is what it does to the sides: who is buried has lost, and garbage
// beyond that makes it no worse.
class ExchangeGame {
 public:
  static constexpr std::size_t kPlayers = 2;
  static constexpr std::int32_t kVictory = 10'000;

  struct Position {
    search::ExchangePosition exchange;
    std::uint8_t mover = 0;
    std::uint8_t chains = 0;  // fired by both
  };
  using Move = std::uint16_t;  // a node of the mover's tree; HandTree::kNow: it passes

  // `buries`: the garbage that ends the game, by side. What it is given outlives it.
  ExchangeGame(const search::ExchangeRules& rules, const std::array<int, 2>& buries) : rules_(rules), buries_(buries) {}

  std::size_t player(const Position& position) const { return position.mover; }
  bool is_over(const Position& position) const { return position.exchange.passes == 2; }
  void list_moves(const Position& position, std::vector<Move>& moves) const;
  Position after(const Position& position, Move move) const;
  nplayer::Values<kPlayers> values(const Position& position) const;

 private:
  const search::ExchangeRules& rules_;
  std::array<int, 2> buries_;
};

// As search::exchange(), by turn-considered Best-First Max-N.
class ExchangeSearcher {
 public:
  search::Exchange search(const search::Fighter& own, const search::Fighter& theirs, const search::ExchangeTerms& terms,
                          const std::array<int, 2>& buries);

 private:
  static constexpr std::int64_t kExpansions = 300;  // nearly all exchanges are known to their ends by then

  nplayer::TurnConsidered<ExchangeGame> best_first_{nplayer::AtEnd::go_on};
};

}  // namespace rensa::players
