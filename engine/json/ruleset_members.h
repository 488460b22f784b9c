#pragma once

#include "engine/json/flat_object.h"
#include "engine/json/json_writer.h"
#include "engine/rules/parsed.h"
#include "engine/rules/ruleset.h"

namespace rensa::json {

// Reads a ruleset from the members of its object. ruleset_of_json() describes the format.
rules::Parsed<rules::Ruleset> ruleset_of_members(const FlatObject& members);
// Writes the object with all fields.
void add_ruleset(JsonWriter& writer, const rules::Ruleset& ruleset);

}  // namespace rensa::json
