#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace rensa::cli {

// Reads a player from its name with options, or from a JSON file that describes it as in the plan of a tournament.
// Returns the player as such a plan has it. A text that is neither is returned as it is. Throws
// command_line::UsageError that begins with the name of the command.
nlohmann::json player_of_argument(const std::string& text, const std::string& command);

}  // namespace rensa::cli
