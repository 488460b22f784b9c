#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>

#include "engine/rules/ruleset.h"
#include "server/base/log_line.h"
#include "server/base/types.h"
#include "server/live_matches/logged_matches.h"
#include "server/live_matches/match_recorder.h"
#include "server/live_matches/restore_attempts.h"
#include "server/lobby/running_matches.h"

namespace rensa::live_matches {

struct RestorationCounts {
  std::size_t restored = 0;
  std::size_t set_aside = 0;  // void, and kept in a file of their own
  std::size_t dropped = 0;    // void
};

// Makes the running matches of the log again when the server starts, before it takes connections. It may wait for the
// disk.
class MatchRestoration {
 public:
  struct Parts {
    lobby::RunningMatches& matches;
    MatchRecorder& recorder;
    RestoreAttempts& attempts;
    std::span<const rules::Ruleset> own_rulesets;
    std::function<base::Time()> now;
    std::function<void(const base::LogLine&)> log;
    std::filesystem::path set_aside;  // the folder for matches that cannot be made again by a fault of the program
  };

  explicit MatchRestoration(Parts parts) : parts_(std::move(parts)) {}

  // `stored_games`: the number of the last stored game of each match; 0 or none: it has none. Call attempts.finish()
  // when the events that the recorder was given are on disk.
  RestorationCounts restore(LoggedMatches logged, const std::map<base::MatchId, int>& stored_games);

 private:
  void restore_one(base::MatchId id, const LoggedMatch& match, std::size_t bytes, int stored_game);
  void set_aside(base::MatchId id, const LoggedMatch& match, const std::string& why);
  void drop(base::MatchId id, const std::string& why);

  const Parts parts_;
  RestorationCounts counts_;
};

}  // namespace rensa::live_matches
