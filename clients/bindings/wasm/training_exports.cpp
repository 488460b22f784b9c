#include <algorithm>
#include <optional>
#include <string>

#include "clients/bindings/wasm/engine_buffer.h"
#include "clients/bindings/wasm/page_values.h"
#include "clients/bindings/wasm/training_position.h"
#include "engine/notation/shared_position.h"
#include "engine/puzzles/puzzle.h"

namespace rensa::wasm {

// A training problem. One at a time; what is not said to start one needs one that has started. Placements are places in
// kPlacements.

namespace {

struct GoalWords {
  std::int32_t kind = 0;
  std::int32_t bound = 0;
  std::int32_t colour = 0;
  std::int32_t count = 0;
};

struct DrillWords {
  std::int32_t placed = 0;
  std::int32_t waits = 0;
  std::int32_t solved = 0;
  std::int32_t over = 0;
  std::int32_t placements = 0;
};

std::optional<Drill>& drill() {
  static std::optional<Drill> open;
  return open;
}

const duel::Events*& told_of_drill() {
  static const duel::Events* events = nullptr;
  return events;
}

const rules::Placement* placement_of(int index) {
  return index >= 0 && index < rules::kPlacementCount ? &rules::kPlacements[static_cast<std::size_t>(index)] : nullptr;
}

bool is_possible(int index) {
  return placement_of(index) != nullptr && (drill()->placements() >> static_cast<unsigned>(index) & 1U) != 0;
}

// What begins a problem answers: a flaw is its number and kFirstFlaw.
constexpr int kBegun = 0;
constexpr int kUnreadable = 1;
constexpr int kFirstFlaw = 2;

}  // namespace

// The problem of the ips URL on the desk, or of the part after its question mark. If it is none, the one before goes
// on.
RENSA_EXPORT(drill_start) int drill_start() {
  const auto shared = notation::parse_ips(text_on_desk());
  if (!shared) return kUnreadable;
  if (const auto flaw = puzzles::find_flaw(*shared)) return kFirstFlaw + static_cast<int>(*flaw);
  drill().emplace(*puzzles::puzzle_of(*shared));
  return kBegun;
}

RENSA_EXPORT(drill_goal) const GoalWords* drill_goal() {
  static GoalWords words;
  const notation::Goal& goal = drill()->problem().goal;
  words = {.kind = static_cast<std::int32_t>(goal.kind),
           .bound = static_cast<std::int32_t>(goal.bound),
           .colour = static_cast<std::int32_t>(goal.colour),
           .count = goal.count};
  return &words;
}

RENSA_EXPORT(drill_hands) int drill_hands() { return static_cast<int>(drill()->pairs().size()); }

// Of each hand: axis and child as digits, the one times ten.
RENSA_EXPORT(drill_pair) int drill_pair(int hand) {
  const rules::Pair pair = drill()->pairs()[static_cast<std::size_t>(hand)];
  return 10 * static_cast<int>(pair.axis) + static_cast<int>(pair.child);
}

// An ips URL of the problem: 1 and the URL on the desk, or 0: there is none.
RENSA_EXPORT(drill_url) int drill_url() {
  const auto url = notation::ips_url(puzzles::shared_of(drill()->problem()));
  if (url) put_on_desk(*url);
  return url ? 1 : 0;
}

// How it stands; valid until the next call, as the others.
RENSA_EXPORT(drill_state) const DrillWords* drill_state() {
  static DrillWords words;
  words = {.placed = static_cast<std::int32_t>(drill()->placed()),
           .waits = drill()->placements() != 0 ? 1 : 0,
           .solved = drill()->is_solved() ? 1 : 0,
           .over = drill()->is_over() ? 1 : 0,
           .placements = static_cast<std::int32_t>(drill()->placements())};
  return &words;
}

// The waiting pair falls from above the placement, or is led to it from where pairs appear. 0: it cannot.
RENSA_EXPORT(drill_drop) int drill_drop(int index) {
  return is_possible(index) && drill()->drop(*placement_of(index)) ? 1 : 0;
}
RENSA_EXPORT(drill_lead) int drill_lead(int index) {
  return is_possible(index) && drill()->lead(*placement_of(index)) ? 1 : 0;
}

// A frame. How much happened in it.
RENSA_EXPORT(drill_step) int drill_step() {
  told_of_drill() = &drill()->step();
  return static_cast<int>(told_of_drill()->size());
}

RENSA_EXPORT(drill_happening) const EventWords* drill_happening(int index) {
  static EventWords words;
  words = words_of((*told_of_drill())[static_cast<std::size_t>(index)], 0);
  return &words;
}

// To where so many pairs are placed.
RENSA_EXPORT(drill_rewind) void drill_rewind(int placed) {
  drill()->rewind(static_cast<std::size_t>(std::max(0, placed)));
}

// As it stands, with the waiting pair above this placement; below 0: where pairs appear.
RENSA_EXPORT(drill_side) const SideWords* drill_side(int index) {
  static SideWords words;
  words = words_of(drill()->side(placement_of(index)));
  return &words;
}

}  // namespace rensa::wasm
