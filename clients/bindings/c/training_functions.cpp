#include <algorithm>
#include <memory>
#include <utility>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/values.h"
#include "engine/notation/shared_position.h"
#include "engine/puzzles/puzzle.h"

// Training problems.

namespace rensa::bindings {

namespace {

constexpr int kFirstFlaw = RENSA_FLAW_NO_GOAL;
static_assert(kFirstFlaw + static_cast<int>(puzzles::PuzzleFlaw::too_long) == RENSA_FLAW_TOO_LONG);

// Gives the waiting pair a placement. `move` is a function of TrainingPosition.
template <typename Move>
rensa_status move_pair(Arguments& given, rensa_handle training, std::uint32_t index, Move move) {
  auto* to = given.object<TrainingObject>(training, "training");
  const rules::Placement placement = given.placement(index, "placement");
  if (!given.is_ok()) return given.status();
  if ((to->position.placements() >> index & 1U) == 0) {
    return given.refuse(RENSA_ERROR_STATE, "training", "no pair waits for this placement");
  }
  if (!(to->position.*move)(placement)) {
    return given.refuse(RENSA_ERROR_STATE, "training", "the pair cannot get to this placement");
  }
  return RENSA_OK;
}

}  // namespace

}  // namespace rensa::bindings

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_training_flaw(rensa_engine* engine, const char* url, uint32_t length, int32_t* flaw) noexcept {
  return run(engine, [&](Arguments& given) {
    const std::string_view text = given.text(url, length, "url");
    given.pointer(flaw, "flaw");
    if (!given.is_ok()) return given.status();
    const auto shared = notation::parse_ips(text);
    if (!shared) {
      *flaw = RENSA_FLAW_UNREADABLE;
      return RENSA_OK;
    }
    const auto found = puzzles::find_flaw(*shared);
    *flaw = found ? kFirstFlaw + static_cast<int>(*found) : RENSA_FLAW_NONE;
    return RENSA_OK;
  });
}

rensa_status rensa_training_create(rensa_engine* engine, const char* url, uint32_t length,
                                   rensa_handle* training) noexcept {
  return run(engine, [&](Arguments& given) {
    const std::string_view text = given.text(url, length, "url");
    given.pointer(training, "training");
    if (!given.is_ok()) return given.status();
    const auto shared = notation::parse_ips(text);
    if (!shared) return given.refuse_text("url", shared.error());
    auto puzzle = puzzles::puzzle_of(*shared);
    if (!puzzle) return given.refuse(RENSA_ERROR_VALUE, "url", puzzle.error().message);
    return given.add(std::make_unique<TrainingObject>(std::move(puzzle).value()), training);
  });
}

rensa_status rensa_training_goal(rensa_engine* engine, rensa_handle training, rensa_goal* goal) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<TrainingObject>(training, "training");
    given.pointer(goal, "goal");
    if (!given.is_ok()) return given.status();
    const notation::Goal& asked = from->position.puzzle().goal;
    *goal = {.kind = static_cast<std::int32_t>(asked.kind),
             .bound = static_cast<std::int32_t>(asked.bound),
             .colour = static_cast<std::int32_t>(asked.colour),
             .count = asked.count};
    return RENSA_OK;
  });
}

rensa_status rensa_training_pairs(rensa_engine* engine, rensa_handle training, rensa_pair* pairs, uint32_t capacity,
                                  uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<TrainingObject>(training, "training");
    given.room(pairs, capacity, count, "pairs");
    if (!given.is_ok()) return given.status();
    return given.write_list(from->position.pairs(), pair_of, pairs, capacity, count);
  });
}

rensa_status rensa_training_url(rensa_engine* engine, rensa_handle training, char* text, uint32_t capacity,
                                uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<TrainingObject>(training, "training");
    given.room(text, capacity, length, "text");
    if (!given.is_ok()) return given.status();
    const auto url = notation::ips_url(puzzles::shared_position_of(from->position.puzzle()));
    if (!url) return given.refuse(RENSA_ERROR_VALUE, "training", url.error().message);
    return given.write_text(*url, text, capacity, length);
  });
}

rensa_status rensa_training_get(rensa_engine* engine, rensa_handle training, rensa_training_state* state) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<TrainingObject>(training, "training");
    given.pointer(state, "state");
    if (!given.is_ok()) return given.status();
    const std::uint32_t placements = from->position.placements();
    *state = {.placed_count = static_cast<std::int32_t>(from->position.placed_count()),
              .is_waiting = placements != 0 ? 1 : 0,
              .is_solved = from->position.is_solved() ? 1 : 0,
              .is_over = from->position.is_over() ? 1 : 0,
              .placements = placements};
    return RENSA_OK;
  });
}

rensa_status rensa_training_drop(rensa_engine* engine, rensa_handle training, uint32_t placement) noexcept {
  return run(engine, [&](Arguments& given) { return move_pair(given, training, placement, &TrainingPosition::drop); });
}

rensa_status rensa_training_steer(rensa_engine* engine, rensa_handle training, uint32_t placement) noexcept {
  return run(engine, [&](Arguments& given) { return move_pair(given, training, placement, &TrainingPosition::steer); });
}

rensa_status rensa_training_step(rensa_engine* engine, rensa_handle training, rensa_event* events, uint32_t capacity,
                                 uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<TrainingObject>(training, "training");
    given.event_room(events, capacity, count);
    if (!given.is_ok()) return given.status();
    const duel::Events& happened = to->position.step();
    write_events(happened, 0, events, count);
    return RENSA_OK;
  });
}

rensa_status rensa_training_rewind(rensa_engine* engine, rensa_handle training, uint32_t placed_count) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<TrainingObject>(training, "training");
    if (given.is_ok()) to->position.rewind(placed_count);
    return given.status();
  });
}

rensa_status rensa_training_side(rensa_engine* engine, rensa_handle training, uint32_t placement,
                                 rensa_side* side) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<TrainingObject>(training, "training");
    const bool is_above = placement != RENSA_NO_PLACEMENT;
    const rules::Placement above = is_above ? given.placement(placement, "placement") : rules::Placement{};
    given.pointer(side, "side");
    if (given.is_ok()) *side = side_of(from->position.side(is_above ? &above : nullptr));
    return given.status();
  });
}
