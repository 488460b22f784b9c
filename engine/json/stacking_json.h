#pragma once

#include <string>
#include <string_view>

#include "engine/rules/parsed.h"
#include "engine/search/stacking.h"

namespace rensa::json {

// What fields are worth to who builds, as JSON files that people write: weights by name, for all phases of a game or
// for one.
//
//   {"link": 1000, "opening.valley": -20, "late.valley": -60}
//
// What is left out is as in the default plan; a phase's own number counts wherever it stands. Whatever is unknown,
// given twice, no whole number or beyond 100,000 is an error.
rules::Parsed<search::StackingPlan> stacking_plan_of_json(std::string_view text);

// All weights, a line each. Loading the text gives the same plan.
std::string json_of(const search::StackingPlan& plan);

}  // namespace rensa::json
