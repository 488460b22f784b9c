#pragma once

#include <optional>
#include <span>
#include <variant>
#include <vector>

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

// Events of the match are missing from here on, because the log could not be written. So it cannot be made again.
struct LoggedGap {
  base::MatchId match{};
};

using LogEntry = std::variant<LoggedEvent, LoggedTime, LoggedEnd, LoggedGap>;

void append_entry(record::ByteWriter& bytes, LogEntry entry);
// Returns nullopt if this program does not know the form of one of the entries. The bytes are those that were written.
std::optional<std::vector<LogEntry>> entries_of(std::span<const std::uint8_t> frame);

}  // namespace rensa::live_matches
