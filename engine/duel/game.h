#pragma once

#include <cstdint>
#include <variant>

#include "engine/duel/frame_game.h"
#include "engine/duel/turn_game.h"

namespace rensa::duel {

// A game of either pacing behind one interface. Its clock counts frames or turns.
class Game {
 public:
  // Precondition: the ruleset can be played.
  explicit Game(const GameSetup& setup);

  Events step(const Inputs& inputs);
  // Plays one step with given routes for the placements. A turn game needs none.
  Events replay(const Inputs& inputs, const RoutesBySeat& routes);
  // Plays frames without inputs up to and including the first event, or up to `last`. A turn game has no time between
  // decisions and does nothing.
  Events advance(int last = kNoFrameLimit);
  // The number of frames that are sure to have no event while there is no input. 0 for a turn game.
  int frames_without_event() const;

  int clock() const;  // frames or turns played
  bool is_decision_due(Seat seat) const;
  int hand(Seat seat) const;  // number of the current pair, 1 is the first; 0: none yet
  rules::Pair pair_at(Seat seat, int hand) const;
  const rules::Field& field(Seat seat) const;
  std::int64_t score(Seat seat) const;
  const std::optional<Outcome>& outcome() const;
  const rules::Ruleset& ruleset() const;
  std::uint64_t hash() const;
  bool is_consistent() const;

  // The game behind the interface: one of these is null.
  const FrameGame* frame_game() const { return std::get_if<FrameGame>(&game_); }
  const TurnGame* turn_game() const { return std::get_if<TurnGame>(&game_); }

 private:
  std::variant<FrameGame, TurnGame> game_;
};

// Watches a game without influence on it. Does nothing unless a class overrides its functions. Called on the thread
// that plays the game.
class GameObserver {
 public:
  virtual ~GameObserver() = default;

  // Called before a step in which a seat has an input.
  virtual void before_step(const Game&, const Inputs&) {}
  // Called after each step, and once after each call of Game::advance().
  virtual void after_step(const Game&, const Events&) {}
  // Returns the clock that the game must not pass without a call of after_step(), even if nothing happens.
  virtual int next_required_clock() const { return kNoFrameLimit; }
};

}  // namespace rensa::duel
