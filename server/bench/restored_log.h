#pragma once

#include <cstddef>
#include <filesystem>

namespace rensa::bench {

// The cost of making the running matches of a log again, as a server does when it starts.
struct RestoredLog {
  std::size_t matches = 0;
  std::size_t bytes = 0;     // of the log
  double read_seconds = 0;   // of CPU, for reading the file
  double match_seconds = 0;  // of CPU, for making the matches
};

// Makes the matches of the log in a folder again, which is only read.
RestoredLog restore_log(const std::filesystem::path& folder);

// Returns the CPU time of this process so far, in seconds.
double cpu_seconds();

}  // namespace rensa::bench
