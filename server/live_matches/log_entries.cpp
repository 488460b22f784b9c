#include "server/live_matches/log_entries.h"

#include <cstddef>
#include <optional>
#include <utility>

#include "server/match/match_event_codec.h"

namespace rensa::live_matches {

namespace {

// The first byte of an entry. The numbers never change.
enum class Kind : std::uint8_t { event = 1, time = 2, end = 3, gap = 4 };

void write_kind(record::ByteWriter& bytes, Kind kind) { bytes.write_byte(static_cast<unsigned>(kind)); }

void write_match(record::ByteWriter& bytes, base::MatchId match) {
  bytes.write_varint(static_cast<std::uint64_t>(match));
}

struct Append {
  record::ByteWriter& bytes;

  void operator()(const LoggedEvent& entry) const { append_event(bytes, entry.match, entry.event); }
  void operator()(const LoggedTime& entry) const {
    write_kind(bytes, Kind::time);
    bytes.write_fixed64(static_cast<std::uint64_t>(entry.time.count()));
  }
  void operator()(const LoggedEnd& entry) const {
    write_kind(bytes, Kind::end);
    write_match(bytes, entry.match);
  }
  void operator()(const LoggedGap& entry) const {
    write_kind(bytes, Kind::gap);
    write_match(bytes, entry.match);
  }
};

std::optional<LogEntry> read_entry(record::ByteReader& bytes) {
  const auto kind = bytes.read_byte();
  if (kind == static_cast<std::uint8_t>(Kind::time)) {
    const auto time = bytes.read_fixed64();
    return time ? std::optional<LogEntry>(LoggedTime{base::Span(static_cast<std::int64_t>(*time))}) : std::nullopt;
  }
  const auto number = bytes.read_varint();
  if (!kind || !number) return std::nullopt;
  const base::MatchId match{*number};
  if (kind == static_cast<std::uint8_t>(Kind::end)) return LoggedEnd{match};
  if (kind == static_cast<std::uint8_t>(Kind::gap)) return LoggedGap{match};
  if (kind != static_cast<std::uint8_t>(Kind::event)) return std::nullopt;
  auto event = match::read_match_event(bytes);
  return event ? std::optional<LogEntry>(LoggedEvent{match, *std::move(event)}) : std::nullopt;
}

}  // namespace

void append_entry(record::ByteWriter& bytes, const LogEntry& entry) { std::visit(Append{bytes}, entry); }

void append_event(record::ByteWriter& bytes, base::MatchId match, const match::MatchEvent& event) {
  write_kind(bytes, Kind::event);
  write_match(bytes, match);
  match::append_match_event(bytes, event);
}

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

}  // namespace rensa::live_matches
