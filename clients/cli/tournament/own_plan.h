#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "clients/command_line/command_line.h"
#include "engine/players/registry.h"
#include "server/tournament/plan/plan.h"

namespace rensa::cli {

// A plan from a file, with the players and rulesets that this program knows. Throws command_line::UsageError with the
// file's name and the error.
tournament::TournamentPlan plan_of_file(const std::string& file);

// Reads a plan from a text; the second argument stands before the error in messages.
tournament::TournamentPlan plan_of_text(const std::string& text, const std::string& what);

// Its players as this process can play them itself; empty: some of them are programs or guests.
std::vector<players::Entrant> entrants_of(const tournament::TournamentPlan& plan);

}  // namespace rensa::cli
