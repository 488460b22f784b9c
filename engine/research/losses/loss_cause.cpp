#include "engine/research/losses/loss_cause.h"

#include <limits>

namespace rensa::losses {

namespace {

// The garbage that fell on a seat, and the last clock at which an attack could still be a part of it.
struct Fallen {
  int garbage = 0;
  int last_clock = 0;
};

// Garbage falls after a hand and before the next one locks.
Fallen fallen_since(std::span<const record::HandResult> hands, duel::Seat loser, int since) {
  Fallen fallen;
  bool is_open = false;  // garbage fell after the last hand so far
  for (const record::HandResult& hand : hands) {
    if (hand.seat != loser || hand.clock < since) continue;
    if (is_open) fallen.last_clock = hand.clock;
    is_open = hand.fell > 0;
    fallen.garbage += hand.fell;
  }
  if (is_open) fallen.last_clock = std::numeric_limits<int>::max();
  return fallen;
}

}  // namespace

std::string_view description_of(LossCause cause) {
  switch (cause) {
    case LossCause::answered:
      return "fires first and is answered with more";
    case LossCause::outgunned:
      return "is hit by the opponent's main chain; its own answer is too small";
    case LossCause::worn_down:
      return "is worn down by attacks of fewer than 150 garbage";
    case LossCause::choked:
      return "chokes on its own building";
  }
  return {};
}

LossCause cause_of(const LossFacts& facts) {
  if (facts.fallen == 0) return LossCause::choked;
  if (facts.cancelled_by_it >= kOwnAttack) return LossCause::answered;
  return facts.greatest_attack >= kMainAttack ? LossCause::outgunned : LossCause::worn_down;
}

LossFacts loss_facts(std::span<const record::HandResult> hands, duel::Seat loser, int since) {
  const Fallen fallen = fallen_since(hands, loser, since);
  LossFacts facts{.fallen = fallen.garbage};
  // The garbage that fell last came from the last attacks.
  int unexplained = fallen.garbage;
  for (std::size_t i = hands.size(); i > 0 && unexplained > 0; --i) {
    const record::HandResult& hand = hands[i - 1];
    if (hand.seat == loser || hand.sent == 0 || hand.clock > fallen.last_clock) continue;
    unexplained -= hand.sent;
    const int attack = hand.sent + hand.cancelled;
    if (attack <= facts.greatest_attack) continue;
    facts.greatest_attack = attack;
    facts.cancelled_by_it = hand.cancelled;
  }
  return facts;
}

}  // namespace rensa::losses
