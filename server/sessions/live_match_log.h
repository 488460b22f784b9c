#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "engine/rules/ruleset.h"
#include "server/base/lifetime.h"
#include "server/base/log_line.h"
#include "server/base/types.h"
#include "server/live_matches/match_recorder.h"
#include "server/live_matches/match_restoration.h"
#include "server/live_matches/restore_attempts.h"
#include "server/log/log_file.h"
#include "server/sessions/session_service.h"
#include "server/storage/games.h"

namespace rensa::sessions {

// The log of the running matches of a server, from its start to its stop: makes the matches of an earlier process
// again, and then records the events of all matches ten times a second. All calls are made on the thread of the event
// loop.
class LiveMatchLog {
 public:
  struct Parts {
    std::filesystem::path data;  // the folder of matches.log
    SessionService& sessions;
    storage::Games& games;
    std::span<const rules::Ruleset> own_rulesets;
    std::function<base::Time()> now;
    log::LogFile::Executor post;
    std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later;
    std::function<void(const base::LogLine&)> log;
    // A test gives another one.
    std::function<std::unique_ptr<log::AppendFile>(const std::filesystem::path&)> open_file = log::open_append_file;
  };

  static constexpr std::chrono::milliseconds kSyncInterval{100};

  // Opens the log, which waits for the disk. Throws std::runtime_error with a sentence if it cannot be read.
  explicit LiveMatchLog(Parts parts);
  ~LiveMatchLog();
  LiveMatchLog(const LiveMatchLog&) = delete;
  LiveMatchLog& operator=(const LiveMatchLog&) = delete;

  // Makes the running matches of the log again. Call it once, before the first connection. Calls `done` when that is on
  // disk; or with an error of the store, without which no match can be made again, and then the log is as before.
  void restore(std::function<void(const std::optional<storage::StoreError>&)> done);

  // The matches of tournaments that were made again.
  const std::vector<match::RestoredArrangedMatch>& restored_arranged_matches() const { return restored_arranged_; }
  // The matches stand still from now on, so no time is counted for them. Calls `done` when all their events are on
  // disk, or the log has failed. Until the matches have been made again, the log is as the earlier process has left it,
  // and `done` is called at once.
  void stop(std::function<void()> done);
  // Returns true while events are being written. What comes meanwhile waits for the next write.
  bool is_writing() const { return recorder_.is_writing(); }

 private:
  void restore_with(const std::map<base::MatchId, int>& stored_games);
  void flush_regularly();

  const Parts parts_;
  std::unique_ptr<log::LogFile> file_;
  live_matches::LoggedMatches logged_;  // until they are made again
  live_matches::RestoreAttempts attempts_;
  live_matches::MatchRecorder recorder_;
  std::vector<match::RestoredArrangedMatch> restored_arranged_;
  bool are_matches_restored_ = false;
  std::optional<base::Time> stopped_at_;
  base::Lifetime lifetime_;
};

}  // namespace rensa::sessions
