#pragma once

#include <string>

#include "engine/rules/parsed.h"
#include "engine/rules/ruleset.h"

namespace rensa::command_line {

// Returns the published ruleset with this id, or reads one from a JSON file.
rules::Parsed<rules::Ruleset> read_ruleset(const std::string& text);
// Returns the same for the value of `--ruleset`. Throws UsageError if there is no such ruleset.
rules::Ruleset ruleset_of_option(const std::string& text);

}  // namespace rensa::command_line
