#pragma once

#include <cstdint>
#include <variant>

#include "engine/duel/duel.h"
#include "engine/duel/turn_duel.h"

namespace rensa::duel {

// A game of either pacing behind one interface, so that players, runners and records need not care. Its clock counts
// frames or turns.
class Game {
 public:
  // Precondition: the ruleset can be played.
  explicit Game(const GameSetup& setup);

  Events step(const Inputs& inputs);
  // As step(), with the ways for the placements given; a turn game needs none.
  Events replay(const Inputs& inputs, const Routes& routes);
  // Passes time without inputs up to and including the first event, or up to `last`. A turn game has no time between
  // decisions: nothing happens.
  Events advance(int last = kNoFrameLimit);
  // How much time is sure to pass without an event as long as nobody has an input.
  int quiet_time() const;

  int clock() const;  // frames or turns played
  bool decision_due(Seat seat) const;
  int hand(Seat seat) const;  // number of the pair, 1 is the first; 0: none yet
  std::int64_t score(Seat seat) const;
  const std::optional<Outcome>& outcome() const;
  const rules::Ruleset& ruleset() const;
  std::uint64_t hash() const;
  bool is_consistent() const;

  // What a step counts in; for views.
  const Duel* duel() const { return std::get_if<Duel>(&game_); }
  const TurnDuel* turn_duel() const { return std::get_if<TurnDuel>(&game_); }

 private:
  std::variant<Duel, TurnDuel> game_;
};

}  // namespace rensa::duel
