#pragma once

#include <filesystem>
#include <string>

namespace rensa::cli {

// Where problems are written. All of these throw std::runtime_error, naming the path and what is wrong.

// Makes the folder if there is none. Refused: a file in its place, no folder for it, and one with problems of before:
// fewer than those would leave the last of them among the new.
void prepare_folder(const std::filesystem::path& folder);
std::filesystem::path file_in(const std::filesystem::path& folder, int number);

// To be asked before the work is done that would be lost. Refused: a folder in its place, no folder for it.
void prepare_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& text);

}  // namespace rensa::cli
