#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/values.h"
#include "engine/duel/game_statistics.h"
#include "engine/notation/shared_position.h"
#include "engine/record/codec.h"
#include "engine/record/game_history.h"
#include "engine/record/verify.h"

// Records and replays, but for the JSON of records.

namespace rensa::bindings {

namespace {

rensa_hand hand_of(const record::HandResult& hand) {
  return {.seat = static_cast<std::int32_t>(duel::index_of(hand.seat)),
          .number = hand.number,
          .clock = hand.clock,
          .pair = pair_of(hand.pair),
          .placement = static_cast<std::uint8_t>(rules::index_of(hand.placement)),
          .all_clear = static_cast<std::uint8_t>(hand.all_clear ? 1 : 0),
          .links = hand.links,
          .points = hand.points,
          .sent = hand.sent,
          .cancelled = hand.cancelled,
          .fell = hand.fell};
}

rensa_decision decision_of(const record::Decision& decision) {
  const auto placement = decision.placement ? static_cast<std::int32_t>(rules::index_of(*decision.placement))
                                            : std::int32_t{RENSA_NO_PLACEMENT};
  return {.view = view_of(decision.view), .placement = placement, .reserved = 0};
}

rensa_statistics statistics_of(const duel::GameStatistics& from) {
  rensa_statistics to{};
  for (std::size_t i = 0; i < duel::kStatisticFields.size(); ++i) {
    to.counts[i] = from.*duel::kStatisticFields[i].count;
  }
  return to;
}

rensa_recorded_input recorded_input_of(const record::RecordedInput& input) {
  return {input.clock, static_cast<std::int32_t>(duel::index_of(input.seat)), input_of(input.input)};
}

rensa_event timed_event_of(const record::ReplayCursor::TimedEvent& event) { return event_of(event.event, event.clock); }

}  // namespace

}  // namespace rensa::bindings

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_record_from_bytes(rensa_engine* engine, const uint8_t* bytes, uint32_t length,
                                     rensa_handle* record) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto from = given.array(bytes, length, "bytes");
    given.pointer(record, "record");
    if (!given.is_ok()) return given.status();
    record::DecodeResult decoded = record::decode(from);
    if (decoded.error) {
      return given.refuse(RENSA_ERROR_TEXT, "bytes",
                          "byte " + std::to_string(decoded.error->position) + ": " + decoded.error->message);
    }
    const record::Verdict verdict = record::verify(*decoded.record);
    if (!verdict.ok()) return given.refuse(RENSA_ERROR_TEXT, "bytes", verdict.message);
    return given.add(std::make_unique<RecordObject>(*std::move(decoded.record)), record);
  });
}

rensa_status rensa_record_to_bytes(rensa_engine* engine, rensa_handle record, uint8_t* bytes, uint32_t capacity,
                                   uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    given.room(bytes, capacity, length, "bytes");
    if (!given.is_ok()) return given.status();
    return given.write_list(record::encode(from->record), std::identity(), bytes, capacity, length);
  });
}

rensa_status rensa_record_get(rensa_engine* engine, rensa_handle record, rensa_record_info* info) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    given.pointer(info, "info");
    if (!given.is_ok()) return given.status();
    *info = {.seed = from->record.setup.seed,
             .ruleset_digest = from->record.ruleset_digest,
             .outcome = outcome_of(from->record.outcome),
             .pacing = static_cast<std::int32_t>(from->record.setup.ruleset.pacing),
             .input_count = static_cast<std::uint32_t>(from->record.inputs.size()),
             .checkpoint_count = static_cast<std::uint32_t>(from->record.checkpoints.size())};
    return RENSA_OK;
  });
}

rensa_status rensa_record_ruleset(rensa_engine* engine, rensa_handle record, rensa_handle* ruleset) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    given.pointer(ruleset, "ruleset");
    if (!given.is_ok()) return given.status();
    return given.add(std::make_unique<RulesetObject>(from->record.setup.ruleset), ruleset);
  });
}

rensa_status rensa_record_interruptions(rensa_engine* engine, rensa_handle record, int32_t* clocks, uint32_t capacity,
                                        uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    given.room(clocks, capacity, count, "clocks");
    if (!given.is_ok()) return given.status();
    return given.write_list(from->record.interruptions, std::identity(), clocks, capacity, count);
  });
}

rensa_status rensa_record_player(rensa_engine* engine, rensa_handle record, int32_t seat, char* text, uint32_t capacity,
                                 uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    const duel::Seat own = given.seat(seat);
    given.room(text, capacity, length, "text");
    if (!given.is_ok()) return given.status();
    return given.write_text(from->record.players[duel::index_of(own)], text, capacity, length);
  });
}

rensa_status rensa_record_inputs(rensa_engine* engine, rensa_handle record, rensa_recorded_input* inputs,
                                 uint32_t capacity, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    given.room(inputs, capacity, count, "inputs");
    if (!given.is_ok()) return given.status();
    return given.write_list(from->record.inputs, recorded_input_of, inputs, capacity, count);
  });
}

rensa_status rensa_record_checkpoints(rensa_engine* engine, rensa_handle record, rensa_checkpoint* checkpoints,
                                      uint32_t capacity, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    given.room(checkpoints, capacity, count, "checkpoints");
    if (!given.is_ok()) return given.status();
    const auto convert = [&, index = std::size_t{0}](std::uint64_t hash) mutable -> rensa_checkpoint {
      const rules::Pacing pacing = from->record.setup.ruleset.pacing;
      return {hash, record::checkpoint_clock(pacing, index++, from->record.outcome.frame), 0};
    };
    return given.write_list(from->record.checkpoints, convert, checkpoints, capacity, count);
  });
}

rensa_status rensa_record_hands(rensa_engine* engine, rensa_handle record, rensa_hand* hands, uint32_t capacity,
                                uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    given.room(hands, capacity, count, "hands");
    if (!given.is_ok()) return given.status();
    return given.write_list(record::hand_results_of(from->record), hand_of, hands, capacity, count);
  });
}

rensa_status rensa_record_decisions(rensa_engine* engine, rensa_handle record, int32_t seat, rensa_decision* decisions,
                                    uint32_t capacity, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    const duel::Seat own = given.seat(seat);
    given.room(decisions, capacity, count, "decisions");
    if (!given.is_ok()) return given.status();
    return given.write_list(record::decisions_of(from->record, own), decision_of, decisions, capacity, count);
  });
}

rensa_status rensa_record_statistics(rensa_engine* engine, rensa_handle record,
                                     rensa_statistics statistics[RENSA_SEATS]) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    given.pointer(statistics, "statistics");
    if (!given.is_ok()) return given.status();
    const auto both = record::statistics_of(from->record);
    std::transform(both.begin(), both.end(), statistics,
                   [](const duel::GameStatistics& counts) { return statistics_of(counts); });
    return RENSA_OK;
  });
}

rensa_status rensa_replay_open(rensa_engine* engine, rensa_handle record, rensa_handle* replay) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    given.pointer(replay, "replay");
    return given.is_ok() ? given.add(std::make_unique<ReplayObject>(from->record), replay) : given.status();
  });
}

rensa_status rensa_replay_seek(rensa_engine* engine, rensa_handle replay, int32_t clock) noexcept {
  return run(engine, [&](Arguments& given) {
    auto* to = given.object<ReplayObject>(replay, "replay");
    if (to != nullptr) given.number(clock, 0, to->cursor.last_clock(), "clock");
    if (given.is_ok()) to->cursor.seek(clock);
    return given.status();
  });
}

rensa_status rensa_replay_events(rensa_engine* engine, rensa_handle replay, rensa_event* events, uint32_t capacity,
                                 uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<ReplayObject>(replay, "replay");
    given.room(events, capacity, count, "events");
    if (!given.is_ok()) return given.status();
    return given.write_list(from->cursor.events(), timed_event_of, events, capacity, count);
  });
}
