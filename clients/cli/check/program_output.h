#pragma once

#include <filesystem>
#include <string>

namespace rensa::cli {

// Returns the last line that a program of a run on a private server has printed; empty: none.
std::string last_output_in(const std::filesystem::path& run);

}  // namespace rensa::cli
