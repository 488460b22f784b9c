#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace rensa::base {

// Reads and writes whole files, and makes folders for them. All functions throw std::runtime_error with the name of the
// file and the error. They wait for the disk, so the thread of the event loop must not call them.

// Replaces the file. After a crash the file has either the old or the new content. The data is on disk at return.
void write_file_atomically(const std::filesystem::path& file, std::span<const std::uint8_t> bytes);
void write_file_atomically(const std::filesystem::path& file, const std::string& text);
// As write_file_atomically(), but nothing is lost: a file with other content that is there already is kept as
// FILE.replaced, or FILE.replaced-2 and so on.
void write_file_keeping_earlier(const std::filesystem::path& file, std::span<const std::uint8_t> bytes);
void write_file_keeping_earlier(const std::filesystem::path& file, const std::string& text);
// Removes the file if it is there. It stays removed after a crash.
void remove_file(const std::filesystem::path& file);
// The names of the files in this folder are on disk at return.
void sync_folder(const std::filesystem::path& folder);

// Makes the folder and those above it that are not there. Other users of the machine cannot read in new ones.
void make_private_folder(const std::filesystem::path& folder);

std::string read_text_file(const std::filesystem::path& file);
std::vector<std::uint8_t> read_binary_file(const std::filesystem::path& file);

}  // namespace rensa::base
