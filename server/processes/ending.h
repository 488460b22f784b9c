#pragma once

#include <cstdint>
#include <string>

namespace rensa::processes {

enum class End : std::int32_t {
  exited,
  signalled,
  not_started,
  too_many,  // processes: it was killed for them
  unseen,    // its keeper was killed, or could not kill it
};

// Why a program could not be started: what was in the way.
enum class Obstacle : std::int32_t { program, folder, limits, log, pipes, keeper };

// What became of a program.
struct Ending {
  End end = End::unseen;
  std::int32_t code = 0;  // the exit status, the signal, the errno of not_started, or how many there may be
  Obstacle obstacle = Obstacle::program;
  std::int32_t zero = 0;         // where there would be a gap: this travels as bytes
  double cpu_seconds = 0;        // of all its processes that somebody waited for
  std::uint64_t peak_bytes = 0;  // resident, of the largest of them
};

// "exited with 3", "ended by signal 9 (killed)", "could not be started: No such file or directory".
std::string sentence(const Ending& ending);

}  // namespace rensa::processes
