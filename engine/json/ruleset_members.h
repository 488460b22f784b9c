#pragma once

#include "engine/json/flat_object.h"
#include "engine/rules/parsed.h"
#include "engine/rules/ruleset.h"

namespace rensa::json {

// Reads a ruleset from the members of its object. ruleset_of_json() describes the format.
rules::Parsed<rules::Ruleset> ruleset_of_members(const FlatObject& members);

}  // namespace rensa::json
