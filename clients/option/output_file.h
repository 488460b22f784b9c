#pragma once

#include <string>

namespace rensa::option {

// Files that a command writes at the end of its work.

// Throws std::runtime_error.
void write_output_file(const std::string& path, const std::string& text);

// Why it could not be written, so far as that is known before the work: a sentence for people, as CLI::Validator takes
// it; empty: nothing speaks against it. The path may be the beginning of several files' names.
std::string why_not_written(const std::string& path);

}  // namespace rensa::option
