#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

#include "server/base/descriptor.h"
#include "server/base/types.h"

namespace rensa::live_matches {

// Counts how often the server has stopped while it made a match again, in a file that outlives it. Such a match is
// tried twice, and then no more. The file is not synced: only a crash of the process counts, not one of the machine.
//
// The file has a line for each match that was counted before, and a last one for the match that is being made now.
class RestoreAttempts {
 public:
  static constexpr int kMaxAttempts = 2;

  // Reads the file if there is one. Its functions wait for the disk, and ignore its errors: without the file, a match
  // is tried once more.
  explicit RestoreAttempts(std::filesystem::path file);

  bool may_try(base::MatchId match) const;
  // Call before a match is made again, and end() after it.
  void begin(base::MatchId match);
  void end(base::MatchId match);
  // Removes the file. Call once the ends of all matches are on disk.
  void finish();

 private:
  struct Count {
    int stops = 0;
    std::size_t line = 0;
  };

  void open();
  void write_line(std::size_t line, base::MatchId match, int stops) const;
  void write_at(std::size_t position, const std::string& text) const;

  const std::filesystem::path path_;
  std::map<base::MatchId, Count> counts_;  // of the matches during which the server had stopped
  std::size_t last_line_ = 0;
  base::Descriptor file_;
};

}  // namespace rensa::live_matches
