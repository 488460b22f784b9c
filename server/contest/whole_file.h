#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace rensa::contest {

// Files that are there as a whole or not at all. All functions throw std::runtime_error with the file's name and what
// is wrong.

// On disk when it returns, in the place of what was there before.
void write_whole(const std::filesystem::path& file, std::span<const std::uint8_t> bytes);
void write_whole(const std::filesystem::path& file, const std::string& text);

std::string text_of(const std::filesystem::path& file);
std::vector<std::uint8_t> bytes_of(const std::filesystem::path& file);

}  // namespace rensa::contest
