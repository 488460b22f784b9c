#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/puzzles/appeal.h"
#include "engine/puzzles/features.h"
#include "engine/puzzles/puzzle.h"
#include "server/http_api/puzzle_request.h"

namespace rensa::http_api {

// The problem that comes next for a person, of some dozens that are made for them.

struct ChosenPuzzle {
  puzzles::Puzzle puzzle;
  puzzles::Features features;
  puzzles::Appeal appeal;  // to this person
  double level = 0;       // the difficulty that suits them
};

// nullopt: none came together. The same for the same request and seed; work is bounded by the sizes that the reader of
// requests lets through.
std::optional<ChosenPuzzle> choose(const NextRequest& request, std::uint64_t seed);

// 16 hexadecimal digits that tell problems apart, but not from their mirror images or those in other colours.
std::string essence_name(const puzzles::Puzzle& puzzle);

}  // namespace rensa::http_api
