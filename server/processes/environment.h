#pragma once

#include <string>
#include <vector>

namespace rensa::processes {

// Our own environment with these changes: each NAME=value takes the place of what has this name. No thread may change
// ours meanwhile.
std::vector<std::string> changed_environment(const std::vector<std::string>& changes);

}  // namespace rensa::processes
