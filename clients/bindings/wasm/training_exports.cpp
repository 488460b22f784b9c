#include <algorithm>
#include <optional>
#include <string>

#include "clients/bindings/wasm/engine_buffer.h"
#include "clients/bindings/wasm/page_values.h"
#include "clients/bindings/wasm/training_position.h"
#include "engine/notation/shared_position.h"
#include "engine/puzzles/puzzle.h"

namespace rensa::wasm {

// The exports for one training position. All except training_start() need a started one. Placements are indices of
// kPlacements.

namespace {

struct PageGoal {
  std::int32_t kind = 0;
  std::int32_t bound = 0;
  std::int32_t colour = 0;
  std::int32_t count = 0;
};

struct PageTrainingState {
  std::int32_t placed_count = 0;
  std::int32_t is_waiting = 0;
  std::int32_t solved = 0;
  std::int32_t over = 0;
  std::int32_t placements = 0;
};

std::optional<TrainingPosition>& training_position() {
  static std::optional<TrainingPosition> open;
  return open;
}

const duel::Events*& training_events() {
  static const duel::Events* events = nullptr;
  return events;
}

const rules::Placement* placement_of(int index) {
  return index >= 0 && index < rules::kPlacementCount ? &rules::kPlacements[static_cast<std::size_t>(index)] : nullptr;
}

bool is_allowed(int index) {
  return placement_of(index) != nullptr &&
         (training_position()->placements() >> static_cast<unsigned>(index) & 1U) != 0;
}

// The results of training_start(). A PuzzleFlaw is its number plus kFirstFlaw.
constexpr int kStarted = 0;
constexpr int kUnreadable = 1;
constexpr int kFirstFlaw = 2;

}  // namespace

// Starts the puzzle of the ips URL in the buffer; the part after the question mark is enough. If it is not a puzzle,
// the previous one stays.
RENSA_EXPORT(training_start) int training_start() {
  const auto shared = notation::parse_ips(buffer_text());
  if (!shared) return kUnreadable;
  if (const auto flaw = puzzles::find_flaw(*shared)) return kFirstFlaw + static_cast<int>(*flaw);
  training_position().emplace(*puzzles::puzzle_of(*shared));
  return kStarted;
}

RENSA_EXPORT(training_goal) const PageGoal* training_goal() {
  static PageGoal page;
  const notation::Goal& goal = training_position()->puzzle().goal;
  page = {.kind = static_cast<std::int32_t>(goal.kind),
          .bound = static_cast<std::int32_t>(goal.bound),
          .colour = static_cast<std::int32_t>(goal.colour),
          .count = goal.count};
  return &page;
}

RENSA_EXPORT(training_pair_count) int training_pair_count() {
  return static_cast<int>(training_position()->pairs().size());
}

// The axis times ten plus the child.
RENSA_EXPORT(training_pair) int training_pair(int hand) {
  const rules::Pair pair = training_position()->pairs()[static_cast<std::size_t>(hand)];
  return 10 * static_cast<int>(pair.axis) + static_cast<int>(pair.child);
}

// Writes an ips URL of the puzzle to the buffer. Returns 0 if there is none.
RENSA_EXPORT(training_url) int training_url() {
  const auto url = notation::ips_url(puzzles::shared_position_of(training_position()->puzzle()));
  if (url) write_buffer(*url);
  return url ? 1 : 0;
}

// The result is valid until the next call; so are the other results.
RENSA_EXPORT(training_state) const PageTrainingState* training_state() {
  static PageTrainingState page;
  page = {.placed_count = static_cast<std::int32_t>(training_position()->placed_count()),
          .is_waiting = training_position()->placements() != 0 ? 1 : 0,
          .solved = training_position()->is_solved() ? 1 : 0,
          .over = training_position()->is_over() ? 1 : 0,
          .placements = static_cast<std::int32_t>(training_position()->placements())};
  return &page;
}

// The waiting pair drops from above the placement, or is steered to it from where pairs appear. Returns 0 if it cannot.
RENSA_EXPORT(training_drop) int training_drop(int index) {
  return is_allowed(index) && training_position()->drop(*placement_of(index)) ? 1 : 0;
}
RENSA_EXPORT(training_steer) int training_steer(int index) {
  return is_allowed(index) && training_position()->steer(*placement_of(index)) ? 1 : 0;
}

// Plays one frame and returns its number of events.
RENSA_EXPORT(training_step) int training_step() {
  training_events() = &training_position()->step();
  return static_cast<int>(training_events()->size());
}

RENSA_EXPORT(training_event) const PageEvent* training_event(int index) {
  static PageEvent page;
  page = page_event_of((*training_events())[static_cast<std::size_t>(index)], 0);
  return &page;
}

// Goes back to the time when this many pairs were placed.
RENSA_EXPORT(training_rewind) void training_rewind(int placed_count) {
  training_position()->rewind(static_cast<std::size_t>(std::max(0, placed_count)));
}

// The side with the waiting pair above this placement; below 0, where pairs appear.
RENSA_EXPORT(training_side) const PageSide* training_side(int index) {
  static PageSide page;
  page = page_side_of(training_position()->side(placement_of(index)));
  return &page;
}

}  // namespace rensa::wasm
