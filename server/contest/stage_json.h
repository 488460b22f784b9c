#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "server/league/stage_plan.h"

namespace rensa::contest {

// One stage of a plan as an object of JSON: its format, and what that format reads. See plan.h.

std::string name_of(league::FormatKind format);

// Throws Wrong (wrong.h) with a sentence.
league::StagePlan stage_in(const nlohmann::json& object);
// With nothing that its format does not read.
nlohmann::ordered_json json_of(const league::StagePlan& stage);

// Whether it is a stage's field, of whatever format.
bool is_field_of_stage(const std::string& key);

}  // namespace rensa::contest
