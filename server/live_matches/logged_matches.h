#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/rules/ruleset.h"
#include "server/base/types.h"
#include "server/live_matches/log_entries.h"
#include "server/log/log_file.h"
#include "server/match/match_event.h"

namespace rensa::live_matches {

// A running match of the log with its events.
struct LoggedMatch {
  std::vector<match::MatchEvent> events;
  base::Span played{};   // the time since its creation up to which it was played
  bool has_gap = false;  // some of its later events are missing

  // The number of its games that have ended, saved or not.
  int ended_games() const;
};

// The running matches of a log: all that have begun and not ended, each since the start of its present game if the log
// has a snapshot there. It keeps the bytes of their entries as the log has them, because events take about 25 times as
// much memory. So only one match at a time should be made of them.
class LoggedMatches {
 public:
  LoggedMatches() = default;
  // Throws std::runtime_error if the frames have entries of a form that this program does not know, or name a match by
  // a number that no server gives out.
  explicit LoggedMatches(std::vector<log::LogFile::Frame> frames);
  // The same from the whole parts of a damaged log. A match goes on from before a damaged place, unless there is a
  // snapshot of it behind that place, because some of its events may be missing there.
  explicit LoggedMatches(std::vector<std::vector<log::LogFile::Frame>> parts);

  std::vector<base::MatchId> ids() const;
  // The bytes of the match in the log; 0: it is not one of them.
  std::size_t bytes_of(base::MatchId id) const;
  // Returns the match with its events, and keeps it no longer. Precondition: it is one of ids().
  LoggedMatch take(base::MatchId id);
  // Returns all that is needed of these matches, and the last time, in as many frames as are useful.
  std::vector<log::LogFile::Frame> frames_of(const std::set<base::MatchId>& matches) const;
  // The matches that go on from before a damaged place of the log.
  std::vector<base::MatchId> cut_ids() const;
  // The highest number of a match that the log names, also of one that has ended; 0: it names none.
  base::MatchId highest_id() const { return highest_id_; }

 private:
  struct Entries {
    std::vector<std::uint8_t> events;  // empty if there is a gap, because such a match cannot go on
    bool has_gap = false;
    MatchEntryReader reader;
    std::optional<base::Span> cut_at = {};  // as LoggedCut says
    bool is_before_damage = false;          // so its further events are not known to be all
  };

  void read(std::vector<log::LogFile::Frame> frames);
  void note_damage();
  void take_entry(LogEntry&& entry, std::span<const std::uint8_t> bytes);
  void take_events(base::MatchId match, LogEntry&& entry, std::span<const std::uint8_t> bytes);

  std::map<base::MatchId, Entries> entries_;
  std::optional<base::Span> last_time_;
  base::MatchId highest_id_{};
};

// Returns the reason why the match cannot go on here; nullopt: it can be made again from its events.
std::optional<std::string> why_not_restorable(const LoggedMatch& match, std::span<const rules::Ruleset> own_rulesets);

}  // namespace rensa::live_matches
