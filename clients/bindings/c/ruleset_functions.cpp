#include <memory>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/values.h"
#include "engine/rules/ruleset.h"

// Rulesets, but for their JSON.

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_ruleset_published(rensa_engine* engine, const char* id, uint32_t length,
                                     rensa_handle* ruleset) noexcept {
  return run(engine, [&](Arguments& given) {
    const std::string_view name = given.text(id, length, "id");
    given.pointer(ruleset, "ruleset");
    if (!given.is_ok()) return given.status();
    const rules::Ruleset* found = rules::find_ruleset(name);
    if (found == nullptr) return given.refuse(RENSA_ERROR_VALUE, "id", "no published ruleset has this id");
    return given.add(std::make_unique<RulesetObject>(*found), ruleset);
  });
}

rensa_status rensa_ruleset_id(rensa_engine* engine, rensa_handle ruleset, char* text, uint32_t capacity,
                              uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RulesetObject>(ruleset, "ruleset");
    given.room(text, capacity, length, "text");
    return given.is_ok() ? given.write_text(from->ruleset.id, text, capacity, length) : given.status();
  });
}

rensa_status rensa_ruleset_get(rensa_engine* engine, rensa_handle ruleset, rensa_ruleset_values* values) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RulesetObject>(ruleset, "ruleset");
    given.pointer(values, "values");
    if (!given.is_ok()) return given.status();
    *values = values_of(from->ruleset);
    return RENSA_OK;
  });
}
