#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "engine/record/record.h"

namespace rensa::cli {

// Files of records. All functions throw std::runtime_error with the name of the file and the reason.

inline constexpr std::string_view kRecordFileEnding = ".rensa";

// Writes the whole file or none, and never replaces an existing file.
void write_record_file(const std::filesystem::path& file, const record::Record& record);

std::vector<std::uint8_t> read_record_bytes(const std::filesystem::path& file);

}  // namespace rensa::cli
