#pragma once

#include <string>

#include "engine/players/entrant.h"
#include "engine/rules/parsed.h"

namespace rensa::option {

// A player as it is named on a command line (engine/players/entrant.h), with its weights' file read.
rules::Parsed<players::Entrant> entrant_of_option(const std::string& text);

}  // namespace rensa::option
