#pragma once

#include <string>
#include <string_view>

#include "engine/evaluation/field_evaluation.h"
#include "engine/rules/parsed.h"
#include "engine/rules/ruleset.h"

namespace rensa::json {

// JSON files that people write: rulesets, and the weights of a field evaluation.

// Reads a ruleset: an object with the fields of rules::Ruleset by name, enumerations by the name of their value.
//
//   {"id": "fast-5", "base": "tsu-1", "colours": 5, "margin_start_frames": 1800, "margin_step_frames": 600}
//
// Missing fields come from the published ruleset that "base" names, or else from the defaults of the struct. "id" is
// needed. It may be a published id only if all values are the published ones. Anything unknown, given twice, of the
// wrong type, out of range or contradictory is an error.
rules::Parsed<rules::Ruleset> ruleset_of_json(std::string_view text);

// Writes all fields, a line each. Reading the text gives the same ruleset if it is playable and has an id.
std::string json_of(const rules::Ruleset& ruleset);

// Reads the weights of a field evaluation by name, for all phases of a game or for one.
//
//   {"link": 1000, "opening.valley": -20, "late.valley": -60}
//
// Missing weights are the default ones. A weight of one phase overrides the weight for all phases, in any order.
// Anything unknown, given twice, not a whole number or beyond 100,000 is an error.
rules::Parsed<evaluation::WeightsByPhase> evaluation_weights_of_json(std::string_view text);

// Writes all weights, a line each. Reading the text gives the same weights.
std::string json_of(const evaluation::WeightsByPhase& weights);

}  // namespace rensa::json
