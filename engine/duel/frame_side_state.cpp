#include "engine/duel/frame_side.h"
#include "engine/duel/state_hash.h"
#include "engine/rules/timing.h"

namespace rensa::duel {

// The functions of FrameSide that read or write its whole state.

namespace {

// Twelve keys of five bits make a word. All remaining keys count, because the pair's position does not determine them.
void add_keys(rules::Hash& hash, const movement::Route& route, int from) {
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

std::uint64_t word_of(const movement::FallingPair& pair) {
  std::uint64_t word = 0;
  for (const int part : {int{pair.x}, int{pair.y}, static_cast<int>(pair.r), int{pair.turn_lock}, int{pair.arrow_lock},
                         int{pair.quick_turn_window}, int{pair.fall_counter}}) {
    word = word << 8 | static_cast<std::uint64_t>(part);
  }
  return word << 8 | static_cast<std::uint64_t>(pair.touches << 1) | (pair.touching ? 1U : 0U);
}

}  // namespace

FrameSide::FrameSide(const KnownState& known)
    : field_(known.field),
      obstacles_(known.field),
      falling_(known.falling),
      pair_(known.pair),
      phase_(known.phase),
      held_keys_(known.motion.held),
      frames_until_action_(known.motion.wait),
      frames_until_reveal_(known.motion.reveal),
      rows_fallen_(known.motion.rows),
      hand_number_(known.hand),
      link_number_(known.link),
      score_(known.score),
      converted_points_(known.score - known.motion.unsent),
      waiting_(known.waiting),
      entering_garbage_(known.motion.entering),
      turn_garbage_(known.motion.dropping),
      rng_(make_garbage_rng(0)) {}

Motion FrameSide::motion() const {
  return {.wait = frames_until_action_,
          .reveal = frames_until_reveal_,
          .rows = rows_fallen_,
          .entering = entering_garbage_,
          .dropping = turn_garbage_,
          .held = held_keys_,
          .driven = phase_ == Phase::control && is_following_route(),
          .unsent = score_ - converted_points_};
}

void FrameSide::add_to(rules::Hash& hash) const {
  add_field(hash, field_);
  hash.add(static_cast<std::uint64_t>(phase_) << 48 | code_of(pair_.axis) << 40 | code_of(pair_.child) << 32 |
           static_cast<std::uint64_t>(held_keys_) << 8 | static_cast<std::uint64_t>(has_decision_));
  hash.add(bits_of(frames_until_action_) << 32 | bits_of(frames_until_reveal_));
  hash.add(bits_of(rows_fallen_) << 32 | bits_of(hand_number_));
  hash.add(bits_of(link_number_) << 32 | bits_of(turn_garbage_));
  hash.add(static_cast<std::uint64_t>(score_)).add(static_cast<std::uint64_t>(converted_points_));
  hash.add(bits_of(waiting_.pending) << 32 | bits_of(waiting_.fixed));
  hash.add(rng_.state());
  if (phase_ == Phase::control) {
    hash.add(word_of(falling_));
    add_keys(hash, route_, route_frame_);
  }
  if (phase_ == Phase::garbage_falling || phase_ == Phase::settling) hash.add_bytes(entering_garbage_);
}

bool FrameSide::is_consistent() const {
  if (!field_.is_consistent()) return false;
  if (score_ < 0 || converted_points_ < 0 || converted_points_ > score_) return false;
  if (waiting_.pending < 0 || waiting_.fixed < 0) return false;
  if (hand_number_ < 0 || link_number_ < 0 || rows_fallen_ < 0 || rows_fallen_ > rules::kHiddenRow) return false;
  if (route_frame_ > route_.frames()) return false;
  if (frames_until_reveal_ < 0 || frames_until_reveal_ > rules::kPreparationFrames + rules::kRevealFrames) return false;
  const bool garbage_falls = phase_ == Phase::garbage_falling || phase_ == Phase::settling;
  if (garbage_falls ? turn_garbage_ <= 0 : turn_garbage_ != 0) return false;
  if (link_number_ != 0 && phase_ != Phase::vanishing && phase_ != Phase::collapsing && phase_ != Phase::grounding) {
    return false;
  }
  switch (phase_) {
    case Phase::opening:
      return hand_number_ == 0 && frames_until_action_ >= 1 && rows_fallen_ == 0 && field_.is_at_rest();
    case Phase::control:
      return frames_until_action_ == 1 && rows_fallen_ == 0 && field_.is_at_rest() &&
             !(held_keys_ != movement::Keys::none && is_following_route());
    case Phase::preparation:
    case Phase::vanishing:
    case Phase::settling:
    case Phase::grounding:
      return frames_until_action_ >= 1 && rows_fallen_ == 0 && field_.is_at_rest();
    case Phase::falling:
    case Phase::collapsing:
    case Phase::garbage_falling:
      return frames_until_action_ >= 1;
    case Phase::dead:
      return frames_until_action_ == 0;
  }
  return false;
}

}  // namespace rensa::duel
