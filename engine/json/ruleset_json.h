#pragma once

#include <string>
#include <string_view>

#include "engine/rules/parsed.h"
#include "engine/rules/ruleset.h"

namespace rensa::json {

// Rulesets as JSON files that people write: an object with the fields of rules::Ruleset by name, enumerations by the
// name of their value.
//
//   {"id": "fast-5", "base": "tsu-1", "colours": 5, "margin_start_frames": 1800, "margin_step_frames": 600}
//
// "base" names the published ruleset that gives what is left out; without it the defaults of the struct do. "id" is
// needed, and may be a published one only where all values are those published. Whatever is unknown, given twice, of
// the wrong type, out of range or contradictory is an error: a game under other rules than the author meant is worse
// than none.
rules::Parsed<rules::Ruleset> ruleset_of_json(std::string_view text);

// All fields, a line each. Loading the text gives the same ruleset, provided that it is playable and has an id.
std::string json_of(const rules::Ruleset& ruleset);

}  // namespace rensa::json
