#include "server/live_matches/match_recorder.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <variant>

#include "server/live_matches/log_entries.h"
#include "server/live_matches/logged_matches.h"

namespace rensa::live_matches {

void MatchRecorder::record(base::MatchId match, const match::MatchEvent& event) {
  if (const auto* created = std::get_if<match::MatchCreated>(&event)) {
    if (created->arranged && !created->arranged->name) return;
    begin_logging(match);
  }
  if (std::holds_alternative<match::MatchEnded>(event)) {
    const bool was_logged = remove_logged(match);
    const bool was_marked = remove_mark(match);
    if (was_logged || was_marked) append_end(match);
    return;
  }
  // The events before a snapshot are not needed any more.
  const bool is_snapshot = std::holds_alternative<match::SnapshotTaken>(event);
  if (is_snapshot && (logged_.contains(match) || remove_mark(match))) begin_logging(match);
  const auto found = logged_.find(match);
  if (found == logged_.end()) return;
  MatchInLog& logged = found->second;
  const std::size_t keys_before = logged.writer.waiting_bytes();
  const std::size_t bytes_before = waiting_entries_.bytes().size();
  logged.writer.write(event, waiting_entries_);
  note_waiting_events(match, bytes_before);
  const std::size_t keys = logged.writer.waiting_bytes();
  if (keys_before == 0 && keys > 0) matches_with_keys_.push_back(match);
  waiting_key_bytes_ += keys - keys_before;
  set_logged_bytes(logged, logged.bytes + waiting_entries_.bytes().size() - bytes_before + keys - keys_before);
  if (logged.bytes > parts_.max_match_bytes) {
    mark_large_match(match, "it has too many events for the log, so it would not survive a restart");
  }
  mark_largest_matches();
  // What is kept each time may be more than is allowed, if very many matches have ended meanwhile.
  const std::size_t limit = std::max(parts_.max_waiting_bytes, 2 * kept_bytes_);
  if (waiting_entries_.bytes().size() + waiting_key_bytes_ > limit) mark_matches_with_most_waiting();
}

void MatchRecorder::note_waiting_events(base::MatchId match, std::size_t begin) {
  const std::size_t bytes = waiting_entries_.bytes().size() - begin;
  if (bytes > 0) waiting_events_.push_back({.match = match, .begin = begin, .bytes = bytes});
}

void MatchRecorder::finish_keys() {
  for (const base::MatchId match : matches_with_keys_) {
    const auto found = logged_.find(match);
    if (found == logged_.end()) continue;
    MatchInLog& logged = found->second;
    const std::size_t keys = logged.writer.waiting_bytes();
    const std::size_t bytes_before = waiting_entries_.bytes().size();
    logged.writer.finish(waiting_entries_);
    note_waiting_events(match, bytes_before);
    set_logged_bytes(logged, logged.bytes + waiting_entries_.bytes().size() - bytes_before - keys);
  }
  matches_with_keys_.clear();
  waiting_key_bytes_ = 0;
}

void MatchRecorder::forget(base::MatchId match) {
  remove_logged(match);
  append_end(match);
}

MatchRecorder::LoggedById::iterator MatchRecorder::begin_logging(base::MatchId match) {
  remove_logged(match);
  return logged_.emplace(match, MatchInLog(match)).first;
}

void MatchRecorder::set_logged_bytes(MatchInLog& logged, std::size_t bytes) {
  logged_bytes_ += bytes - logged.bytes;
  logged.bytes = bytes;
}

bool MatchRecorder::remove_logged(base::MatchId match) {
  const auto logged = logged_.find(match);
  if (logged == logged_.end()) return false;
  logged_bytes_ -= logged->second.bytes;
  waiting_key_bytes_ -= logged->second.writer.waiting_bytes();
  logged_.erase(logged);
  return true;
}

bool MatchRecorder::remove_mark(base::MatchId match) {
  marked_by_failure_.erase(match);
  return marked_.erase(match) > 0;
}

void MatchRecorder::append_end(base::MatchId match) { append_entry(waiting_entries_, LoggedEnd{match}); }

// Marks matches until at most half of the allowed bytes wait. Players who send more than all others lose their own
// matches first.
void MatchRecorder::mark_matches_with_most_waiting() {
  finish_keys();
  std::unordered_map<base::MatchId, std::size_t> bytes_by_match;
  for (const WaitingEvents& events : waiting_events_) bytes_by_match[events.match] += events.bytes;
  std::vector<std::pair<std::size_t, base::MatchId>> largest;
  for (const auto& [match, bytes] : bytes_by_match) largest.emplace_back(bytes, match);
  std::sort(largest.begin(), largest.end(), std::greater<>());
  std::set<base::MatchId> dropped;
  std::size_t left = waiting_entries_.bytes().size();
  for (const auto& [bytes, match] : largest) {
    if (left <= parts_.max_waiting_bytes / 2) break;
    left -= bytes;
    dropped.insert(match);
  }
  drop_waiting_events(dropped);
  std::size_t marked = 0;
  for (const base::MatchId match : dropped) {
    if (!remove_logged(match)) continue;  // it has ended, or is marked already
    ++marked;
    marked_.insert(match);
    if (is_failing_) marked_by_failure_.insert(match);
    append_entry(waiting_entries_, LoggedGap{match});
  }
  kept_bytes_ = waiting_entries_.bytes().size();
  parts_.log(base::LogLine("matches_not_logged")
                 .number("matches", marked)
                 .text("text", "too many events wait for the log, so these matches would not survive a restart"));
}

// All other entries stay, also the ends of these matches.
void MatchRecorder::drop_waiting_events(const std::set<base::MatchId>& matches) {
  const log::LogFile::Frame entries = waiting_entries_.take_bytes();
  std::size_t kept_until = 0;
  const auto keep_until = [&](std::size_t end) {
    waiting_entries_.write_bytes(std::span(entries).subspan(kept_until, end - kept_until));
    kept_until = end;
  };
  std::vector<WaitingEvents> kept_events;
  for (const WaitingEvents& events : waiting_events_) {
    keep_until(events.begin);
    if (matches.contains(events.match)) {
      kept_until += events.bytes;
    } else {
      kept_events.push_back({.match = events.match, .begin = waiting_entries_.bytes().size(), .bytes = events.bytes});
      keep_until(events.begin + events.bytes);
    }
  }
  keep_until(entries.size());
  waiting_events_ = std::move(kept_events);
}

void MatchRecorder::mark_large_match(base::MatchId match, const std::string& why) {
  parts_.log(base::LogLine("match_not_logged").number("match", match).text("text", why));
  remove_logged(match);
  marked_.insert(match);
  append_entry(waiting_entries_, LoggedGap{match});
}

// The entries of a marked match leave the file when it is rewritten.
void MatchRecorder::mark_largest_matches() {
  while (logged_bytes_ > parts_.max_all_bytes) {
    const auto largest = std::max_element(logged_.begin(), logged_.end(), [](const auto& one, const auto& other) {
      return one.second.bytes < other.second.bytes;
    });
    mark_large_match(largest->first,
                     "all matches together have too many events for the log, and it has the most: it would not survive "
                     "a restart");
  }
}

void MatchRecorder::when_durable(std::function<void()> done) {
  if (is_failing_) return parts_.post(lifetime_.guard(std::move(done)));
  waiters_.push_back(std::move(done));
  if (std::exchange(is_flush_requested_, true)) return;
  parts_.post(lifetime_.guard([this] {
    is_flush_requested_ = false;
    flush();
  }));
}

void MatchRecorder::make_frame() {
  finish_keys();
  const bool has_entries = !waiting_entries_.bytes().empty();
  if (!has_entries && (logged_.empty() || !parts_.has_real_time_matches()) && waiters_.empty()) return;
  append_entry(waiting_entries_, LoggedTime{parts_.played_until().time_since_epoch()});
  frame_ = waiting_entries_.take_bytes();
  waiting_events_.clear();
  kept_bytes_ = 0;
}

void MatchRecorder::flush() {
  if (is_writing_) return;
  if (frame_.empty()) make_frame();
  if (frame_.empty()) return;
  std::move(waiters_.begin(), waiters_.end(), std::back_inserter(waiters_of_frame_));
  waiters_.clear();
  is_writing_ = true;
  parts_.file.append(frame_, lifetime_.guard([this](const std::optional<std::string>& error) { on_written(error); }));
}

void MatchRecorder::finish() {
  if (!is_writing_) return flush();
  log::LogFile::Frame previous = std::exchange(frame_, {});
  make_frame();
  parts_.file.append_last(std::move(previous), std::exchange(frame_, {}));
}

void MatchRecorder::on_written(const std::optional<std::string>& error) {
  is_writing_ = false;
  const bool had_failed = std::exchange(is_failing_, error.has_value());
  if (is_failing_ && !had_failed) {
    parts_.log(base::LogLine("match_log_failed").number("unlogged_matches", logged_.size()).text("why", *error));
  }
  if (had_failed && !is_failing_) parts_.log(base::LogLine("match_log_works_again"));
  if (!is_failing_) {
    written_bytes_ += frame_.size();
    file_bytes_ += frame_.size();
    frame_.clear();
  }
  Waiters done = std::exchange(waiters_of_frame_, {});
  if (is_failing_) {
    std::move(waiters_.begin(), waiters_.end(), std::back_inserter(done));
    waiters_.clear();
  }
  for (const auto& waiter : done) waiter();
  if (is_failing_) return;
  if (!waiters_.empty()) flush();
  if (file_bytes_ >= std::max(parts_.min_rewritten_bytes, 2 * rewritten_bytes_)) rewrite();
}

void MatchRecorder::rewrite() {
  if (std::exchange(is_rewriting_, true)) return;
  const auto bytes = std::make_shared<std::size_t>(0);
  std::set<base::MatchId> kept = marked_;
  for (const auto& [match, logged] : logged_) kept.insert(match);
  const auto choose = [kept = std::move(kept), bytes](std::vector<log::LogFile::Frame> frames) {
    std::vector<log::LogFile::Frame> chosen = LoggedMatches(std::move(frames)).frames_of(kept);
    for (const log::LogFile::Frame& frame : chosen) *bytes += frame.size();
    return chosen;
  };
  const std::size_t bytes_before = file_bytes_;
  parts_.file.rewrite(choose, lifetime_.guard([this, bytes, bytes_before](const std::optional<std::string>& error) {
    is_rewriting_ = false;
    if (error) {  // the file is rewritten when it has grown further
      rewritten_bytes_ = file_bytes_;
      parts_.log(base::LogLine("match_log_not_rewritten").text("why", *error));
      return;
    }
    rewritten_bytes_ = *bytes;
    file_bytes_ = *bytes + (file_bytes_ - bytes_before);
  }));
}

}  // namespace rensa::live_matches
