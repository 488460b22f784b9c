#pragma once

#include <filesystem>

namespace rensa::cli {

// A new file, which is written under the name of its part first. So it is whole when it has its own name, and an
// existing file is never replaced. The functions throw std::runtime_error with the name of the file and the reason.

// Throws if the file exists, or its folder does not. Call it before work that takes long.
void check_new_file(const std::filesystem::path& file);

// Returns the name of the file while it is written: FILE.part-PID.
std::filesystem::path name_of_part(const std::filesystem::path& file);

// Gives the whole part the name of the file. Removes the part if there is such a file.
void publish_part(const std::filesystem::path& file);

}  // namespace rensa::cli
