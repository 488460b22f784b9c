#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rensa::processes {

// Where a program may be: without a slash in one of the folders of PATH, the first one where it can be run; with one,
// as it is called.
std::vector<std::string> places_of(std::string_view program);

// Why it cannot be run from here, as a sentence; empty: nothing is known that would be in its way.
std::string why_no_program(const std::string& program);

}  // namespace rensa::processes
