#pragma once

#include <optional>
#include <string>

#include "engine/rules/ruleset.h"
#include "proto/message.h"

namespace rensa::worker {

// These functions say in a sentence why this client cannot play a match or a game that a server begins.

// A match of a ruleset that is not known, or not the one that was wished for (empty: any will do).
std::optional<std::string> why_unplayable(const proto::MatchStart& start, const std::string& wished_ruleset);
// A game by a ruleset of the same name and other contents.
std::optional<std::string> why_unplayable(const proto::GameStart& start, const rules::Ruleset& ruleset);

}  // namespace rensa::worker
