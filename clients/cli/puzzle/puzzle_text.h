#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "engine/puzzles/generator.h"
#include "engine/puzzles/puzzle_rating.h"
#include "engine/puzzles/solver.h"

namespace rensa::cli {

// Puzzles and their solutions for people and programs.

// Returns a solution as text, such as "RG 3 up, YY 4 right": each pair with the column of its axis and the direction of
// the other puyo.
std::string text_of(const puzzles::Puzzle& puzzle, const puzzles::Solution& solution);

// Explains this notation in one line.
inline constexpr const char* kNotation =
    "\"YB 5 up\": the axis Y, the first letter and the lower puyo of a pair as it comes, goes into column 5 from the "
    "left, and B lies above it (or right, down, left of it). R red, G green, B blue, Y yellow, P purple.";

// Returns the ips URL, with the solution unless it is empty. Returns an empty text if the format has no letters for the
// garbage that falls.
std::string url_of(const puzzles::Puzzle& puzzle, const puzzles::Solution& solution);

// Returns the task of a puzzle as text, such as "in 2 hands a chain of 3 links".
std::string task_of(const puzzles::Puzzle& puzzle);

nlohmann::ordered_json json_of(const puzzles::Puzzle& puzzle);
nlohmann::ordered_json json_of(const puzzles::Puzzle& puzzle, const puzzles::SolveResult& solved);
nlohmann::ordered_json json_of(const puzzles::Features& features);

// Returns a page of HTML to print, with pictures of the problems and, on further pages, the solutions hand by hand. It
// needs no other files, and shows colours as letters, too.
std::string sheet_of(std::span<const puzzles::GeneratedPuzzle> problems, const std::string& title);

}  // namespace rensa::cli
