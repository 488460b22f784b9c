#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace rensa::base {

// The size of a file that only grows by whole lines, in a file of its own beside it. So a file that was cut is noticed,
// also if it was cut at the end of a line. The functions wait for the disk, and throw std::runtime_error.

// FILE.size
std::filesystem::path kept_size_file_of(const std::filesystem::path& file);
// Call once so many bytes of the file, of which the last one ends a line, are on disk. After a power cut the kept size
// may be an earlier one.
void keep_size(const std::filesystem::path& file, std::uint64_t size);
// Returns a sentence if the file has fewer bytes than were kept, or if no line ends any more where the last one ended.
std::optional<std::string> why_cut(const std::filesystem::path& file);

}  // namespace rensa::base
