#pragma once

#include <filesystem>
#include <string>

namespace rensa::app {

// Returns the last line that says something of the output of a player's programs in a run on a private server; empty:
// none. `player`: its name in the plan, of letters, digits and hyphens; empty: any player.
std::string last_output_in(const std::filesystem::path& run, const std::string& player = {});

}  // namespace rensa::app
