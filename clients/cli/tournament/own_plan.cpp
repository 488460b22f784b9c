#include "clients/cli/tournament/own_plan.h"

#include "clients/cli/match/game_options.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/entrant_option.h"
#include "clients/command_line/files.h"
#include "server/app/plan_lookup.h"

namespace rensa::cli {

tournament::TournamentPlan plan_of_file(const std::string& file) {
  const rules::Parsed<std::string> text = command_line::read_text_file(file);
  if (!text) throw command_line::UsageError("tournament: " + text.error().message);
  return plan_of_text(*text, "tournament: " + file);
}

// A run of a server and one from here are the same: but a ruleset may be a file's here.
tournament::TournamentPlan plan_of_text(const std::string& text, const std::string& what) {
  tournament::NameLookup look_up = app::plan_name_lookup();
  look_up.ruleset = read_ruleset;
  const auto plan = tournament::parse_plan(text, look_up);
  if (!plan) throw command_line::UsageError(what + ": " + plan.error().message);
  return *plan;
}

std::vector<players::Entrant> entrants_of(const tournament::TournamentPlan& plan) {
  std::vector<players::Entrant> entrants;
  for (const tournament::PlayerEntry& player : plan.players) {
    const auto* built_in = std::get_if<tournament::BuiltInPlayer>(&player.kind);
    if (built_in == nullptr) return {};
    entrants.push_back(*command_line::read_entrant(built_in->player));
    entrants.back().name = player.name;
  }
  return entrants;
}

}  // namespace rensa::cli
