#include <memory>
#include <utility>
#include <vector>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/values.h"
#include "engine/rules/ruleset.h"

// Practice games and predictions.

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_practice_create(rensa_engine* engine, uint64_t seed, int32_t colours, const rensa_field* field,
                                   const rensa_pair* pairs, uint32_t pair_count, rensa_handle* practice) noexcept {
  return run(engine, [&](Arguments& given) {
    given.number(colours, 3, rules::kMaxColours, "colours");
    const rules::Field start = read_resting_field(given, field, "field");
    const std::vector<rules::Pair> first = read_pairs(given, pairs, pair_count);
    given.pointer(practice, "practice");
    if (!given.is_ok()) return given.status();
    return given.add(std::make_unique<PracticeObject>(PracticeGame(seed, colours, start, first)), practice);
  });
}

rensa_status rensa_practice_step(rensa_engine* engine, rensa_handle practice, const rensa_input* input,
                                 rensa_event* events, uint32_t capacity, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<PracticeObject>(practice, "practice");
    const duel::Input read = given.pointer(input, "input") ? read_input(given, *input, "input", -1) : duel::Input{};
    given.event_room(events, capacity, count);
    if (!given.is_ok()) return given.status();
    const duel::Events& happened = to->game.step(read);
    write_events(happened, to->game.frame(), events, count);
    return RENSA_OK;
  });
}

rensa_status rensa_practice_undo(rensa_engine* engine, rensa_handle practice) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<PracticeObject>(practice, "practice");
    if (!given.is_ok()) return given.status();
    return to->game.undo() ? RENSA_OK : given.refuse(RENSA_ERROR_STATE, "practice", "there is no pair to undo");
  });
}

rensa_status rensa_practice_side(rensa_engine* engine, rensa_handle practice, rensa_side* side) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<PracticeObject>(practice, "practice");
    if (given.pointer(side, "side") && given.is_ok()) *side = side_of(from->game.side());
    return given.status();
  });
}

rensa_status rensa_prediction_create(rensa_engine* engine, rensa_handle ruleset, rensa_handle* prediction) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RulesetObject>(ruleset, "ruleset");
    given.pointer(prediction, "prediction");
    if (!given.is_ok()) return given.status();
    if (from->ruleset.pacing != rules::Pacing::frames) {
      return given.refuse(RENSA_ERROR_VALUE, "ruleset", "does not count in frames");
    }
    return given.add(std::make_unique<PredictionObject>(from->ruleset), prediction);
  });
}

rensa_status rensa_prediction_start(rensa_engine* engine, rensa_handle prediction, const rensa_side* side,
                                    int32_t clock) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<PredictionObject>(prediction, "prediction");
    duel::View view;
    if (given.pointer(side, "side")) view.own = read_side(given, *side, "side");
    given.number(clock, 0, 1'000'000'000, "clock");
    if (!given.is_ok()) return given.status();
    view.clock = clock;
    auto started = duel::SidePrediction::from_view(to->ruleset, view);
    if (!started) return given.refuse(RENSA_ERROR_VALUE, "side", "has no motion, or is impossible in a game");
    to->prediction = std::move(started);
    return RENSA_OK;
  });
}

rensa_status rensa_prediction_step(rensa_engine* engine, rensa_handle prediction, const rensa_input* input,
                                   rensa_event* events, uint32_t capacity, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<PredictionObject>(prediction, "prediction");
    const duel::Input read = given.pointer(input, "input") ? read_input(given, *input, "input", -1) : duel::Input{};
    given.event_room(events, capacity, count);
    if (!given.is_ok()) return given.status();
    if (!to->prediction) return given.refuse(RENSA_ERROR_STATE, "prediction", "was not started");
    // A frame that cannot be known is so with any input, so that the step may be tried on the prediction itself.
    duel::SidePrediction& own = *to->prediction;
    const int clock = own.clock();
    own.step(read);
    if (own.clock() == clock) {
      return given.refuse(RENSA_ERROR_STATE, "prediction", "the next frame cannot be known");
    }
    write_events(own.events(), own.clock(), events, count);
    return RENSA_OK;
  });
}

rensa_status rensa_prediction_side(rensa_engine* engine, rensa_handle prediction, rensa_side* side) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<PredictionObject>(prediction, "prediction");
    given.pointer(side, "side");
    if (!given.is_ok()) return given.status();
    if (!from->prediction) return given.refuse(RENSA_ERROR_STATE, "prediction", "was not started");
    *side = side_of(from->prediction->own());
    return RENSA_OK;
  });
}
