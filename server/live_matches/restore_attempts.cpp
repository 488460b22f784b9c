#include "server/live_matches/restore_attempts.h"

#include <cstdint>
#include <fstream>
#include <system_error>
#include <utility>

namespace rensa::live_matches {

RestoreAttempts::RestoreAttempts(std::filesystem::path file) : file_(std::move(file)) {
  std::ifstream in(file_);
  std::uint64_t match = 0;
  int count = 0;
  while (in >> match >> count) counts_[base::MatchId{match}] = count;
}

bool RestoreAttempts::may_try(base::MatchId match) const {
  const auto found = counts_.find(match);
  return found == counts_.end() || found->second < kMaxAttempts;
}

void RestoreAttempts::begin(base::MatchId match) {
  ++counts_[match];
  write();
}

void RestoreAttempts::finish() {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

void RestoreAttempts::write() const {
  std::ofstream out(file_, std::ios::trunc);
  for (const auto& [match, count] : counts_) out << static_cast<std::uint64_t>(match) << ' ' << count << '\n';
}

}  // namespace rensa::live_matches
