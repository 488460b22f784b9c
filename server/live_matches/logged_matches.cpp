#include "server/live_matches/logged_matches.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "engine/record/bytes.h"
#include "server/live_matches/log_entries.h"
#include "server/match/match_event_codec.h"
#include "server/match/series.h"

namespace rensa::live_matches {

namespace {

constexpr std::size_t kFrameBytes = 1'000'000;
// A store gives out numbers one after another, so all are far below it. It skips all that the log names.
constexpr base::MatchId kMaxMatchId{1'000'000'000'000};

[[noreturn]] void refuse_unknown_entries() {
  throw std::runtime_error("it has entries that this version of Rensa does not know (events of matches up to version " +
                           std::to_string(match::kNewestMatchEventVersion) +
                           "): use the version that wrote it, or move the file away");
}

void read_known_entries(std::span<const std::uint8_t> frame, const TakeEntry& take) {
  if (!read_entries(frame, take)) refuse_unknown_entries();
}

// Returns the time since the creation at which the event happened, if the event says it.
std::optional<base::Span> time_of(const match::MatchEvent& event) {
  return std::visit(
      [](const auto& one) -> std::optional<base::Span> {
        if constexpr (requires { one.time; }) return one.time;
        return std::nullopt;
      },
      event);
}

// Returns the time of the creation by the clock of the process that played the match last.
base::Span created_at(const LoggedMatch& match) {
  base::Span created{};
  for (const match::MatchEvent& event : match.events) {
    const match::MatchCreated* begun = match::creation_of(event);
    if (begun != nullptr && begun->conditions) created = begun->conditions->created_at;
    if (const auto* again = std::get_if<match::ServerInterrupted>(&event)) created = again->created_at;
  }
  return created;
}

// A game in real time has no event in most of its frames, so the time of the log says how far it was played.
base::Span played_time(const LoggedMatch& match, std::optional<base::Span> last_time) {
  base::Span played{};
  for (const match::MatchEvent& event : match.events) played = std::max(played, time_of(event).value_or(played));
  return last_time ? std::max(played, *last_time - created_at(match)) : played;
}

std::optional<base::MatchId> match_of(const LogEntry& entry) {
  return std::visit(
      [](const auto& one) -> std::optional<base::MatchId> {
        if constexpr (requires { one.match; }) return one.match;
        return std::nullopt;
      },
      entry);
}

}  // namespace

int LoggedMatch::ended_games() const {
  int before = 0;
  if (const auto* first = events.empty() ? nullptr : std::get_if<match::SnapshotTaken>(&events.front()))
    before = first->games;
  return before + static_cast<int>(std::count_if(events.begin(), events.end(), [](const match::MatchEvent& event) {
           return std::holds_alternative<match::GameEnded>(event);
         }));
}

LoggedMatches::LoggedMatches(std::vector<log::LogFile::Frame> frames) { read(std::move(frames)); }

LoggedMatches::LoggedMatches(std::vector<std::vector<log::LogFile::Frame>> parts) {
  for (std::vector<log::LogFile::Frame>& part : parts) {
    if (&part != parts.data()) note_damage();
    read(std::move(part));
  }
}

void LoggedMatches::note_damage() {
  for (auto& [id, entries] : entries_) {
    if (entries.has_gap) continue;
    if (!entries.cut_at) entries.cut_at = last_time_.value_or(base::Span{});
    entries.is_before_damage = true;
  }
}

void LoggedMatches::read(std::vector<log::LogFile::Frame> frames) {
  for (log::LogFile::Frame& frame : frames) {
    read_known_entries(
        frame, [this](LogEntry&& entry, std::span<const std::uint8_t> bytes) { take_entry(std::move(entry), bytes); });
    frame = {};
  }
}

void LoggedMatches::take_entry(LogEntry&& entry, std::span<const std::uint8_t> bytes) {
  const auto match = match_of(entry);
  if (match && *match > kMaxMatchId) {
    throw std::runtime_error("it names match " + std::to_string(static_cast<std::uint64_t>(*match)) +
                             ", and no server gives out such a number: move the file away");
  }
  if (match) highest_id_ = std::max(highest_id_, *match);
  if (const auto* end = std::get_if<LoggedEnd>(&entry)) {
    entries_.erase(end->match);
  } else if (const auto* gap = std::get_if<LoggedGap>(&entry)) {
    entries_[gap->match] = {.events = {}, .has_gap = true, .reader = {}};
  } else if (const auto* cut = std::get_if<LoggedCut>(&entry)) {
    entries_[cut->match].cut_at = cut->time;
  } else if (const auto* time = std::get_if<LoggedTime>(&entry)) {
    last_time_ = time->time;
  } else {
    take_events(match.value(), std::move(entry), bytes);
  }
}

void LoggedMatches::take_events(base::MatchId match, LogEntry&& entry, std::span<const std::uint8_t> bytes) {
  Entries& entries = entries_[match];
  const auto* event = std::get_if<LoggedEvent>(&entry);
  if (event != nullptr && std::holds_alternative<match::SnapshotTaken>(event->event)) entries = {};
  if (entries.has_gap || entries.is_before_damage) return;
  entries.cut_at.reset();
  if (!entries.reader.read(std::move(entry), [](match::MatchEvent&&) {})) refuse_unknown_entries();
  entries.events.insert(entries.events.end(), bytes.begin(), bytes.end());
}

std::vector<base::MatchId> LoggedMatches::ids() const {
  std::vector<base::MatchId> ids;
  for (const auto& [id, entries] : entries_) ids.push_back(id);
  return ids;
}

std::vector<base::MatchId> LoggedMatches::cut_ids() const {
  std::vector<base::MatchId> ids;
  for (const auto& [id, entries] : entries_) {
    if (entries.cut_at) ids.push_back(id);
  }
  return ids;
}

std::size_t LoggedMatches::bytes_of(base::MatchId id) const {
  const auto found = entries_.find(id);
  return found == entries_.end() ? 0 : found->second.events.size();
}

LoggedMatch LoggedMatches::take(base::MatchId id) {
  const auto entries = entries_.extract(id);
  LoggedMatch match;
  match.has_gap = entries.mapped().has_gap;
  MatchEntryReader reader;
  read_known_entries(entries.mapped().events, [&](LogEntry&& entry, std::span<const std::uint8_t>) {
    reader.read(std::move(entry), [&](match::MatchEvent&& event) { match.events.push_back(std::move(event)); });
  });
  const std::optional<base::Span> cut_at = entries.mapped().cut_at;
  match.played = played_time(match, cut_at ? cut_at : last_time_);
  return match;
}

std::optional<std::string> why_not_restorable(const LoggedMatch& match, std::span<const rules::Ruleset> own_rulesets) {
  if (match.has_gap) return "its last events could not be logged";
  const match::MatchCreated* created = match.events.empty() ? nullptr : match::creation_of(match.events.front());
  if (created == nullptr) return "its first event is missing";
  if (!created->conditions) return "its first event is of an earlier version, without the settings of the match";
  const rules::Ruleset* ruleset = rules::find_ruleset(created->terms.ruleset, own_rulesets);
  if (ruleset == nullptr) return "the ruleset " + created->terms.ruleset + " is not known here any more";
  if (rules::digest(*ruleset) != created->conditions->ruleset_digest) {
    return "the ruleset " + created->terms.ruleset + " has changed";
  }
  return std::nullopt;
}

std::vector<log::LogFile::Frame> LoggedMatches::frames_of(const std::set<base::MatchId>& matches) const {
  std::vector<log::LogFile::Frame> frames;
  record::ByteWriter bytes;
  const auto end_frame = [&] {
    if (!bytes.bytes().empty()) frames.push_back(bytes.take_bytes());
  };
  for (const auto& [id, entries] : entries_) {
    if (!matches.contains(id)) continue;
    if (entries.has_gap) append_entry(bytes, LoggedGap{id});
    bytes.write_bytes(entries.events);
    if (entries.cut_at) append_entry(bytes, LoggedCut{id, *entries.cut_at});
    if (bytes.bytes().size() >= kFrameBytes) end_frame();
  }
  if (last_time_ && !matches.empty()) append_entry(bytes, LoggedTime{*last_time_});
  end_frame();
  return frames;
}

}  // namespace rensa::live_matches
