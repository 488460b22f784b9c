#pragma once

#include <nlohmann/json.hpp>

#include "engine/puzzle/solver.h"
#include "server/api/puzzle_choice.h"

namespace rensa::api {

// What is answered about training problems.

nlohmann::ordered_json answer_of(const ChosenPuzzle& chosen);
nlohmann::ordered_json answer_of(const puzzle::Puzzle& puzzle, const puzzle::Solved& solved);
nlohmann::ordered_json answer_of(const puzzle::Attempt& attempt);

}  // namespace rensa::api
