#include "server/app/plan_lookup.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "engine/json/settings_json.h"
#include "engine/players/registry.h"
#include "server/app/config.h"
#include "server/base/atomic_file.h"
#include "server/processes/program.h"

namespace rensa::app {

namespace {

constexpr std::uintmax_t kMaxFileBytes = 1U << 20;

rules::ParseError file_error(const std::string& file, const std::string& why) {
  return {.message = file + ": " + why, .position = 0};
}

// The plan of a client names the file, so a pipe must not block the server, and a large file must not fill its memory.
rules::Parsed<std::string> read_small_file(const std::string& file) {
  std::error_code problem;
  const std::uintmax_t size = std::filesystem::file_size(file, problem);
  if (problem) return file_error(file, problem.message());
  if (size > kMaxFileBytes) return file_error(file, "it is longer than a megabyte");
  try {
    return base::read_text_file(file);
  } catch (const std::exception& error) {
    return rules::ParseError{.message = error.what(), .position = 0};
  }
}

rules::Parsed<std::string> description_of(const std::string& player) {
  const auto word = players::parse_player_spec(player);
  if (!word) return word.error();
  std::string text(word->kind->name);
  text.append(":").append(std::to_string(word->nodes));
  if (word->weights_file.empty()) return text;
  const auto file = read_small_file(word->weights_file);
  if (!file) return file.error();
  const auto weights = json::evaluation_weights_of_json(*file);
  if (!weights) return file_error(word->weights_file, weights.error().message);
  return text.append(json::json_of(*weights));
}

rules::Parsed<rules::Ruleset> published_ruleset(const std::string& id) {
  if (const rules::Ruleset* ruleset = rules::find_ruleset(id)) return *ruleset;
  return rules::ParseError{.message = "no ruleset " + id + " is published", .position = 0};
}

rules::Ruleset read_ruleset_file(const std::string& file) {
  const auto text = read_small_file(file);
  if (!text) throw std::runtime_error(text.error().message);
  const auto ruleset = json::ruleset_of_json(*text);
  if (!ruleset) throw std::runtime_error(file + ": " + ruleset.error().message);
  return *ruleset;
}

namespace fs = std::filesystem;

// All our programs are in one folder.
std::string path_beside_this_program(const std::string& name) {
  return (fs::read_symlink("/proc/self/exe").parent_path() / name).string();
}

// In an installation, rensa-keeper is not among the programs for people (cmake/RensaInstall.cmake).
std::string path_of_keeper() {
  const std::string beside = path_beside_this_program("rensa-keeper");
  const fs::path installed = path_beside_this_program("../libexec/rensa/rensa-keeper");
  std::error_code ignored;
  return fs::exists(installed, ignored) && !fs::exists(beside, ignored) ? installed.lexically_normal().string()
                                                                        : beside;
}

}  // namespace

tournament::NameLookup plan_name_lookup() { return {.ruleset = published_ruleset, .player = description_of}; }

tournament::NameLookup plan_name_lookup_without_files() {
  return {.ruleset = published_ruleset, .player = [](const std::string& player) -> rules::Parsed<std::string> {
            const auto word = players::parse_player_spec(player);
            if (word && !word->weights_file.empty()) {
              return rules::ParseError{.message = player + ": only an administrator may name a file of this machine",
                                       .position = 0};
            }
            return description_of(player);
          }};
}

std::vector<rules::Ruleset> read_rulesets(const std::vector<std::string>& files) {
  std::vector<rules::Ruleset> rulesets;
  for (const std::string& file : files) {
    rules::Ruleset ruleset = read_ruleset_file(file);
    if (rules::find_ruleset(ruleset.id, rulesets) != nullptr) {
      throw std::runtime_error(file + ": there is another ruleset with the id " + ruleset.id);
    }
    rulesets.push_back(std::move(ruleset));
  }
  return rulesets;
}

bool uses_weights_files(const tournament::TournamentPlan& plan) {
  return std::any_of(plan.players.begin(), plan.players.end(), [](const tournament::PlayerEntry& player) {
    const auto* built_in = std::get_if<tournament::BuiltInPlayer>(&player.kind);
    if (built_in == nullptr) return false;
    const auto word = players::parse_player_spec(built_in->player);
    return word && !word->weights_file.empty();
  });
}

live_tournaments::PlayerPrograms find_programs() {
  return {.supervisor = path_of_keeper(),
          .worker = path_beside_this_program("rensa-worker"),
          .bridge = path_beside_this_program("rensa-bridge")};
}

std::string path_of_server() { return path_beside_this_program("rensa-server"); }

std::optional<processes::Isolation> isolation_of_setting(const std::string& exec_isolation,
                                                         const std::vector<std::string>& hidden) {
  if (exec_isolation == kNoIsolation) return std::nullopt;
  processes::Isolation isolation{.isolator = exec_isolation, .hidden = {}};
  for (const std::string& path : hidden) {
    if (!path.empty()) isolation.hidden.push_back(processes::path_without_links(path));
  }
  return isolation;
}

void check_programs(const tournament::TournamentPlan& plan) {
  for (const tournament::PlayerEntry& player : plan.players) {
    const auto* command = std::get_if<tournament::CommandPlayer>(&player.kind);
    const std::string why = command == nullptr ? "" : processes::why_not_runnable(command->words.front());
    if (!why.empty()) throw std::runtime_error(player.name + ": " + why);
  }
}

}  // namespace rensa::app
