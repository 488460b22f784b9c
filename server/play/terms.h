#pragma once

#include <optional>
#include <string>

#include "engine/rules/ruleset.h"
#include "proto/message.h"

namespace rensa::play {

// What is wrong with the terms of a match, as a sentence; nullopt: they can be played.
std::optional<std::string> why_unplayable(const proto::Terms& terms);

// Precondition: the terms can be played.
const rules::Ruleset& ruleset_of(const proto::Terms& terms);

}  // namespace rensa::play
