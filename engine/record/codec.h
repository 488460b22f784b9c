#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/record/record.h"

namespace rensa::record {

// The binary form of a record. Each record has exactly one valid sequence of bytes. Everything else is an error with
// its position.

// Precondition: why_malformed(record) finds nothing and the ruleset can be played.
std::vector<std::uint8_t> encode(const Record& record);

struct DecodeError {
  std::size_t position = 0;  // in bytes
  std::string message;
  std::optional<int> clock;  // for errors in the inputs: the frame or turn that cannot be read
  friend bool operator==(const DecodeError&, const DecodeError&) = default;
};

// Holds a record if all bytes could be read. A record together with an error means that only the checksum is wrong.
struct DecodeResult {
  std::optional<Record> record;
  std::optional<DecodeError> error;
};

DecodeResult decode(std::span<const std::uint8_t> bytes);

// Returns true if the checksum at the end fits all bytes before it. This is quicker than decoding them, and finds
// damage, but says nothing about their content.
bool has_checksum(std::span<const std::uint8_t> bytes);

}  // namespace rensa::record
