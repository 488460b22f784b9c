#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "engine/duel/outcome.h"
#include "engine/record/record.h"

namespace rensa::cli {

// Files of records. All functions throw std::runtime_error with the name of the file and the reason.

inline constexpr std::string_view kRecordFileEnding = ".rensa";

// Writes the whole file or none, and never replaces an existing file.
void write_record_file(const std::filesystem::path& file, const record::Record& record);

std::vector<std::uint8_t> read_record_bytes(const std::filesystem::path& file);

// Replaces each folder by the records in it, in the order of their names.
std::vector<std::string> record_files_of(const std::vector<std::string>& paths);

// Returns the name of the player in this seat as it can be shown. The name in a record may have invisible characters,
// and those that change a terminal.
std::string shown_name(const record::Record& record, duel::Seat seat);

}  // namespace rensa::cli
