#pragma once

#include <filesystem>
#include <string>

namespace rensa::app {

// Returns the last line that the programs of a player of a run on a private server have printed; empty: none. `player`:
// its name in the plan; empty: any player.
std::string last_output_in(const std::filesystem::path& run, const std::string& player = {});

}  // namespace rensa::app
