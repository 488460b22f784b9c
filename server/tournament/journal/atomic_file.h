#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace rensa::tournament {

// Reads and writes whole files. All functions throw std::runtime_error with the name of the file and the error.

// Replaces the file. After a crash the file has either the old or the new content. The data is on disk at return.
void write_file_atomically(const std::filesystem::path& file, std::span<const std::uint8_t> bytes);
void write_file_atomically(const std::filesystem::path& file, const std::string& text);

std::string read_text_file(const std::filesystem::path& file);
std::vector<std::uint8_t> read_binary_file(const std::filesystem::path& file);

}  // namespace rensa::tournament
