#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <variant>

#include "engine/record/bytes.h"
#include "server/base/types.h"
#include "server/live_matches/key_codec.h"
#include "server/match/match_event.h"

namespace rensa::live_matches {

// The entries of the log of running matches. A frame of the log (server/log) holds all entries of a moment, so that
// either all of them are read again or none.

struct LoggedEvent {
  base::MatchId match{};
  match::MatchEvent event;
};

// Keys that were accepted one after another, without another event of the match between them, by append_keys().
struct LoggedKeys {
  base::MatchId match{};
  std::span<const std::uint8_t> keys;  // 1 to kMaxKeysBytes bytes
};
inline constexpr std::size_t kMaxKeysBytes = 239;

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

// The match was played to this time, by the clock of its process, and later times of the log hold for others. So it
// goes on from before a damaged place of the log. It holds until the next event of the match.
struct LoggedCut {
  base::MatchId match{};
  base::Span time{};
};

using LogEntry = std::variant<LoggedEvent, LoggedKeys, LoggedTime, LoggedEnd, LoggedGap, LoggedCut>;

void append_entry(record::ByteWriter& bytes, const LogEntry& entry);
// Calls `take` with each entry of a frame and the bytes of the entry, one after another. Returns false if this program
// does not know the form of one of them; it is not called for those that follow. The bytes are those that were written.
using TakeEntry = std::function<void(LogEntry&& entry, std::span<const std::uint8_t> bytes)>;
bool read_entries(std::span<const std::uint8_t> frame, const TakeEntry& take);

// Writes the events of a match as entries. Keys wait for those that follow them, so that they become one entry.
class MatchEntryWriter {
 public:
  explicit MatchEntryWriter(base::MatchId match) : match_(match) {}

  void write(const match::MatchEvent& event, record::ByteWriter& entries);
  // Writes the keys that wait.
  void finish(record::ByteWriter& entries);
  std::size_t waiting_bytes() const { return keys_.bytes().size(); }

 private:
  base::MatchId match_;
  KeyHistory history_;
  record::ByteWriter keys_;
};

// Reads the events of one match from its entries, in the order in which they were written.
class MatchEntryReader {
 public:
  // Calls `take` with each event of the entry. Returns false if this program does not know the form of one of them.
  using TakeEvent = std::function<void(match::MatchEvent&& event)>;
  bool read(LogEntry&& entry, const TakeEvent& take);

 private:
  KeyHistory history_;
};

}  // namespace rensa::live_matches
