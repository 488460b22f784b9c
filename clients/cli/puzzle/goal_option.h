#pragma once

#include <string>

#include "engine/notation/shared_position.h"
#include "engine/rules/parsed.h"

namespace rensa::cli {

// Reads exactly the three letters of a goal in an ips URL. A URL may have more letters, which are ignored; in an option
// they are an error. A goal that asks for zero of something is refused, too.
rules::Parsed<notation::Goal> goal_of_option(const std::string& text);

// A sentence for people; empty: it is one.
std::string why_no_goal(const std::string& text);

}  // namespace rensa::cli
