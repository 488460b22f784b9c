#pragma once

#include <nlohmann/json.hpp>

#include "engine/puzzles/solver.h"
#include "server/http_api/puzzle_choice.h"

namespace rensa::http_api {

// What is answered about training problems.

nlohmann::ordered_json answer_of(const ChosenPuzzle& chosen);
nlohmann::ordered_json answer_of(const puzzles::Puzzle& puzzle, const puzzles::Solved& solved);
nlohmann::ordered_json answer_of(const puzzles::Attempt& attempt);

}  // namespace rensa::http_api
