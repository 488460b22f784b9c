#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/rules/ruleset.h"
#include "server/base/types.h"
#include "server/log/log_file.h"
#include "server/match/match_event.h"

namespace rensa::live_matches {

// A running match as the log has it.
struct LoggedMatch {
  std::vector<match::MatchEvent> events;
  base::Span played{};   // the time since its creation up to which it was played
  bool has_gap = false;  // some of its later events are missing

  // Precondition of both: the first event is MatchCreated with conditions.
  const match::MatchCreated& created() const { return std::get<match::MatchCreated>(events.front()); }
  // The number of its games that have ended, saved or not.
  int ended_games() const;
};

// The running matches of a log: all that have begun and not ended.
struct LoggedMatches {
  std::map<base::MatchId, LoggedMatch> matches;
};

// Throws std::runtime_error if the frames have entries of a form that this program does not know.
LoggedMatches matches_in(const std::vector<log::LogFile::Frame>& frames);

// Returns the reason why the match cannot go on here; nullopt: it can be made again from its events.
std::optional<std::string> why_not_restorable(const LoggedMatch& match, std::span<const rules::Ruleset> own_rulesets);

// Returns only the entries of these matches, and the last time, in as many frames as are useful.
std::vector<log::LogFile::Frame> frames_of(const std::set<base::MatchId>& matches,
                                           const std::vector<log::LogFile::Frame>& frames);

}  // namespace rensa::live_matches
