#include "server/http_api/puzzle_json.h"

#include <array>
#include <utility>

#include "engine/json/document.h"
#include "engine/notation/shared_position.h"
#include "engine/puzzles/goal.h"
#include "engine/rules/hash.h"
#include "server/base/formatted.h"
#include "server/tournament/plan/json_values.h"

namespace rensa::http_api {

namespace {

using nlohmann::json;
using tournament::InvalidInput;

constexpr std::size_t kMaxUrlLength = 2'000;
constexpr std::size_t kMaxNameLength = 64;
constexpr double kMaxSeconds = 86'400;
constexpr double kMaxFeature = 1'000;  // more than any field has

// Visits the features of a problem with their names in JSON.
template <class Features, class Visit>
void for_each_feature(Features& features, Visit visit) {
  visit("puyos", features.puyos);
  visit("solutions", features.solutions);
  visit("firing", features.firing_sequences);
  visit("falling", features.falling_puyos);
  visit("colours", features.colours);
  visit("used", features.used_colours);
  visit("misleading", features.misleading_neighbours);
}

json object_of(std::string_view text) {
  json object = tournament::parse_json(text);
  if (!object.is_object()) throw InvalidInput("the body has to be an object");
  return object;
}

InvalidInput unknown(const std::string& key) { return InvalidInput(rensa::json::quoted_key(key) + " is not known"); }

const json& read_array(const json& value, const std::string& what, std::size_t most) {
  if (!value.is_array()) throw InvalidInput(what + " has to be an array");
  if (value.size() > most) throw InvalidInput(what + " has to have " + std::to_string(most) + " members at most");
  return value;
}

std::string path_of(const std::string& what, std::size_t index) { return what + "[" + std::to_string(index) + "]"; }

puzzles::SketchMethod read_method(const json& value) {
  const std::string name = tournament::read_text_value(value, "\"method\"");
  if (name == "backward") return puzzles::SketchMethod::backward;
  if (name == "random") return puzzles::SketchMethod::random;
  throw InvalidInput("\"method\" has to be \"backward\" or \"random\"");
}

void read_superfluous(const json& value, puzzles::GeneratorSettings& settings) {
  if (!value.is_object()) throw InvalidInput("\"superfluous\" has to be an object");
  for (const auto& [key, member] : value.items()) {
    if (key == "least") {
      settings.min_superfluous = tournament::read_count(member, "\"superfluous.least\"", 0, 60);
    } else if (key == "most") {
      settings.max_superfluous = tournament::read_count(member, "\"superfluous.most\"", 0, 78);
    } else {
      throw unknown("superfluous." + key);
    }
  }
}

puzzles::Features read_features(const json& value, const std::string& what) {
  if (!value.is_object()) throw InvalidInput(what + " has to be an object");
  puzzles::Features features;
  std::size_t found = 0;
  for_each_feature(features, [&](const char* name, double& feature) {
    if (!value.contains(name)) throw InvalidInput(what + ": \"" + name + "\" is missing");
    feature = tournament::read_real(value[name], what + "." + name, 0, kMaxFeature);
    ++found;
  });
  if (value.size() != found) throw InvalidInput(what + " has members that are not known");
  return features;
}

puzzles::RatedPuzzle read_rated_puzzle(const json& value, const std::string& what) {
  if (!value.is_object()) throw InvalidInput(what + " has to be an object");
  if (!value.contains("features")) throw InvalidInput(what + ": \"features\" is missing");
  puzzles::RatedPuzzle rated;
  const auto step = [&what](const json& member, const std::string& key) {
    return member.is_null() ? std::nullopt : std::optional(tournament::read_count(member, what + "." + key, 1, 5));
  };
  for (const auto& [key, member] : value.items()) {
    if (key == "features") {
      rated.features = read_features(member, what + ".features");
    } else if (key == "difficulty") {
      rated.difficulty = step(member, key);
    } else if (key == "fun") {
      rated.fun = step(member, key);
    } else if (key == "usefulness") {
      rated.usefulness = step(member, key);
    } else if (key == "solved") {
      rated.solved = tournament::read_flag(member, what + ".solved");
    } else if (key == "seconds") {
      rated.seconds = tournament::read_real(member, what + ".seconds", 0, kMaxSeconds);
    } else {
      throw unknown(std::string(what).append(".").append(key));
    }
  }
  return rated;
}

std::vector<puzzles::RatedPuzzle> read_ratings(const json& value) {
  std::vector<puzzles::RatedPuzzle> ratings;
  for (const json& one : read_array(value, "\"ratings\"", kMaxRatings)) {
    ratings.push_back(read_rated_puzzle(one, path_of("ratings", ratings.size())));
  }
  return ratings;
}

std::set<std::string> read_seen(const json& value) {
  std::set<std::string> seen;
  for (const json& one : read_array(value, "\"seen\"", kMaxSeen)) {
    const std::string name = tournament::read_text_value(one, "a name in \"seen\"");
    if (name.size() > kMaxNameLength) throw InvalidInput("a name in \"seen\" is too long");
    seen.insert(name);
  }
  return seen;
}

puzzles::Puzzle read_puzzle(const json& value) {
  const std::string url = tournament::read_text_value(value, "\"url\"");
  if (url.size() > kMaxUrlLength)
    throw InvalidInput("\"url\" is longer than " + std::to_string(kMaxUrlLength) + " characters");
  const auto shared = notation::parse_ips(url);
  if (!shared) {
    throw InvalidInput("\"url\": " + shared.error().message + ", at character " +
                       std::to_string(shared.error().position));
  }
  auto puzzle = puzzles::puzzle_of(*shared);
  if (!puzzle) throw InvalidInput("\"url\": " + puzzle.error().message);
  return *std::move(puzzle);
}

rules::Placement read_placement(const json& value, const std::string& what) {
  if (!value.is_object() || value.size() != 2 || !value.contains("x") || !value.contains("r")) {
    throw InvalidInput(what + " has to be an object of \"x\" and \"r\"");
  }
  const int x = tournament::read_count(value["x"], what + ".x", 1, rules::kColumns);
  const int r = tournament::read_count(value["r"], what + ".r", 0, 3);
  return {static_cast<std::int8_t>(x), static_cast<rules::Rotation>(r)};
}

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

Json goal_json(const notation::Goal& goal) {
  return {{"kind", kKinds[static_cast<std::size_t>(goal.kind)]},
          {"bound", goal.bound == notation::GoalBound::exactly ? "exactly" : "at_least"},
          {"colour", kColourNames[static_cast<std::size_t>(goal.colour)]},
          {"count", goal.count},
          {"text", puzzles::text_of(goal)}};
}

Json features_json(const puzzles::Features& features) {
  Json object;
  for_each_feature(features, [&object](const char* name, double feature) { object[name] = feature; });
  return object;
}

Json rating_json(const puzzles::PuzzleRating& rating) {
  return {{"difficulty", rating.difficulty}, {"fun", rating.fun}, {"usefulness", rating.usefulness}};
}

Json solution_json(const puzzles::Solution& solution) {
  Json placements = Json::array();
  for (const rules::Placement placement : solution) {
    placements.push_back({{"x", placement.x}, {"r", static_cast<int>(placement.r)}});
  }
  return placements;
}

// Precondition: no garbage falls in the problem, as in all that are made here.
std::string url_of(const puzzles::Puzzle& puzzle) { return *notation::ips_url(puzzles::shared_position_of(puzzle)); }

// The features can be counted only if all solutions are known.
Json features_if_small(const puzzles::Puzzle& puzzle, const puzzles::SolveResult& solved) {
  const bool are_few = puzzles::count_pairs(puzzle.steps) <= kMaxHands;
  if (!are_few || !solved.complete || solved.solutions.empty()) return nullptr;
  return features_json(puzzles::features_of(puzzle, solved));
}

}  // namespace

NextPuzzleRequest parse_next_request(std::string_view text) {
  const json object = object_of(text);
  NextPuzzleRequest request;
  puzzles::GeneratorSettings& settings = request.settings;
  for (const auto& [key, value] : object.items()) {
    if (key == "hands") {
      settings.hands = tournament::read_count(value, "\"hands\"", 1, kMaxHands);
    } else if (key == "links") {
      settings.links = tournament::read_count(value, "\"links\"", 1, kMaxLinks);
    } else if (key == "method") {
      settings.method = read_method(value);
    } else if (key == "colours") {
      settings.colours = tournament::read_count(value, "\"colours\"", 3, rules::kMaxColours);
    } else if (key == "superfluous") {
      read_superfluous(value, settings);
    } else if (key == "only_one") {
      settings.solutions = tournament::read_flag(value, "\"only_one\"") ? puzzles::RequiredSolutions::only_one
                                                                        : puzzles::RequiredSolutions::any;
    } else if (key == "seed") {
      // The largest seed that every reader of JSON keeps exactly.
      request.seed = tournament::read_number(value, "\"seed\"", 0, (std::uint64_t{1} << 53) - 1);
    } else if (key == "seen") {
      request.seen = read_seen(value);
    } else if (key == "ratings") {
      request.ratings = read_ratings(value);
    } else {
      throw unknown(key);
    }
  }
  for (const char* key : {"hands", "links"}) {
    if (!object.contains(key)) throw InvalidInput(std::string("\"") + key + "\" is missing");
  }
  if (const auto why = puzzles::find_settings_error(settings)) throw InvalidInput(*why);
  return request;
}

puzzles::Puzzle parse_solve_request(std::string_view text) {
  const json object = object_of(text);
  if (!object.contains("url")) throw InvalidInput("\"url\" is missing");
  for (const auto& [key, value] : object.items()) {
    if (key != "url") throw unknown(key);
  }
  return read_puzzle(object["url"]);
}

CheckRequest parse_check_request(std::string_view text) {
  const json object = object_of(text);
  for (const char* key : {"url", "placements"}) {
    if (!object.contains(key)) throw InvalidInput(std::string("\"") + key + "\" is missing");
  }
  for (const auto& [key, value] : object.items()) {
    if (key != "url" && key != "placements") throw unknown(key);
  }
  CheckRequest request{.puzzle = read_puzzle(object["url"]), .placements = {}};
  const auto most = static_cast<std::size_t>(puzzles::count_pairs(request.puzzle.steps));
  for (const json& one : read_array(object["placements"], "\"placements\"", most)) {
    request.placements.push_back(read_placement(one, path_of("placements", request.placements.size())));
  }
  return request;
}

Json json_of(const ChosenPuzzle& chosen) {
  const puzzles::Puzzle& puzzle = chosen.puzzle;
  return {{"puzzle",
           {{"url", url_of(puzzle)},
            {"field", field_text(puzzle.field)},
            {"pairs", pairs_of(puzzle)},
            {"goal", goal_json(puzzle.goal)},
            {"hands", puzzles::count_pairs(puzzle.steps)},
            {"links", puzzle.goal.count}}},
          {"features", features_json(chosen.features)},
          {"appeal", rating_json(chosen.rating)},
          {"level", chosen.level},
          {"essence", puzzle_key(puzzle)}};
}

Json json_of(const puzzles::Puzzle& puzzle, const puzzles::SolveResult& solved) {
  Json solutions = Json::array();
  for (const puzzles::Solution& solution : solved.solutions) solutions.push_back(solution_json(solution));
  return {{"solvable", !solved.solutions.empty()}, {"hands", solved.hands},
          {"different", solved.different},         {"ways", solved.sequences},
          {"solutions", std::move(solutions)},     {"complete", solved.complete},
          {"goal", goal_json(puzzle.goal)},        {"features", features_if_small(puzzle, solved)},
          {"essence", puzzle_key(puzzle)}};
}

Json json_of(const puzzles::AttemptResult& attempt) {
  return {{"solved", attempt.solved}, {"hands", attempt.hands}, {"legal", attempt.legal}};
}

std::string puzzle_key(const puzzles::Puzzle& puzzle) {
  rules::Hash hash;
  for (const char letter : puzzles::canonical_text_of(puzzle)) hash.add(static_cast<unsigned char>(letter));
  return base::formatted("%016llx", static_cast<unsigned long long>(hash.value()));
}

}  // namespace rensa::http_api
