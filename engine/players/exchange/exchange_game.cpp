#include "engine/players/exchange/exchange_game.h"

namespace rensa::players {

void ExchangeGame::list_moves(const Position& position, std::vector<Move>& moves) const {
  moves.assign(1, static_cast<Move>(search::ChainTree::kRoot));
  const std::size_t mover = position.mover;
  const search::ChainNode& fired = rules_.tree(mover).nodes[position.exchange.sides[mover].fired];
  const int deadline = rules_.deadline(position.exchange, mover);
  for (std::size_t i = fired.children; i-- > 0;) {
    const std::size_t node = fired.first_child + i;
    if (rules_.firing_frame(position.exchange, mover, node, deadline)) moves.push_back(static_cast<Move>(node));
  }
}

ExchangeGame::Position ExchangeGame::after(const Position& position, Move move) const {
  Position next = position;
  next.mover = 1 - position.mover;
  if (move == search::ChainTree::kRoot) {
    ++next.exchange.passes;
    return next;
  }
  const int deadline = rules_.deadline(position.exchange, position.mover);
  const auto fire = rules_.firing_frame(position.exchange, position.mover, move, deadline);
  next.exchange = rules_.after_firing(position.exchange, position.mover, move, *fire);
  ++next.chains;
  return next;
}

nplayer::Values<ExchangeGame::kPlayers> ExchangeGame::values(const Position& position) const {
  std::array<std::int32_t, 2> harm{};
  for (std::size_t side = 0; side < 2; ++side) {
    const int incoming = position.exchange.sides[side].incoming;
    harm[side] = incoming >= to_bury_[side] ? to_bury_[side] + kVictory : incoming;
  }
  return {harm[1] - harm[0], harm[0] - harm[1]};
}

search::ExchangeResult BestFirstExchange::search(const search::ExchangeSide& own, const search::ExchangeSide& theirs,
                                                 const search::ExchangeSettings& settings,
                                                 const std::array<int, 2>& to_bury, limits::SearchBudget& budget) {
  const search::ExchangeRules rules(*own.tree, *theirs.tree, settings);
  ExchangeGame game(rules, to_bury);
  const ExchangeGame::Position start{.exchange = search::ExchangeRules::start(own, theirs),
                                     .mover = static_cast<std::uint8_t>(settings.first)};
  const auto decision = best_first_.search(game, start, {.expansions = kExpansions}, budget);
  ExchangeGame::Position end = start;
  for (const auto move : best_first_.tree().principal_variation()) end = game.after(end, move);
  search::ExchangeResult exchange = rules.result_of(end.exchange);
  exchange.chains = end.chains;
  exchange.choice = decision.move;
  return exchange;
}

}  // namespace rensa::players
