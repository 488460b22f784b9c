#include "engine/duel/lane.h"
#include "engine/duel/state_hash.h"
#include "engine/rules/timing.h"

namespace rensa::duel {

// The part of a lane that looks at its state as a whole.

namespace {

// Twelve keys of five bits make a word; all of them count, because a route is not a function of where the pair is now.
void add_keys(rules::Hash& hash, const rules::Route& route, int from) {
  std::uint64_t word = 1;
  for (int frame = from; frame < route.frames(); ++frame) {
    word = word << 5 | static_cast<std::uint64_t>(route.at(frame));
    if (word >> 56 != 0) {
      hash.add(word);
      word = 1;
    }
  }
  hash.add(word);
}

std::uint64_t bits_of(int value) { return static_cast<std::uint32_t>(value); }

std::uint64_t word_of(const rules::FallingPair& pair) {
  std::uint64_t word = 0;
  for (const int part : {int{pair.x}, int{pair.y}, static_cast<int>(pair.r), int{pair.turn_lock}, int{pair.arrow_lock},
                         int{pair.quick_turn_window}, int{pair.fall_counter}}) {
    word = word << 8 | static_cast<std::uint64_t>(part);
  }
  return word << 8 | static_cast<std::uint64_t>(pair.touches << 1) | (pair.touching ? 1U : 0U);
}

}  // namespace

Lane::Lane(const Known& known)
    : field_(known.field),
      shaft_(known.field),
      falling_(known.falling),
      pair_(known.pair),
      phase_(known.phase),
      held_(known.motion.held),
      due_in_(known.motion.wait),
      reveal_in_(known.motion.reveal),
      rows_(known.motion.rows),
      hand_(known.hand),
      link_(known.link),
      score_(known.score),
      converted_(known.score - known.motion.unsent),
      waiting_(known.waiting),
      entering_(known.motion.entering),
      garbage_of_turn_(known.motion.dropping),
      rng_(garbage_rng(0)) {}

Motion Lane::motion() const {
  return {.wait = due_in_,
          .reveal = reveal_in_,
          .rows = rows_,
          .entering = entering_,
          .dropping = garbage_of_turn_,
          .held = held_,
          .driven = phase_ == Phase::control && follows_route(),
          .unsent = score_ - converted_};
}

void Lane::add_to(rules::Hash& hash) const {
  add_field(hash, field_);
  hash.add(static_cast<std::uint64_t>(phase_) << 48 | code_of(pair_.axis) << 40 | code_of(pair_.child) << 32 |
           static_cast<std::uint64_t>(held_) << 8 | static_cast<std::uint64_t>(decided_));
  hash.add(bits_of(due_in_) << 32 | bits_of(reveal_in_));
  hash.add(bits_of(rows_) << 32 | bits_of(hand_));
  hash.add(bits_of(link_) << 32 | bits_of(garbage_of_turn_));
  hash.add(static_cast<std::uint64_t>(score_)).add(static_cast<std::uint64_t>(converted_));
  hash.add(bits_of(waiting_.pending) << 32 | bits_of(waiting_.fixed));
  hash.add(rng_.state());
  if (phase_ == Phase::control) {
    hash.add(word_of(falling_));
    add_keys(hash, route_, route_frame_);
  }
  if (phase_ == Phase::garbage_falling || phase_ == Phase::settling) hash.add_bytes(entering_);
}

bool Lane::is_consistent() const {
  if (!field_.is_consistent()) return false;
  if (score_ < 0 || converted_ < 0 || converted_ > score_) return false;
  if (waiting_.pending < 0 || waiting_.fixed < 0) return false;
  if (hand_ < 0 || link_ < 0 || rows_ < 0 || rows_ > rules::kHiddenRow) return false;
  if (route_frame_ > route_.frames()) return false;
  if (reveal_in_ < 0 || reveal_in_ > rules::kPreparationFrames + rules::kRevealFrames) return false;
  const bool garbage_falls = phase_ == Phase::garbage_falling || phase_ == Phase::settling;
  if (garbage_falls ? garbage_of_turn_ <= 0 : garbage_of_turn_ != 0) return false;
  if (link_ != 0 && phase_ != Phase::vanishing && phase_ != Phase::collapsing && phase_ != Phase::grounding) {
    return false;
  }
  switch (phase_) {
    case Phase::opening:
      return hand_ == 0 && due_in_ >= 1 && rows_ == 0 && field_.is_at_rest();
    case Phase::control:
      return due_in_ == 1 && rows_ == 0 && field_.is_at_rest() && !(held_ != rules::Keys::none && follows_route());
    case Phase::preparation:
    case Phase::vanishing:
    case Phase::settling:
    case Phase::grounding:
      return due_in_ >= 1 && rows_ == 0 && field_.is_at_rest();
    case Phase::falling:
    case Phase::collapsing:
    case Phase::garbage_falling:
      return due_in_ >= 1;
    case Phase::dead:
      return due_in_ == 0;
  }
  return false;
}

}  // namespace rensa::duel
