#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/puzzles/generator.h"
#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/puzzle_rating.h"
#include "engine/puzzles/solver.h"

namespace rensa::http_api {

// Requests and responses about training problems, in JSON. The message of the tournament::InvalidInput that a parser
// throws names the wrong member. For a text that is not JSON the exceptions of the JSON library are thrown.

// The limits of problems that are generated: of larger problems, too few can be made for a choice.
inline constexpr int kMaxHands = 4;
inline constexpr int kMaxLinks = 8;
inline constexpr std::size_t kMaxRatings = 200;
inline constexpr std::size_t kMaxSeen = 500;

// A request for the next problem of a person, with the person's ratings, the oldest first, and the keys of the problems
// that the person has seen.
struct NextPuzzleRequest {
  puzzles::GeneratorSettings settings;
  std::optional<std::uint64_t> seed;
  std::set<std::string> seen;
  std::vector<puzzles::RatedPuzzle> ratings;
};
NextPuzzleRequest parse_next_request(std::string_view text);

puzzles::Puzzle parse_solve_request(std::string_view text);

struct CheckRequest {
  puzzles::Puzzle puzzle;
  std::vector<rules::Placement> placements;
};
CheckRequest parse_check_request(std::string_view text);

// The problem that was chosen for a person.
struct ChosenPuzzle {
  puzzles::Puzzle puzzle;
  puzzles::Features features;
  puzzles::PuzzleRating rating;  // the expected rating of this person
  double level = 0;              // the difficulty that suits this person
};

nlohmann::ordered_json json_of(const ChosenPuzzle& chosen);
nlohmann::ordered_json json_of(const puzzles::Puzzle& puzzle, const puzzles::SolveResult& solved);
nlohmann::ordered_json json_of(const puzzles::AttemptResult& attempt);

// 16 hexadecimal digits that identify a problem. Its mirror images and recoloured copies have the same key.
std::string puzzle_key(const puzzles::Puzzle& puzzle);

}  // namespace rensa::http_api
