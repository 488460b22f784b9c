#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/record/bytes.h"
#include "server/base/lifetime.h"
#include "server/base/log_line.h"
#include "server/base/types.h"
#include "server/live_matches/log_entries.h"
#include "server/log/log_file.h"
#include "server/match/match_event.h"

namespace rensa::live_matches {

// Writes the events of running matches to a log, from which they are made again after a restart. Events are collected,
// and those of all matches are written together. A match of a tournament is logged only if it has a name by which the
// tournament takes it back; otherwise the tournament plays the game again. All calls are made on the thread of the
// event loop.
//
// If the log cannot be written, because the disk is full, the events wait, and matches go on. Should too many wait, the
// matches with most of them are marked: they cannot be made again. So is a match with too many events in one game, and
// the largest match while all of them together have too many, because a server that makes matches again needs memory
// for the whole log. The next game of a marked match begins with a snapshot, from which it can be made again.
class MatchRecorder {
 public:
  struct Parts {
    log::LogFile& file;
    log::LogFile::Executor post;  // runs a function soon on the thread of the event loop, never within the call
    // Returns the time up to which all running games in real time have been played; the present if there are none.
    std::function<base::Time()> played_until;
    std::function<bool()> has_real_time_matches;
    std::function<void(const base::LogLine&)> log;
    std::size_t max_waiting_bytes = 16'000'000;
    // In the log, for one match since its present game began; its events take about 25 times as much memory.
    std::size_t max_match_bytes = 8'000'000;
    std::size_t max_all_bytes = 128'000'000;      // the same, for all matches together
    std::size_t min_rewritten_bytes = 4'000'000;  // a smaller file is not rewritten
  };

  explicit MatchRecorder(Parts parts) : parts_(std::move(parts)) {}
  MatchRecorder(const MatchRecorder&) = delete;
  MatchRecorder& operator=(const MatchRecorder&) = delete;

  void record(base::MatchId match, const match::MatchEvent& event);
  // Returns true if the events of the match are logged.
  bool is_logged(base::MatchId match) const { return logged_.contains(match); }
  // Returns true if the match is in the log, also if events of it are missing there.
  bool has(base::MatchId match) const { return logged_.contains(match) || marked_.contains(match); }
  // The match is one of the log, where it has so many bytes, and goes on.
  void resume(base::MatchId match, std::size_t bytes) { set_logged_bytes(begin_logging(match)->second, bytes); }
  // The match is one of the log, and does not go on.
  void forget(base::MatchId match);

  // Calls `done` once all events so far are on disk, or the log has failed. Does not wait for the next flush().
  void when_durable(std::function<void()> done);
  // Writes the events that wait. Call it ten times a second.
  void flush();
  // Writes all events that wait, also behind a write that has not been answered. Call it last: its answer is not heard.
  void finish();
  // Drops all entries of matches and games that have ended from the file.
  void rewrite();
  bool is_rewriting() const { return is_rewriting_; }
  // Returns true from the beginning of a write until its answer.
  bool is_writing() const { return is_writing_; }

  // The bytes of all frames that were written, without those of rewrites.
  std::uint64_t written_bytes() const { return written_bytes_; }
  // Returns true while the log cannot be written.
  bool is_failing() const { return is_failing_; }
  // Returns true if running matches would be lost if the process ended now because the log could not be written. A
  // match that had too many events for a log that can be written is lost by its own fault, and not counted.
  bool has_unlogged_matches() const { return is_failing_ || !marked_by_failure_.empty(); }

 private:
  using Waiters = std::vector<std::function<void()>>;
  // Events of a match among the waiting entries.
  struct WaitingEvents {
    base::MatchId match{};
    std::size_t begin = 0;
    std::size_t bytes = 0;
  };
  struct MatchInLog {
    explicit MatchInLog(base::MatchId match) : writer(match) {}

    std::size_t bytes = 0;  // in the log
    MatchEntryWriter writer;
  };
  using LoggedById = std::unordered_map<base::MatchId, MatchInLog>;

  void make_frame();
  void on_written(const std::optional<std::string>& error);
  void append_end(base::MatchId match);
  // The events of the match stand among the waiting entries from this byte on.
  void note_waiting_events(base::MatchId match, std::size_t begin);
  // Adds the keys of all matches that wait for further ones to the waiting entries.
  void finish_keys();
  void mark_matches_with_most_waiting();
  void drop_waiting_events(const std::set<base::MatchId>& matches);
  void mark_large_match(base::MatchId match, const std::string& why);
  void mark_largest_matches();
  LoggedById::iterator begin_logging(base::MatchId match);
  void set_logged_bytes(MatchInLog& logged, std::size_t bytes);
  // These two return true if the match was logged, or marked.
  bool remove_logged(base::MatchId match);
  bool remove_mark(base::MatchId match);

  const Parts parts_;
  LoggedById logged_;
  std::size_t logged_bytes_ = 0;               // of all these matches together
  std::set<base::MatchId> marked_;             // that run and cannot be made again yet
  std::set<base::MatchId> marked_by_failure_;  // those of them that were marked while the log failed
  record::ByteWriter waiting_entries_;
  std::vector<WaitingEvents> waiting_events_;     // among these entries, in their order
  std::vector<base::MatchId> matches_with_keys_;  // that wait for further ones
  std::size_t waiting_key_bytes_ = 0;             // of these keys
  std::size_t kept_bytes_ = 0;                    // of these entries, when matches were marked; 0: none were
  log::LogFile::Frame frame_;                     // that is being written, or has to be written again; empty: none
  bool is_writing_ = false;
  bool is_flush_requested_ = false;
  bool is_failing_ = false;
  Waiters waiters_;
  Waiters waiters_of_frame_;
  bool is_rewriting_ = false;
  std::uint64_t written_bytes_ = 0;
  std::size_t file_bytes_ = 0;       // since the last rewrite, and after it
  std::size_t rewritten_bytes_ = 0;  // after the last rewrite
  base::Lifetime lifetime_;
};

}  // namespace rensa::live_matches
