#include <algorithm>
#include <array>
#include <string_view>

#include "clients/bindings/c/arguments.h"
#include "engine/duel/game_statistics.h"
#include "engine/duel/outcome.h"
#include "engine/rules/ruleset.h"

// Objects, sizes of structs, and tables of names.

namespace rensa::bindings {

namespace {

constexpr std::array kStructSizes = {
    sizeof(rensa_field),          sizeof(rensa_queue),          sizeof(rensa_chain),          sizeof(rensa_input),
    sizeof(rensa_event),          sizeof(rensa_outcome),        sizeof(rensa_side),           sizeof(rensa_side_facts),
    sizeof(rensa_view),           sizeof(rensa_ruleset_values), sizeof(rensa_possible_chain), sizeof(rensa_game_state),
    sizeof(rensa_duels_buffers),  sizeof(rensa_record_info),    sizeof(rensa_recorded_input), sizeof(rensa_checkpoint),
    sizeof(rensa_hand),           sizeof(rensa_decision),       sizeof(rensa_statistics),     sizeof(rensa_goal),
    sizeof(rensa_training_state), sizeof(rensa_candidate)};
static_assert(kStructSizes.size() == RENSA_STRUCT_CANDIDATE + 1);

constexpr std::array<std::string_view, 10> kPhaseNames = {"opening",   "preparation", "control",    "falling",
                                                          "grounding", "vanishing",   "collapsing", "garbage_falling",
                                                          "settling",  "dead"};
constexpr std::array<std::string_view, 13> kEventNames = {
    "preparation_started", "controllable",  "next_next_revealed", "locked",    "link_started",
    "garbage_sent",        "garbage_fixed", "garbage_fell",       "all_clear", "placement_accepted",
    "placement_refused",   "died",          "game_over"};
constexpr std::array<std::string_view, 5> kRefusalNames = {"none", "off_field", "no_control", "unreachable", "missing"};
static_assert(kPhaseNames.size() == static_cast<std::size_t>(duel::Phase::dead) + 1);
static_assert(kEventNames.size() == static_cast<std::size_t>(duel::EventKind::game_over) + 1);
static_assert(kRefusalNames.size() == static_cast<std::size_t>(duel::Refusal::missing) + 1);
static_assert(RENSA_STATISTICS == duel::kStatisticFields.size());

std::size_t count_names(std::uint32_t table) {
  switch (table) {
    case RENSA_NAMES_CAUSES:
      return duel::kCauseNames.size();
    case RENSA_NAMES_PHASES:
      return kPhaseNames.size();
    case RENSA_NAMES_EVENTS:
      return kEventNames.size();
    case RENSA_NAMES_REFUSALS:
      return kRefusalNames.size();
    case RENSA_NAMES_STATISTICS:
      return duel::kStatisticFields.size();
    default:
      return rules::published_rulesets().size();
  }
}

std::string_view name_at(std::uint32_t table, std::size_t index) {
  switch (table) {
    case RENSA_NAMES_CAUSES:
      return duel::kCauseNames[index];
    case RENSA_NAMES_PHASES:
      return kPhaseNames[index];
    case RENSA_NAMES_EVENTS:
      return kEventNames[index];
    case RENSA_NAMES_REFUSALS:
      return kRefusalNames[index];
    case RENSA_NAMES_STATISTICS:
      return duel::kStatisticFields[index].name;
    default:
      return rules::published_rulesets()[index].id;
  }
}

}  // namespace

}  // namespace rensa::bindings

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_free(rensa_engine* engine, rensa_handle object) noexcept {
  return run(engine, [&](Arguments& given) {
    if (engine->objects.remove(object)) return RENSA_OK;
    return given.refuse(RENSA_ERROR_HANDLE, "object", "there is no object with this handle");
  });
}

rensa_status rensa_kind(rensa_engine* engine, rensa_handle object, int32_t* kind) noexcept {
  return run(engine, [&](Arguments& given) {
    given.pointer(kind, "kind");
    const Object* found = engine->objects.find(object);
    if (found == nullptr) given.refuse(RENSA_ERROR_HANDLE, "object", "there is no object with this handle");
    if (given.is_ok()) *kind = found->kind();
    return given.status();
  });
}

rensa_status rensa_count(rensa_engine* engine, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    if (given.pointer(count, "count")) *count = static_cast<std::uint32_t>(engine->objects.size());
    return given.status();
  });
}

uint32_t rensa_struct_size(uint32_t which) noexcept {
  return which < kStructSizes.size() ? static_cast<std::uint32_t>(kStructSizes[which]) : 0;
}

rensa_status rensa_name_count(rensa_engine* engine, uint32_t table, uint32_t* count) noexcept {
  return run(engine, [&](Arguments& given) {
    given.number(table, 0, RENSA_NAMES_RULESETS, "table");
    given.pointer(count, "count");
    if (given.is_ok()) *count = static_cast<std::uint32_t>(count_names(table));
    return given.status();
  });
}

rensa_status rensa_name(rensa_engine* engine, uint32_t table, uint32_t index, char* text, uint32_t capacity,
                        uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    if (given.number(table, 0, RENSA_NAMES_RULESETS, "table")) {
      given.number(index, 0, static_cast<std::int64_t>(count_names(table)) - 1, "index");
    }
    given.room(text, capacity, length, "text");
    return given.is_ok() ? given.write_text(name_at(table, index), text, capacity, length) : given.status();
  });
}
