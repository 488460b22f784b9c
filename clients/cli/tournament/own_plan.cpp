#include "clients/cli/tournament/own_plan.h"

#include <CLI/CLI.hpp>

#include "clients/cli/match/ruleset_option.h"
#include "clients/option/entrant_option.h"
#include "clients/option/text_file.h"
#include "server/app/look_up.h"

namespace rensa::cli {

namespace {

[[noreturn]] void refuse(const std::string& what) { throw CLI::ValidationError(what, CLI::ExitCodes::ValidationError); }

}  // namespace

contest::Plan plan_of_file(const std::string& file) {
  const rules::Parsed<std::string> text = option::text_of_file(file);
  if (!text) refuse("tournament: " + text.error().message);
  return plan_of_text(*text, "tournament: " + file);
}

// A run of a server and one from here are the same: but a ruleset may be a file's here.
contest::Plan plan_of_text(const std::string& text, const std::string& what) {
  contest::LookUp look_up = app::look_up();
  look_up.ruleset = ruleset_of_option;
  const auto plan = contest::plan_of_json(text, look_up);
  if (!plan) refuse(what + ": " + plan.error().message);
  return *plan;
}

std::vector<players::Entrant> entrants_of(const contest::Plan& plan) {
  std::vector<players::Entrant> entrants;
  for (const contest::Player& player : plan.players) {
    const auto* built_in = std::get_if<contest::BuiltIn>(&player.who);
    if (built_in == nullptr) return {};
    entrants.push_back(*option::entrant_of_option(built_in->player));
    entrants.back().name = player.name;
  }
  return entrants;
}

}  // namespace rensa::cli
