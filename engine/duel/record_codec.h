#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/duel/record.h"

namespace rensa::duel {

// The binary form of a record. Strict: there is exactly one sequence of bytes for a record, and everything else is an
// error with its position.

// Precondition: why_malformed(record) finds nothing and the ruleset can be played.
std::vector<std::uint8_t> encode(const Record& record);

struct DecodeError {
  std::size_t position = 0;  // in bytes
  std::string what;
  std::optional<int> clock;  // inside the inputs: the frame or turn that cannot be read
  friend bool operator==(const DecodeError&, const DecodeError&) = default;
};

// `record` is there when all could be read; with an error beside it only the checksum at the end is wrong.
struct Decoded {
  std::optional<Record> record;
  std::optional<DecodeError> error;
};

Decoded decode(std::span<const std::uint8_t> bytes);

}  // namespace rensa::duel
