#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rensa::processes {

// The paths at which a program is searched: those in the folders of PATH, in their order, for a name without a slash,
// and the name itself for one with a slash.
std::vector<std::string> candidate_paths(std::string_view program);

// Returns a sentence that says why the program cannot be run from here; empty: no reason is known.
std::string why_not_runnable(const std::string& program);

}  // namespace rensa::processes
