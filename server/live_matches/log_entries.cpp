#include "server/live_matches/log_entries.h"

#include <cassert>
#include <limits>
#include <optional>
#include <utility>

#include "server/match/match_event_codec.h"

namespace rensa::live_matches {

namespace {

// The first byte of an entry. The numbers never change.
enum class Kind : std::uint8_t { event = 1, time = 2, end = 3, gap = 4, cut = 5 };
// A higher first byte is that of keys: this number and that of their bytes.
constexpr std::uint8_t kKeys = 16;
static_assert(kKeys + kMaxKeysBytes == std::numeric_limits<std::uint8_t>::max());

void write_kind(record::ByteWriter& bytes, Kind kind) { bytes.write_byte(static_cast<unsigned>(kind)); }

void write_match(record::ByteWriter& bytes, base::MatchId match) {
  bytes.write_varint(static_cast<std::uint64_t>(match));
}

void write_time(record::ByteWriter& bytes, base::Span time) {
  bytes.write_fixed64(static_cast<std::uint64_t>(time.count()));
}

std::optional<base::Span> read_time(record::ByteReader& bytes) {
  const auto time = bytes.read_fixed64();
  return time ? std::optional(base::Span(static_cast<std::int64_t>(*time))) : std::nullopt;
}

// Writes a LoggedEvent, without a copy of the event.
void append_event(record::ByteWriter& bytes, base::MatchId match, const match::MatchEvent& event) {
  write_kind(bytes, Kind::event);
  write_match(bytes, match);
  match::append_match_event(bytes, event);
}

struct Append {
  record::ByteWriter& bytes;

  void operator()(const LoggedEvent& entry) const { append_event(bytes, entry.match, entry.event); }
  void operator()(const LoggedKeys& entry) const {
    assert(!entry.keys.empty() && entry.keys.size() <= kMaxKeysBytes);
    bytes.write_byte(static_cast<unsigned>(kKeys + entry.keys.size()));
    write_match(bytes, entry.match);
    bytes.write_bytes(entry.keys);
  }
  void operator()(const LoggedTime& entry) const {
    write_kind(bytes, Kind::time);
    write_time(bytes, entry.time);
  }
  void operator()(const LoggedEnd& entry) const {
    write_kind(bytes, Kind::end);
    write_match(bytes, entry.match);
  }
  void operator()(const LoggedGap& entry) const {
    write_kind(bytes, Kind::gap);
    write_match(bytes, entry.match);
  }
  void operator()(const LoggedCut& entry) const {
    write_kind(bytes, Kind::cut);
    write_match(bytes, entry.match);
    write_time(bytes, entry.time);
  }
};

std::optional<LogEntry> read_entry(record::ByteReader& bytes) {
  const auto kind = bytes.read_byte();
  if (kind == static_cast<std::uint8_t>(Kind::time)) {
    const auto time = read_time(bytes);
    return time ? std::optional<LogEntry>(LoggedTime{*time}) : std::nullopt;
  }
  const auto number = bytes.read_varint();
  if (!kind || !number) return std::nullopt;
  const base::MatchId match{*number};
  if (*kind > kKeys) {
    const auto keys = bytes.read_bytes(*kind - kKeys);
    return keys ? std::optional<LogEntry>(LoggedKeys{match, *keys}) : std::nullopt;
  }
  if (kind == static_cast<std::uint8_t>(Kind::end)) return LoggedEnd{match};
  if (kind == static_cast<std::uint8_t>(Kind::gap)) return LoggedGap{match};
  if (kind == static_cast<std::uint8_t>(Kind::cut)) {
    const auto time = read_time(bytes);
    return time ? std::optional<LogEntry>(LoggedCut{match, *time}) : std::nullopt;
  }
  if (kind != static_cast<std::uint8_t>(Kind::event)) return std::nullopt;
  auto event = match::read_match_event(bytes);
  return event ? std::optional<LogEntry>(LoggedEvent{match, *std::move(event)}) : std::nullopt;
}

}  // namespace

void append_entry(record::ByteWriter& bytes, const LogEntry& entry) { std::visit(Append{bytes}, entry); }

bool read_entries(std::span<const std::uint8_t> frame, const TakeEntry& take) {
  record::ByteReader bytes(frame);
  while (bytes.remaining() > 0) {
    const std::size_t begin = bytes.position();
    auto entry = read_entry(bytes);
    if (!entry) return false;
    take(*std::move(entry), frame.subspan(begin, bytes.position() - begin));
  }
  return true;
}

void MatchEntryWriter::write(const match::MatchEvent& event, record::ByteWriter& entries) {
  if (append_keys(keys_, event, history_)) {
    // The next keys have to fit into the entry as well.
    if (keys_.bytes().size() > kMaxKeysBytes - kMaxBytesOfKeys) finish(entries);
    return;
  }
  finish(entries);
  append_event(entries, match_, event);
  if (begins_key_history(event)) history_ = {};
}

void MatchEntryWriter::finish(record::ByteWriter& entries) {
  if (keys_.bytes().empty()) return;
  append_entry(entries, LoggedKeys{match_, keys_.bytes()});
  keys_.take_bytes();
}

bool MatchEntryReader::read(LogEntry&& entry, const TakeEvent& take) {
  if (auto* event = std::get_if<LoggedEvent>(&entry)) {
    if (begins_key_history(event->event)) history_ = {};
    take(std::move(event->event));
  } else if (const auto* keys = std::get_if<LoggedKeys>(&entry)) {
    record::ByteReader bytes(keys->keys);
    while (bytes.remaining() > 0) {
      auto accepted = read_keys(bytes, history_);
      if (!accepted) return false;
      take(*std::move(accepted));
    }
  }
  return true;
}

}  // namespace rensa::live_matches
