#pragma once

#include <string>

#include "engine/notation/shared_position.h"
#include "engine/rules/parsed.h"

namespace rensa::cli {

// The three letters of an ips URL, no more and no fewer: what follows them there is read over, in an option it is a
// slip. Refused too: to do something no times.
rules::Parsed<notation::Goal> goal_of_option(const std::string& text);

// A sentence for people; empty: it is one.
std::string why_no_goal(const std::string& text);

}  // namespace rensa::cli
