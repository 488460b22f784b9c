#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/record/bytes.h"
#include "server/match/match_event.h"

namespace rensa::live_matches {

// The keys of persons in few bytes. A fast person presses and releases some eight keys a second. As a match event each
// of them takes about 24 bytes. Here it mostly takes 2, because it is written as the difference from the keys before it
// in its match.

// What the next keys of a match are compared with.
struct KeyHistory {
  struct LastKeys {
    std::uint32_t id = 0;
    movement::Keys keys = movement::Keys::none;
  };

  int clock = 0;
  std::array<LastKeys, 2> seats;
};

// Returns true if the history of keys begins anew with this event, for the writer and the reader.
bool begins_key_history(const match::MatchEvent& event);

// Writes accepted keys behind those of the history, and adds them to it. Returns false, and does neither, if the event
// has something that this form leaves out. Such an event is written as a match event, which changes no history.
bool append_keys(record::ByteWriter& bytes, const match::MatchEvent& event, KeyHistory& history);

// The most bytes that it writes.
inline constexpr std::size_t kMaxBytesOfKeys = 19;

// Reads the next keys, and adds them to the history. Returns nullopt if the bytes are damaged.
std::optional<match::InputAccepted> read_keys(record::ByteReader& bytes, KeyHistory& history);

}  // namespace rensa::live_matches
