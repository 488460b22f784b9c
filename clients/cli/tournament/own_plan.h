#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/players/entrant.h"
#include "server/contest/plan.h"

namespace rensa::cli {

// A plan from a file, with the players and rulesets that this program knows. Throws CLI::ValidationError with the
// file's name and what is wrong.
contest::Plan plan_of_file(const std::string& file);

// The same from a text; `what` stands before what is wrong.
contest::Plan plan_of_text(const std::string& text, const std::string& what);

// Its players as this process can play them itself; empty: some of them are programs or guests.
std::vector<players::Entrant> entrants_of(const contest::Plan& plan);

}  // namespace rensa::cli
