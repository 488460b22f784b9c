#include "server/live_matches/restore_attempts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace rensa::live_matches {

namespace {

constexpr std::size_t kLineBytes = 32;  // of each line, so that each can be written over another

std::string line_of(base::MatchId match, int stops) {
  std::array<char, kLineBytes + 1> text{};
  std::snprintf(text.data(), text.size(), "%20llu %10d\n", static_cast<unsigned long long>(match), stops);
  return text.data();
}

}  // namespace

// A match may have two lines, if the server stopped while it was tried again.
RestoreAttempts::RestoreAttempts(std::filesystem::path file) : path_(std::move(file)) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path_, ignored)) return;  // reading a pipe would wait for another process
  std::ifstream in(path_);
  std::uint64_t match = 0;
  int stops = 0;
  while (in >> match >> stops) {
    if (stops <= 0) continue;
    Count& count = counts_[base::MatchId{match}];
    count.stops = std::max(count.stops, stops);
  }
}

bool RestoreAttempts::may_try(base::MatchId match) const {
  const auto found = counts_.find(match);
  return found == counts_.end() || found->second.stops < kMaxAttempts;
}

void RestoreAttempts::begin(base::MatchId match) {
  if (!file_.is_open()) open();
  const auto found = counts_.find(match);
  write_line(last_line_, match, found == counts_.end() ? 1 : found->second.stops + 1);
}

void RestoreAttempts::end(base::MatchId match) {
  write_line(last_line_, base::MatchId{0}, 0);
  const auto found = counts_.find(match);
  if (found == counts_.end()) return;
  write_line(found->second.line, match, 0);
  counts_.erase(found);
}

void RestoreAttempts::finish() {
  file_.close();
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

// The counts of an earlier process are written over in one go, so that none is lost if this one stops now.
void RestoreAttempts::open() {
  file_ = base::Descriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!file_.is_open()) return;
  std::string lines;
  for (auto& [match, count] : counts_) {
    count.line = last_line_++;
    lines += line_of(match, count.stops);
  }
  write_at(0, lines);
  [[maybe_unused]] const int ignored = ::ftruncate(file_.number(), static_cast<off_t>(lines.size()));
}

void RestoreAttempts::write_line(std::size_t line, base::MatchId match, int stops) const {
  write_at(line * kLineBytes, line_of(match, stops));
}

void RestoreAttempts::write_at(std::size_t position, const std::string& text) const {
  if (!file_.is_open()) return;
  [[maybe_unused]] const auto ignored =
      ::pwrite(file_.number(), text.data(), text.size(), static_cast<off_t>(position));
}

}  // namespace rensa::live_matches
