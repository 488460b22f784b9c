#pragma once

#include <nlohmann/json.hpp>

#include "server/contest/plan.h"

namespace rensa::contest {

// One player of a plan as JSON: a text or an object. See plan.h.

// Throws Wrong (wrong.h) with a sentence.
Player player_in(const nlohmann::json& value, const LookUp& look_up);
// With all that was left out.
nlohmann::ordered_json json_of(const Player& player);

}  // namespace rensa::contest
