#include "clients/bindings/wasm/page_values.h"

#include <algorithm>
#include <string>

#include "clients/bindings/wasm/engine_buffer.h"
#include "engine/movement/movement.h"
#include "engine/notation/shared_position.h"
#include "engine/rules/cell.h"
#include "engine/rules/link.h"
#include "engine/rules/timing.h"

namespace rensa::wasm {

namespace {

static_assert(std::tuple_size_v<decltype(PageSide::cells)> == rules::kColumns * rules::kTrapRow);

constexpr std::int64_t kMaxPoints = 2'000'000'000;

constexpr std::size_t cell_index(int x, int y) { return static_cast<std::size_t>((y - 1) * rules::kColumns + x - 1); }

template <typename Visit>
void for_each_cell(Visit visit) {
  for (int y = 1; y <= rules::kTrapRow; ++y) {
    for (int x = 1; x <= rules::kColumns; ++x) visit(x, y);
  }
}

// The wait at the beginning of the phase.
int full_wait(duel::Phase phase, const duel::Motion& motion) {
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

void add_falling_pair(const duel::SideView& side, PageSide& page) {
  const movement::FallingPair& pair = *side.falling;
  page.has_falling_pair = 1;
  page.x = pair.x;
  page.y = pair.y;
  page.r = static_cast<std::int32_t>(pair.r);
  page.turn_lock = pair.turn_lock;
  page.arrow_lock = pair.arrow_lock;
  page.quick_turn_window = pair.quick_turn_window;
  page.fall_counter = pair.fall_counter;
  page.touches = pair.touches;
  page.touching = pair.touching ? 1 : 0;
  const movement::ObstacleMap obstacles(side.field);
  if (obstacles.is_blocked(pair.x, pair.y) ||
      obstacles.is_blocked(pair.child_x(), std::min(pair.child_y(), rules::kTrapRow)))
    return;
  const movement::DropPreview down = movement::preview_drop(side.field, pair);
  page.axis_landing_row = down.axis_y;
  page.child_landing_row = down.child_y;
}

void add_motion(const duel::SideView& side, PageSide& page) {
  const duel::Motion& motion = *side.motion;
  page.has_motion = 1;
  page.wait = motion.wait;
  page.rows = motion.rows;
  for (std::size_t i = 0; i < page.entering.size(); ++i) page.entering[i] = motion.entering[i + 1];
  page.dropping = motion.dropping;
  page.held = static_cast<std::int32_t>(motion.held);
  page.reveal = motion.reveal;
  page.unsent = static_cast<std::int32_t>(std::min<std::int64_t>(motion.unsent, kMaxPoints));
  page.full_wait = full_wait(side.phase, motion);
}

// The groups stay in the field until the phase ends.
void add_link(const duel::SideView& side, PageSide& page) {
  rules::Field after = side.field;
  const rules::Link link = rules::erase_groups(after);
  if (link.erased == 0) return;
  page.link_cells = link.erased;
  page.link_points = rules::link_score(link, side.link);
  page.link_factor = page.link_points / (10 * link.erased);
  for_each_cell(
      [&](int x, int y) { page.vanishing[cell_index(x, y)] = side.field.at(x, y) == after.at(x, y) ? 0 : 1; });
}

duel::Motion motion_of(const PageSide& page) {
  duel::Motion motion;
  motion.wait = page.wait;
  motion.rows = page.rows;
  for (std::size_t i = 0; i < page.entering.size(); ++i) {
    motion.entering[i + 1] = static_cast<std::uint8_t>(page.entering[i]);
  }
  motion.dropping = page.dropping;
  motion.held = static_cast<movement::Keys>(static_cast<unsigned>(page.held) & movement::kAllKeys);
  motion.reveal = page.reveal;
  motion.unsent = page.unsent;
  return motion;
}

}  // namespace

PageSide page_side_of(const duel::SideView& side) {
  PageSide page;
  for_each_cell([&](int x, int y) { page.cells[cell_index(x, y)] = static_cast<std::int32_t>(side.field.at(x, y)); });
  page.phase = static_cast<std::int32_t>(side.phase);
  page.hand = side.hand;
  page.link = side.link;
  page.score = static_cast<std::int32_t>(std::min<std::int64_t>(side.score, kMaxPoints));
  page.pending = side.waiting.pending;
  page.fixed = side.waiting.fixed;
  page.pairs_shown = side.pairs_shown;
  for (std::size_t i = 0; i < side.pairs.size(); ++i) {
    page.pairs[2 * i] = static_cast<std::int32_t>(side.pairs[i].axis);
    page.pairs[2 * i + 1] = static_cast<std::int32_t>(side.pairs[i].child);
  }
  if (side.falling) add_falling_pair(side, page);
  if (side.motion) add_motion(side, page);
  if (side.phase == duel::Phase::vanishing) add_link(side, page);
  return page;
}

duel::SideView side_view_of(const PageSide& page) {
  duel::SideView side;
  const auto cell_of = [](std::int32_t code) {
    return rules::is_cell(static_cast<unsigned>(code)) ? static_cast<rules::Cell>(code) : rules::Cell::empty;
  };
  for_each_cell([&](int x, int y) { side.field.put(x, y, cell_of(page.cells[cell_index(x, y)])); });
  side.phase = static_cast<duel::Phase>(std::clamp(page.phase, 0, static_cast<std::int32_t>(duel::Phase::dead)));
  side.hand = page.hand;
  side.link = page.link;
  side.score = page.score;
  side.waiting = {.pending = page.pending, .fixed = page.fixed};
  side.pairs_shown = std::clamp(page.pairs_shown, 0, rules::kMaxVisiblePairs);
  for (std::size_t i = 0; i < side.pairs.size(); ++i) {
    side.pairs[i] = {cell_of(page.pairs[2 * i]), cell_of(page.pairs[2 * i + 1])};
  }
  if (page.has_falling_pair == 1) {
    movement::FallingPair pair;
    pair.x = static_cast<std::int8_t>(std::clamp(page.x, 1, rules::kColumns));
    pair.y = static_cast<std::int8_t>(std::clamp(page.y, 1, rules::kTrapRow));
    pair.r = static_cast<rules::Rotation>(page.r & 3);
    pair.turn_lock = static_cast<std::uint8_t>(page.turn_lock & 15);
    pair.arrow_lock = static_cast<std::uint8_t>(page.arrow_lock & 15);
    pair.quick_turn_window = static_cast<std::uint8_t>(page.quick_turn_window);
    pair.fall_counter = static_cast<std::uint8_t>(page.fall_counter);
    pair.touches = static_cast<std::uint8_t>(page.touches);
    pair.touching = page.touching == 1;
    side.falling = pair;
  }
  if (page.has_motion == 1) side.motion = motion_of(page);
  return side;
}

// Returns the number of integers of a PageSide, so that a page can check its own list.
RENSA_EXPORT(page_side_size) int page_side_size() { return kPageSideSize; }

// Returns the address where a page writes a side.
RENSA_EXPORT(page_side_input) PageSide* page_side_input() {
  static PageSide page;
  return &page;
}

// Returns the side with its derived members; valid until the next call.
RENSA_EXPORT(page_side_complete) const PageSide* page_side_complete(const PageSide* side) {
  static PageSide page;
  page = page_side_of(side_view_of(*side));
  return &page;
}

namespace {

enum class Format { puyop, ips };

rules::Parsed<std::string> url_of(const rules::Field& field, Format format) {
  const auto shared = notation::shared_field(field);
  if (!shared) return shared.error();
  const notation::SharedPosition position{.field = *shared, .moves = {}, .goal = {}};
  return format == Format::puyop ? notation::puyop_url(position) : notation::ips_url(position);
}

}  // namespace

// Writes a URL of the side's field to the buffer. Returns 0 if there is none. Format 0 is puyop, 1 is ips.
RENSA_EXPORT(field_url) int field_url(const PageSide* side, int format) {
  const auto url = url_of(side_view_of(*side).field, format == 0 ? Format::puyop : Format::ips);
  if (url) write_buffer(*url);
  return url ? 1 : 0;
}

}  // namespace rensa::wasm
