#include "server/app/look_up.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <string>
#include <system_error>

#include "engine/json/stacking_json.h"
#include "engine/players/entrant.h"
#include "server/contest/whole_file.h"

namespace rensa::app {

namespace {

constexpr std::uintmax_t kMostBytes = 1U << 20;

rules::ParseError wrong(const std::string& file, const std::string& why) {
  return {.message = file + ": " + why, .position = 0};
}

// Whoever sends a plan to a server names it: no pipe may hold us up, and no large file fill the memory.
rules::Parsed<std::string> small_file(const std::string& file) {
  std::error_code problem;
  const std::uintmax_t size = std::filesystem::file_size(file, problem);
  if (problem) return wrong(file, problem.message());
  if (size > kMostBytes) return wrong(file, "it is longer than a megabyte");
  try {
    return contest::text_of(file);
  } catch (const std::exception& error) {
    return rules::ParseError{.message = error.what(), .position = 0};
  }
}

rules::Parsed<std::string> stands_for(const std::string& player) {
  const auto word = players::player_word_of(player);
  if (!word) return word.error();
  std::string text(word->kind->name);
  text.append(":").append(std::to_string(word->nodes));
  if (word->weights_file.empty()) return text;
  const auto file = small_file(word->weights_file);
  if (!file) return file.error();
  const auto weights = json::stacking_plan_of_json(*file);
  if (!weights) return wrong(word->weights_file, weights.error().message);
  return text.append(json::json_of(*weights));
}

rules::Parsed<rules::Ruleset> published(const std::string& id) {
  if (const rules::Ruleset* ruleset = rules::find_ruleset(id)) return *ruleset;
  return rules::ParseError{.message = "no ruleset " + id + " is published", .position = 0};
}

}  // namespace

contest::LookUp look_up() { return {.ruleset = published, .player = stands_for}; }

bool names_files(const contest::Plan& plan) {
  return std::any_of(plan.players.begin(), plan.players.end(), [](const contest::Player& player) {
    const auto* built_in = std::get_if<contest::BuiltIn>(&player.who);
    if (built_in == nullptr) return false;
    const auto word = players::player_word_of(built_in->player);
    return word && !word->weights_file.empty();
  });
}

}  // namespace rensa::app
