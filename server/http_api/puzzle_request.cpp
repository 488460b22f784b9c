#include "server/http_api/puzzle_request.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/rules/ips.h"
#include "server/http_api/puzzle_features.h"
#include "server/contest/wrong.h"

namespace rensa::http_api {

namespace {

using contest::Wrong;
using nlohmann::json;

constexpr std::size_t kLongestUrl = 2'000;
constexpr std::size_t kLongestName = 64;
constexpr double kMostSeconds = 86'400;
// Beyond what any field has.
constexpr double kMostOfAFeature = 1'000;

json object_of(std::string_view text) {
  json object = contest::shallow_json(text);
  if (!object.is_object()) throw Wrong("the body has to be an object");
  return object;
}

Wrong unknown(const std::string& key) { return Wrong("\"" + key + "\" is not known"); }

const json& array_in(const json& value, const std::string& what, std::size_t most) {
  if (!value.is_array()) throw Wrong(what + " has to be an array");
  if (value.size() > most) throw Wrong(what + " has to have " + std::to_string(most) + " members at most");
  return value;
}

std::string place_in(const std::string& what, std::size_t index) { return what + "[" + std::to_string(index) + "]"; }

puzzles::Method method_in(const json& value) {
  const std::string name = contest::text_in(value, "\"method\"");
  if (name == "backward") return puzzles::Method::backward;
  if (name == "random") return puzzles::Method::random;
  throw Wrong("\"method\" has to be \"backward\" or \"random\"");
}

void read_superfluous(const json& value, puzzles::Recipe& recipe) {
  if (!value.is_object()) throw Wrong("\"superfluous\" has to be an object");
  for (const auto& [key, member] : value.items()) {
    if (key == "least") {
      recipe.least_superfluous = contest::count_in(member, "\"superfluous.least\"", 0, 60);
    } else if (key == "most") {
      recipe.most_superfluous = contest::count_in(member, "\"superfluous.most\"", 0, 78);
    } else {
      throw unknown("superfluous." + key);
    }
  }
}

puzzles::Features features_in(const json& value, const std::string& what) {
  if (!value.is_object()) throw Wrong(what + " has to be an object");
  puzzles::Features features;
  std::size_t found = 0;
  for_each_feature(features, [&](const char* name, double& feature) {
    if (!value.contains(name)) throw Wrong(what + ": \"" + name + "\" is missing");
    feature = contest::real_in(value[name], what + "." + name, 0, kMostOfAFeature);
    ++found;
  });
  if (value.size() != found) throw Wrong(what + " has members that are not known");
  return features;
}

puzzles::Rated rated_in(const json& value, const std::string& what) {
  if (!value.is_object()) throw Wrong(what + " has to be an object");
  if (!value.contains("features")) throw Wrong(what + ": \"features\" is missing");
  puzzles::Rated rated;
  const auto step = [&what](const json& member, const std::string& key) {
    return member.is_null() ? std::nullopt : std::optional(contest::count_in(member, what + "." + key, 1, 5));
  };
  for (const auto& [key, member] : value.items()) {
    if (key == "features") {
      rated.features = features_in(member, what + ".features");
    } else if (key == "difficulty") {
      rated.difficulty = step(member, key);
    } else if (key == "fun") {
      rated.fun = step(member, key);
    } else if (key == "usefulness") {
      rated.usefulness = step(member, key);
    } else if (key == "solved") {
      rated.solved = contest::flag_in(member, what + ".solved");
    } else if (key == "seconds") {
      rated.seconds = contest::real_in(member, what + ".seconds", 0, kMostSeconds);
    } else {
      throw unknown(std::string(what).append(".").append(key));
    }
  }
  return rated;
}

std::vector<puzzles::Rated> ratings_in(const json& value) {
  std::vector<puzzles::Rated> ratings;
  for (const json& one : array_in(value, "\"ratings\"", kMostRatings)) {
    ratings.push_back(rated_in(one, place_in("ratings", ratings.size())));
  }
  return ratings;
}

std::set<std::string> seen_in(const json& value) {
  std::set<std::string> seen;
  for (const json& one : array_in(value, "\"seen\"", kMostSeen)) {
    const std::string name = contest::text_in(one, "a name in \"seen\"");
    if (name.size() > kLongestName) throw Wrong("a name in \"seen\" is too long");
    seen.insert(name);
  }
  return seen;
}

puzzles::Puzzle puzzle_in(const json& value) {
  const std::string url = contest::text_in(value, "\"url\"");
  if (url.size() > kLongestUrl) throw Wrong("\"url\" is longer than " + std::to_string(kLongestUrl) + " characters");
  const auto shared = rules::shared_of_ips(url);
  if (!shared) {
    throw Wrong("\"url\": " + shared.error().message + ", at character " + std::to_string(shared.error().position));
  }
  auto puzzle = puzzles::puzzle_of(*shared);
  if (!puzzle) throw Wrong("\"url\": " + puzzle.error().message);
  return *std::move(puzzle);
}

rules::Placement placement_in(const json& value, const std::string& what) {
  if (!value.is_object() || value.size() != 2 || !value.contains("x") || !value.contains("r")) {
    throw Wrong(what + " has to be an object of \"x\" and \"r\"");
  }
  const int x = contest::count_in(value["x"], what + ".x", 1, rules::kColumns);
  const int r = contest::count_in(value["r"], what + ".r", 0, 3);
  return {static_cast<std::int8_t>(x), static_cast<rules::Rotation>(r)};
}

}  // namespace

NextRequest next_request_of(std::string_view text) {
  const json object = object_of(text);
  NextRequest request;
  puzzles::Recipe& recipe = request.recipe;
  for (const auto& [key, value] : object.items()) {
    if (key == "hands") {
      recipe.hands = contest::count_in(value, "\"hands\"", 1, kMostHandsMade);
    } else if (key == "links") {
      recipe.links = contest::count_in(value, "\"links\"", 1, kMostLinksMade);
    } else if (key == "method") {
      recipe.method = method_in(value);
    } else if (key == "colours") {
      recipe.colours = contest::count_in(value, "\"colours\"", 3, rules::kMaxColours);
    } else if (key == "superfluous") {
      read_superfluous(value, recipe);
    } else if (key == "only_one") {
      recipe.solutions = contest::flag_in(value, "\"only_one\"") ? puzzles::Solutions::only_one : puzzles::Solutions::any;
    } else if (key == "seed") {
      // What every number of JSON can hold.
      request.seed = contest::number_in(value, "\"seed\"", 0, (std::uint64_t{1} << 53) - 1);
    } else if (key == "seen") {
      request.seen = seen_in(value);
    } else if (key == "ratings") {
      request.ratings = ratings_in(value);
    } else {
      throw unknown(key);
    }
  }
  for (const char* key : {"hands", "links"}) {
    if (!object.contains(key)) throw Wrong(std::string("\"") + key + "\" is missing");
  }
  if (const auto why = puzzles::why_not(recipe)) throw Wrong(*why);
  return request;
}

puzzles::Puzzle solve_request_of(std::string_view text) {
  const json object = object_of(text);
  if (!object.contains("url")) throw Wrong("\"url\" is missing");
  for (const auto& [key, value] : object.items()) {
    if (key != "url") throw unknown(key);
  }
  return puzzle_in(object["url"]);
}

CheckRequest check_request_of(std::string_view text) {
  const json object = object_of(text);
  for (const char* key : {"url", "placements"}) {
    if (!object.contains(key)) throw Wrong(std::string("\"") + key + "\" is missing");
  }
  for (const auto& [key, value] : object.items()) {
    if (key != "url" && key != "placements") throw unknown(key);
  }
  CheckRequest request{.puzzle = puzzle_in(object["url"]), .placements = {}};
  const auto most = static_cast<std::size_t>(puzzles::hands_of(request.puzzle.steps));
  for (const json& one : array_in(object["placements"], "\"placements\"", most)) {
    request.placements.push_back(placement_in(one, place_in("placements", request.placements.size())));
  }
  return request;
}

}  // namespace rensa::http_api
