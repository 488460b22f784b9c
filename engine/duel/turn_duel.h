#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/duel/event.h"
#include "engine/duel/garbage.h"
#include "engine/duel/input.h"
#include "engine/duel/outcome.h"
#include "engine/duel/queues.h"
#include "engine/duel/setup.h"
#include "engine/rules/field.h"
#include "engine/rules/link.h"

namespace rensa::duel {

// The game of rulesets with Pacing::turns: both choose, then both pairs drop and both chains resolve at once.
//
// What the organisers did not publish is our choice: an attack first cancels what waits for its sender, then the two
// rests cancel each other, and the difference waits for the weaker side. It falls at the end of that side's next turn,
// which leaves one turn to answer it. A missing or illegal placement counts as straight down: column 3, child up, else
// the first legal one.
class TurnDuel {
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
  explicit TurnDuel(const GameSetup& setup);

  // One turn; the first is number 1. Only placements count. After the end nothing happens any more.
  Events step(const Inputs& inputs);

  int turn() const { return turn_; }
  const std::optional<Outcome>& outcome() const { return outcome_; }
  const rules::Ruleset& ruleset() const { return ruleset_; }
  const Side& side(Seat seat) const { return sides_[index_of(seat)]; }
  const Queues& queues() const { return queues_; }

  std::uint64_t hash() const;
  bool is_consistent() const;

 private:
  // What a seat's turn came to.
  struct Turn {
    int links = 0;
    int attack = 0;
  };

  rules::Placement chosen(Seat seat, const Input& input, Events& events) const;
  Turn play(Seat seat, const Input& input, Events& events);
  void resolve(Seat seat, Turn& turn, Events& events);
  int attack_of(Side& side, const rules::Link& link, int number) const;
  void exchange(const std::array<Turn, 2>& turns, Events& events);
  void drop_garbage(Seat seat, Events& events);
  bool must_die(const Side& side) const;
  void look_for_end(Events& events);
  void end(const Outcome& outcome, Events& events);

  rules::Ruleset ruleset_;
  Queues queues_;
  std::uint64_t setup_hash_;
  std::array<Side, 2> sides_;
  int turn_ = 0;
  std::optional<Outcome> outcome_;
};

}  // namespace rensa::duel
