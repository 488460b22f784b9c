#pragma once

#include <string>
#include <string_view>

namespace rensa::live_tournaments {

// Returns the last line of a program's output that says something, as plain text of at most 200 bytes; empty: none. At
// the end of a program that has failed, Node prints its version, so the line with the error stands for it.
std::string last_line_of(std::string_view output);

}  // namespace rensa::live_tournaments
