#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "server/tournament/formats/stage_plan.h"
#include "server/tournament/plan/plan.h"

namespace rensa::tournament {

// The stages and players of a plan as JSON. See plan.h.

std::string name_of(FormatKind format);

// Throws InvalidInput (json_values.h).
StagePlan read_stage(const nlohmann::json& object);
// Contains only the fields that its format uses.
nlohmann::ordered_json json_of(const StagePlan& stage);

// True if some format has a field with this name.
bool is_stage_field(const std::string& key);

// Reads a text or an object. Throws InvalidInput (json_values.h).
PlayerEntry read_player(const nlohmann::json& value, const NameLookup& look_up);
// Contains all fields, also those with default values.
nlohmann::ordered_json json_of(const PlayerEntry& player);

}  // namespace rensa::tournament
