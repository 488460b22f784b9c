#pragma once

#include <string>

namespace rensa::option {

// The token in a file: its first line, whose white space around it does not count. Throws std::runtime_error with the
// file's name.
std::string token_of_file(const std::string& path);

}  // namespace rensa::option
