#include <memory>
#include <utility>

#include "clients/bindings/c/arguments.h"
#include "engine/json/record_json.h"
#include "engine/json/settings_json.h"
#include "engine/record/verify.h"

// Rulesets and records as JSON.

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_ruleset_from_json(rensa_engine* engine, const char* json, uint32_t length,
                                     rensa_handle* ruleset) noexcept {
  return run(engine, [&](Arguments& given) {
    const std::string_view text = given.text(json, length, "json");
    given.pointer(ruleset, "ruleset");
    if (!given.is_ok()) return given.status();
    auto parsed = json::ruleset_of_json(text);
    if (!parsed) return given.refuse_text("json", parsed.error());
    return given.add(std::make_unique<RulesetObject>(std::move(parsed).value()), ruleset);
  });
}

rensa_status rensa_ruleset_to_json(rensa_engine* engine, rensa_handle ruleset, char* text, uint32_t capacity,
                                   uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RulesetObject>(ruleset, "ruleset");
    given.room(text, capacity, length, "text");
    if (!given.is_ok()) return given.status();
    return given.write_text(json::json_of(from->ruleset), text, capacity, length);
  });
}

rensa_status rensa_record_from_json(rensa_engine* engine, const char* json, uint32_t length,
                                    rensa_handle* record) noexcept {
  return run(engine, [&](Arguments& given) {
    const std::string_view text = given.text(json, length, "json");
    given.pointer(record, "record");
    if (!given.is_ok()) return given.status();
    auto parsed = json::record_of_json(text);
    if (!parsed) return given.refuse_text("json", parsed.error());
    const record::Verdict verdict = record::verify(*parsed);
    if (!verdict.ok()) return given.refuse(RENSA_ERROR_TEXT, "json", verdict.message);
    return given.add(std::make_unique<RecordObject>(std::move(parsed).value()), record);
  });
}

rensa_status rensa_record_to_json(rensa_engine* engine, rensa_handle record, char* text, uint32_t capacity,
                                  uint32_t* length) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* from = given.object<RecordObject>(record, "record");
    given.room(text, capacity, length, "text");
    if (!given.is_ok()) return given.status();
    return given.write_text(json::json_of(from->record), text, capacity, length);
  });
}
