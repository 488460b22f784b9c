#pragma once

#include <string>

#include "engine/rules/parsed.h"
#include "engine/rules/ruleset.h"

namespace rensa::cli {

// A published ruleset by its id, or one from a JSON file.
rules::Parsed<rules::Ruleset> ruleset_of_option(const std::string& text);

}  // namespace rensa::cli
