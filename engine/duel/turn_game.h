#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/duel/event.h"
#include "engine/duel/game_setup.h"
#include "engine/duel/garbage.h"
#include "engine/duel/input.h"
#include "engine/duel/outcome.h"
#include "engine/duel/pair_queues.h"
#include "engine/rules/field.h"
#include "engine/rules/link.h"

namespace rensa::duel {

// A game of a ruleset with Pacing::turns: both seats choose, then both pairs drop and both chains resolve at once.
//
// The organisers did not publish all rules. We chose these: an attack first cancels the garbage that waits for its
// sender, then the two rests cancel each other. The difference waits for the weaker side and falls at the end of that
// side's next turn, which leaves one turn to answer it. A missing or illegal placement counts as straight down (column
// 3, child up), or else as the first legal one.
class TurnGame {
 public:
  struct Side {
    rules::Field field{};
    WaitingGarbage waiting{};
    std::int64_t score = 0;
    std::int64_t converted = 0;
    rules::Rng rng;
    friend bool operator==(const Side&, const Side&) = default;
  };

  // Precondition: the ruleset can be played and has Pacing::turns.
  explicit TurnGame(const GameSetup& setup);

  // Plays one turn. The first is number 1. Only placements count. After the end of the game it does nothing.
  Events step(const Inputs& inputs);

  int turn() const { return turn_; }
  const std::optional<Outcome>& outcome() const { return outcome_; }
  const rules::Ruleset& ruleset() const { return ruleset_; }
  const Side& side(Seat seat) const { return sides_[index_of(seat)]; }
  const PairQueues& queues() const { return queues_; }

  std::uint64_t hash() const;
  bool is_consistent() const;

 private:
  struct TurnResult {
    int links = 0;
    int attack = 0;
  };

  rules::Placement legal_placement_for(Seat seat, const Input& input, Events& events) const;
  TurnResult play_turn(Seat seat, const Input& input, Events& events);
  void resolve(Seat seat, TurnResult& turn, Events& events);
  int attack_of(Side& side, const rules::Link& link, int number) const;
  void exchange_attacks(const std::array<TurnResult, 2>& turns, Events& events);
  void drop_garbage(Seat seat, Events& events);

  void check_for_end(Events& events);
  void end_game(const Outcome& outcome, Events& events);

  rules::Ruleset ruleset_;
  PairQueues queues_;
  std::uint64_t setup_hash_;
  std::array<Side, 2> sides_;
  int turn_ = 0;
  std::optional<Outcome> outcome_;
};

}  // namespace rensa::duel
