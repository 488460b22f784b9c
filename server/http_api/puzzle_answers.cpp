#include "server/http_api/puzzle_answers.h"

#include <array>
#include <string>

#include "engine/puzzles/features.h"
#include "engine/puzzles/goal.h"
#include "engine/rules/ips.h"
#include "server/http_api/puzzle_features.h"

namespace rensa::http_api {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kKinds = {"clear_all",       "colours_vanish", "cells_vanish",   "chain",    "chain_and_clear",
                               "colours_at_once", "cells_at_once",  "groups_at_once", "connected"};
constexpr std::array kColourNames = {"any", "red", "green", "blue", "yellow", "purple", "garbage", "coloured"};

std::string digit_of(rules::Cell cell) { return std::to_string(static_cast<int>(cell)); }

// Rows 13 down to 1, each from the left.
std::string field_text(const rules::Field& field) {
  std::string text;
  for (int y = rules::kHiddenRow; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) text += digit_of(field.at(x, y));
  }
  return text;
}

Json pairs_of(const puzzles::Puzzle& puzzle) {
  Json pairs = Json::array();
  for (const puzzles::Step& step : puzzle.steps) {
    if (const auto* pair = std::get_if<rules::Pair>(&step))
      pairs.push_back(digit_of(pair->axis) + digit_of(pair->child));
  }
  return pairs;
}

Json json_of(const rules::Goal& goal) {
  return {{"kind", kKinds[static_cast<std::size_t>(goal.kind)]},
          {"bound", goal.bound == rules::GoalBound::exactly ? "exactly" : "at_least"},
          {"colour", kColourNames[static_cast<std::size_t>(goal.colour)]},
          {"count", goal.count},
          {"text", puzzles::text_of(goal)}};
}

Json json_of(const puzzles::Features& features) {
  Json object;
  for_each_feature(features, [&object](const char* name, double feature) { object[name] = feature; });
  return object;
}

Json json_of(const puzzles::Appeal& appeal) {
  return {{"difficulty", appeal.difficulty}, {"fun", appeal.fun}, {"usefulness", appeal.usefulness}};
}

Json json_of(const puzzles::Solution& solution) {
  Json placements = Json::array();
  for (const rules::Placement placement : solution) {
    placements.push_back({{"x", placement.x}, {"r", static_cast<int>(placement.r)}});
  }
  return placements;
}

// Of a puzzle without garbage that falls, as all are that are made here.
std::string url_of(const puzzles::Puzzle& puzzle) { return *rules::ips_url_of(puzzles::shared_of(puzzle)); }

// Counting needs every way to place the pairs.
Json features_if_few(const puzzles::Puzzle& puzzle, const puzzles::Solved& solved) {
  const bool are_few = puzzles::hands_of(puzzle.steps) <= kMostHandsMade;
  if (!are_few || !solved.complete || solved.solutions.empty()) return nullptr;
  return json_of(puzzles::features_of(puzzle, solved));
}

}  // namespace

Json answer_of(const ChosenPuzzle& chosen) {
  const puzzles::Puzzle& puzzle = chosen.puzzle;
  return {{"puzzle",
           {{"url", url_of(puzzle)},
            {"field", field_text(puzzle.field)},
            {"pairs", pairs_of(puzzle)},
            {"goal", json_of(puzzle.goal)},
            {"hands", puzzles::hands_of(puzzle.steps)},
            {"links", puzzle.goal.count}}},
          {"features", json_of(chosen.features)},
          {"appeal", json_of(chosen.appeal)},
          {"level", chosen.level},
          {"essence", essence_name(puzzle)}};
}

Json answer_of(const puzzles::Puzzle& puzzle, const puzzles::Solved& solved) {
  Json solutions = Json::array();
  for (const puzzles::Solution& solution : solved.solutions) solutions.push_back(json_of(solution));
  return {{"solvable", !solved.solutions.empty()}, {"hands", solved.hands},
          {"different", solved.different},         {"ways", solved.ways},
          {"solutions", std::move(solutions)},     {"complete", solved.complete},
          {"goal", json_of(puzzle.goal)},          {"features", features_if_few(puzzle, solved)},
          {"essence", essence_name(puzzle)}};
}

Json answer_of(const puzzles::Attempt& attempt) {
  return {{"solved", attempt.solved}, {"hands", attempt.hands}, {"legal", attempt.legal}};
}

}  // namespace rensa::http_api
