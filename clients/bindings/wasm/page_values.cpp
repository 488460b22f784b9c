#include "clients/bindings/wasm/page_values.h"

#include <algorithm>
#include <string>

#include "clients/bindings/wasm/engine_buffer.h"
#include "engine/movement/movement.h"
#include "engine/notation/shared_position.h"
#include "engine/rules/cell.h"
#include "engine/rules/link.h"
#include "engine/rules/score.h"
#include "engine/rules/timing.h"

namespace rensa::wasm {

namespace {

static_assert(std::tuple_size_v<decltype(SideWords::cells)> == rules::kColumns * rules::kTrapRow);

constexpr std::int64_t kMostPoints = 2'000'000'000;

constexpr std::size_t cell_index(int x, int y) { return static_cast<std::size_t>((y - 1) * rules::kColumns + x - 1); }

template <typename Visit>
void for_each_cell(Visit visit) {
  for (int y = 1; y <= rules::kTrapRow; ++y) {
    for (int x = 1; x <= rules::kColumns; ++x) visit(x, y);
  }
}

// What the wait of a phase began with.
int wait_in_all(duel::Phase phase, const duel::Motion& motion) {
  const auto slow_row = [&] {
    return motion.rows == 0 ? 1 : rules::slow_fall_frames(motion.rows) - rules::slow_fall_frames(motion.rows - 1);
  };
  switch (phase) {
    case duel::Phase::opening:
      return rules::kOpeningFrames + 1;
    case duel::Phase::preparation:
      return rules::kPreparationFrames;
    case duel::Phase::falling:
    case duel::Phase::garbage_falling:
      return slow_row();
    case duel::Phase::grounding:
      return rules::kGroundingFrames;
    case duel::Phase::vanishing:
      return rules::kVanishFrames;
    case duel::Phase::collapsing:
      return rules::fast_fall_frames(1);
    case duel::Phase::settling:
      return rules::garbage_settling_frames(motion.dropping);
    case duel::Phase::control:
    case duel::Phase::dead:
      return 1;
  }
  return 1;
}

void add_falling(const duel::SideView& side, SideWords& words) {
  const movement::FallingPair& pair = *side.falling;
  words.falls = 1;
  words.x = pair.x;
  words.y = pair.y;
  words.r = static_cast<std::int32_t>(pair.r);
  words.turn_lock = pair.turn_lock;
  words.arrow_lock = pair.arrow_lock;
  words.quick_turn_window = pair.quick_turn_window;
  words.fall_counter = pair.fall_counter;
  words.touches = pair.touches;
  words.touching = pair.touching ? 1 : 0;
  const movement::ObstacleMap obstacles(side.field);
  if (obstacles.is_blocked(pair.x, pair.y) || obstacles.is_blocked(pair.child_x(), std::min(pair.child_y(), rules::kTrapRow))) return;
  const movement::DropPreview down = movement::preview_drop(side.field, pair);
  words.axis_lands = down.axis_y;
  words.child_lands = down.child_y;
}

void add_motion(const duel::SideView& side, SideWords& words) {
  const duel::Motion& motion = *side.motion;
  words.motion_known = 1;
  words.wait = motion.wait;
  words.rows = motion.rows;
  for (std::size_t i = 0; i < words.entering.size(); ++i) words.entering[i] = motion.entering[i + 1];
  words.dropping = motion.dropping;
  words.held = static_cast<std::int32_t>(motion.held);
  words.reveal = motion.reveal;
  words.unsent = static_cast<std::int32_t>(std::min<std::int64_t>(motion.unsent, kMostPoints));
  words.wait_in_all = wait_in_all(side.phase, motion);
}

// The groups stand until their time is over.
void add_link(const duel::SideView& side, SideWords& words) {
  rules::Field after = side.field;
  const rules::Link link = rules::erase_groups(after);
  if (link.erased == 0) return;
  words.link_cells = link.erased;
  words.link_points = rules::link_score(link, side.link);
  words.link_factor = words.link_points / (10 * link.erased);
  for_each_cell(
      [&](int x, int y) { words.vanishing[cell_index(x, y)] = side.field.at(x, y) == after.at(x, y) ? 0 : 1; });
}

duel::Motion motion_of(const SideWords& words) {
  duel::Motion motion;
  motion.wait = words.wait;
  motion.rows = words.rows;
  for (std::size_t i = 0; i < words.entering.size(); ++i) {
    motion.entering[i + 1] = static_cast<std::uint8_t>(words.entering[i]);
  }
  motion.dropping = words.dropping;
  motion.held = static_cast<movement::Keys>(static_cast<unsigned>(words.held) & movement::kAllKeys);
  motion.reveal = words.reveal;
  motion.unsent = words.unsent;
  return motion;
}

}  // namespace

SideWords words_of(const duel::SideView& side) {
  SideWords words;
  for_each_cell([&](int x, int y) { words.cells[cell_index(x, y)] = static_cast<std::int32_t>(side.field.at(x, y)); });
  words.phase = static_cast<std::int32_t>(side.phase);
  words.hand = side.hand;
  words.link = side.link;
  words.score = static_cast<std::int32_t>(std::min<std::int64_t>(side.score, kMostPoints));
  words.pending = side.waiting.pending;
  words.fixed = side.waiting.fixed;
  words.pairs_shown = side.pairs_shown;
  for (std::size_t i = 0; i < side.pairs.size(); ++i) {
    words.pairs[2 * i] = static_cast<std::int32_t>(side.pairs[i].axis);
    words.pairs[2 * i + 1] = static_cast<std::int32_t>(side.pairs[i].child);
  }
  if (side.falling) add_falling(side, words);
  if (side.motion) add_motion(side, words);
  if (side.phase == duel::Phase::vanishing) add_link(side, words);
  return words;
}

duel::SideView side_of(const SideWords& words) {
  duel::SideView side;
  const auto cell_of = [](std::int32_t code) {
    return rules::is_cell(static_cast<unsigned>(code)) ? static_cast<rules::Cell>(code) : rules::Cell::empty;
  };
  for_each_cell([&](int x, int y) { side.field.put(x, y, cell_of(words.cells[cell_index(x, y)])); });
  side.phase = static_cast<duel::Phase>(std::clamp(words.phase, 0, static_cast<std::int32_t>(duel::Phase::dead)));
  side.hand = words.hand;
  side.link = words.link;
  side.score = words.score;
  side.waiting = {.pending = words.pending, .fixed = words.fixed};
  side.pairs_shown = std::clamp(words.pairs_shown, 0, 3);
  for (std::size_t i = 0; i < side.pairs.size(); ++i) {
    side.pairs[i] = {cell_of(words.pairs[2 * i]), cell_of(words.pairs[2 * i + 1])};
  }
  if (words.falls == 1) {
    movement::FallingPair pair;
    pair.x = static_cast<std::int8_t>(std::clamp(words.x, 1, rules::kColumns));
    pair.y = static_cast<std::int8_t>(std::clamp(words.y, 1, rules::kTrapRow));
    pair.r = static_cast<rules::Rotation>(words.r & 3);
    pair.turn_lock = static_cast<std::uint8_t>(words.turn_lock & 15);
    pair.arrow_lock = static_cast<std::uint8_t>(words.arrow_lock & 15);
    pair.quick_turn_window = static_cast<std::uint8_t>(words.quick_turn_window);
    pair.fall_counter = static_cast<std::uint8_t>(words.fall_counter);
    pair.touches = static_cast<std::uint8_t>(words.touches);
    pair.touching = words.touching == 1;
    side.falling = pair;
  }
  if (words.motion_known == 1) side.motion = motion_of(words);
  return side;
}

// Sides that a page has heard of.

// How long they are, for a page to check that it has the same list.
RENSA_EXPORT(side_words) int side_words() { return kSideWords; }

// Where it writes one.
RENSA_EXPORT(side_to_write) SideWords* side_to_write() {
  static SideWords words;
  return &words;
}

// The same, with what follows from it; valid until the next call.
RENSA_EXPORT(side_facts) const SideWords* side_facts(const SideWords* heard) {
  static SideWords words;
  words = words_of(side_of(*heard));
  return &words;
}

// Fields as the URLs that people share.

namespace {

enum class Format { puyop, ips };

rules::Parsed<std::string> url_of(const rules::Field& field, Format format) {
  const auto shared = notation::shared_field(field);
  if (!shared) return shared.error();
  const notation::SharedPosition whole{.field = *shared, .moves = {}, .goal = {}};
  return format == Format::puyop ? notation::puyop_url(whole) : notation::ips_url(whole);
}

}  // namespace

// Of the field in these words: 1 and a URL on the desk, or 0: there is none. Format 0 is puyop, 1 ips.
RENSA_EXPORT(share_url) int share_url(const SideWords* words, int format) {
  const auto url = url_of(side_of(*words).field, format == 0 ? Format::puyop : Format::ips);
  if (url) put_on_desk(*url);
  return url ? 1 : 0;
}

}  // namespace rensa::wasm
