#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/record/record.h"

namespace rensa::record {

// The kinds of errors in a record.
enum class Fault : std::uint8_t {
  none,
  unreadable,  // the bytes are not a record
  malformed,   // entries out of order or range
  unplayable_ruleset,
  ruleset_digest,  // does not fit the ruleset, or the ruleset differs from the published one with this id
  tag,             // an input, or the state before it, differs
  route,           // the keys do not lead to their placement
  checkpoint,
  outcome,
  checksum,  // the only error is the checksum of the bytes
};

struct Verdict {
  Fault fault = Fault::none;
  std::optional<int> clock;  // the first wrong frame or turn
  std::string message;       // the error as a sentence; empty if there is none
  bool ok() const { return fault == Fault::none; }
};

// Returns the reason if the outcome has a winner but its cause allows none.
std::optional<std::string> why_impossible(const duel::Outcome& outcome);

// Checks ranges, order and counts without a replay. Returns nothing if the record is well formed.
std::optional<Verdict> why_malformed(const Record& record);

// Replays the record and compares all tags, checkpoints and the outcome.
Verdict verify(const Record& record);
// Verifies the bytes of a file. If the checksum does not fit, it still names the first wrong frame where it can.
Verdict verify(std::span<const std::uint8_t> bytes);

}  // namespace rensa::record
