#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/record/bytes.h"
#include "server/match/match_event.h"

namespace rensa::match {

// Match events as bytes, for the log from which a match is made again after a crash (server/live_matches). An event has
// a byte with the version of this form, a byte with its kind, its fields, and a checksum. The numbers of kinds are the
// places in MatchEvent: new kinds are added at its end, and other changes need a new version.
std::vector<std::uint8_t> encode(const MatchEvent& event);

// Returns nullopt if the bytes are damaged, or were written by a version that this program does not know.
std::optional<MatchEvent> decode_match_event(std::span<const std::uint8_t> bytes);

// The newest version that this program knows. In version 9 a log has the keys of persons in another form
// (server/live_matches/key_codec.h).
inline constexpr unsigned kNewestMatchEventVersion = 9;

// The same without a checksum, for events that stand one after another among bytes that have one.
void append_match_event(record::ByteWriter& bytes, const MatchEvent& event);
std::optional<MatchEvent> read_match_event(record::ByteReader& bytes);

}  // namespace rensa::match
