#pragma once

#include <filesystem>

namespace rensa::cli {

// Where problems are written.

// Makes the folder if there is none; throws std::runtime_error, naming it and the error. Refused: a file in its
// place, no folder for it, and one with problems of before: fewer than those would leave the last of them among the
// new.
void prepare_folder(const std::filesystem::path& folder);
std::filesystem::path file_in(const std::filesystem::path& folder, int number);

}  // namespace rensa::cli
