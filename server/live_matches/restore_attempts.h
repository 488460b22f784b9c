#pragma once

#include <filesystem>
#include <map>

#include "server/base/types.h"

namespace rensa::live_matches {

// Counts how often the server has stopped while it made a match again, in a file that outlives it. Such a match is
// tried twice, and then no more. The file is not synced: only a crash of the process counts, not one of the machine.
class RestoreAttempts {
 public:
  static constexpr int kMaxAttempts = 2;

  // Reads the file if there is one. Its functions wait for the disk, and ignore its errors: without the file, a match
  // is tried once more.
  explicit RestoreAttempts(std::filesystem::path file);

  bool may_try(base::MatchId match) const;
  // Call before a match is made again, and end() after it.
  void begin(base::MatchId match);
  void end(base::MatchId match) { counts_.erase(match); }
  // All matches have been made again, so the file is removed.
  void finish();

 private:
  void write() const;

  const std::filesystem::path file_;
  std::map<base::MatchId, int> counts_;  // of matches during which the server has stopped
};

}  // namespace rensa::live_matches
