#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/record/record.h"
#include "engine/record/verify.h"

namespace rensa::cli {

// The content of a file. The record is missing if the file cannot be read as one.
struct LoadedRecord {
  std::optional<record::Record> record;
  record::Verdict verdict;
};

// Reads a record as JSON or as bytes. Throws std::runtime_error if there is no such file, or it cannot be read.
LoadedRecord load_record(const std::string& file);
LoadedRecord load_record_of(const std::vector<std::uint8_t>& bytes);

// Returns what is wrong with a record that does not verify, such as "frame 12: the keys do not lead there".
std::string fault_text(const LoadedRecord& loaded);

// Returns the record if it verifies. Otherwise prints the reason on stderr.
std::optional<record::Record> load_verified_record(const std::string& file);

}  // namespace rensa::cli
