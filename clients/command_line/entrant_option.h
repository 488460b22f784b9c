#pragma once

#include <string>

#include "engine/players/registry.h"
#include "engine/rules/parsed.h"

namespace rensa::command_line {

// Reads a player such as "gaze:weights=FILE" (engine/players/registry.h), with the file of weights that it names.
rules::Parsed<players::Entrant> read_entrant(const std::string& text);

}  // namespace rensa::command_line
