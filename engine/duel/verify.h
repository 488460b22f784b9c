#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/duel/record.h"

namespace rensa::duel {

// What is wrong with a record that could be read.
enum class Fault : std::uint8_t {
  none,
  unreadable,  // only from bytes
  malformed,   // entries out of order or range
  unplayable_ruleset,
  ruleset_digest,  // does not fit the ruleset, or the ruleset is not what is published by that name
  tag,             // an input, or the state that it met
  route,           // keys that do not lead to their placement
  checkpoint,
  outcome,
  checksum,  // only from bytes: all else fits
};

struct Verdict {
  Fault fault = Fault::none;
  std::optional<int> clock;  // the first wrong frame or turn
  std::string what;          // a sentence; empty when all is well
  bool ok() const { return fault == Fault::none; }
};

// A winner where there can be none.
std::optional<std::string> why_impossible(const Outcome& outcome);

// What a record must fulfil before it is worth playing: ranges, order, counts. nullopt: well formed.
std::optional<Verdict> why_malformed(const Record& record);

// Plays the record again and compares.
Verdict verify(const Record& record);
// The same from a file's bytes, naming the frame also where the checksum shows the file to be damaged.
Verdict verify(std::span<const std::uint8_t> bytes);

}  // namespace rensa::duel
