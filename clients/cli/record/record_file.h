#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "engine/duel/record.h"

namespace rensa::cli {

// Records as files. All functions throw std::runtime_error with the file's name and what is wrong.

inline constexpr std::string_view kRecordFileEnding = ".rensa";

// The file is there as a whole or not at all, and never replaces one that is there already.
void write_record_file(const std::filesystem::path& file, const duel::Record& record);

std::vector<std::uint8_t> read_record_bytes(const std::filesystem::path& file);

}  // namespace rensa::cli
