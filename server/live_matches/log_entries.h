#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <variant>

#include "engine/record/bytes.h"
#include "server/base/types.h"
#include "server/match/match_event.h"

namespace rensa::live_matches {

// The entries of the log of running matches. A frame of the log (server/log) holds all entries of a moment, so that
// either all of them are read again or none.

struct LoggedEvent {
  base::MatchId match{};
  match::MatchEvent event;
};

// All running games in real time have been played to this time, by the clock of the process. The last entry of a frame.
struct LoggedTime {
  base::Span time{};
};

// The match has ended and its games are stored, or it is void.
struct LoggedEnd {
  base::MatchId match{};
};

// Events of the match are missing from here on, because the log could not be written. So it cannot
// be made again before its next snapshot.
struct LoggedGap {
  base::MatchId match{};
};

using LogEntry = std::variant<LoggedEvent, LoggedTime, LoggedEnd, LoggedGap>;

void append_entry(record::ByteWriter& bytes, const LogEntry& entry);
// The same for a LoggedEvent, without a copy of the event.
void append_event(record::ByteWriter& bytes, base::MatchId match, const match::MatchEvent& event);
// Calls `take` with each entry of a frame and the bytes of the entry, one after another. Returns false if this program
// does not know the form of one of them; it is not called for those that follow. The bytes are those that were written.
using TakeEntry = std::function<void(LogEntry&& entry, std::span<const std::uint8_t> bytes)>;
bool read_entries(std::span<const std::uint8_t> frame, const TakeEntry& take);

}  // namespace rensa::live_matches
