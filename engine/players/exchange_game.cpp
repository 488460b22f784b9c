#include "engine/players/exchange_game.h"

#include <algorithm>

namespace rensa::players {

void ExchangeGame::list_moves(const Position& position, std::vector<Move>& moves) const {
  moves.assign(1, static_cast<Move>(search::HandTree::kNow));
  const std::size_t mover = position.mover;
  const search::HandNode& fired = rules_.tree(mover).nodes[position.exchange.sides[mover].fired];
  const int deadline = rules_.deadline(position.exchange, mover);
  for (std::size_t i = fired.children; i-- > 0;) {
    const std::size_t node = fired.first_child + i;
    if (rules_.fire_at(position.exchange, mover, node, deadline)) moves.push_back(static_cast<Move>(node));
  }
}

ExchangeGame::Position ExchangeGame::after(const Position& position, Move move) const {
  Position next = position;
  next.mover = 1 - position.mover;
  if (move == search::HandTree::kNow) {
    ++next.exchange.passes;
    return next;
  }
  const int deadline = rules_.deadline(position.exchange, position.mover);
  const auto fire = rules_.fire_at(position.exchange, position.mover, move, deadline);
  next.exchange = rules_.after(position.exchange, position.mover, move, *fire);
  ++next.chains;
  return next;
}

nplayer::Values<ExchangeGame::kPlayers> ExchangeGame::values(const Position& position) const {
  std::array<std::int32_t, 2> harm{};
  for (std::size_t side = 0; side < 2; ++side) {
    const int owed = position.exchange.sides[side].owed;
    harm[side] = owed >= buries_[side] ? buries_[side] + kVictory : owed;
  }
  return {harm[1] - harm[0], harm[0] - harm[1]};
}

search::Exchange ExchangeSearcher::search(const search::Fighter& own, const search::Fighter& theirs,
                                          const search::ExchangeTerms& terms, const std::array<int, 2>& buries) {
  const search::ExchangeRules rules(*own.tree, *theirs.tree, terms);
  ExchangeGame game(rules, buries);
  const ExchangeGame::Position start{.exchange = search::ExchangeRules::start(own, theirs),
                                     .mover = static_cast<std::uint8_t>(terms.first)};
  const auto decision = best_first_.search(game, start, {.expansions = kExpansions});
  ExchangeGame::Position end = start;
  for (const auto move : best_first_.tree().line()) end = game.after(end, move);
  search::Exchange exchange = rules.settle(end.exchange);
  exchange.chains = end.chains;
  exchange.choice = decision.move;
  return exchange;
}

}  // namespace rensa::players
