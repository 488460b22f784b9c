#pragma once

#include <cstdint>
#include <sched.h>
#include <string>
#include <vector>

namespace rensa::processes {

// What a program may use. 0: no limit of ours. None can be more than what this process may itself.
struct Limits {
  // Each of its processes:
  // Of private memory that can be written to: RLIMIT_DATA. RLIMIT_AS would count addresses, of which virtual machines
  // (Java, Go, JavaScript) reserve gigabytes that they never use. Shared memory counts in neither.
  std::uint64_t memory_bytes = 0;
  std::uint64_t cpu_seconds = 0;    // then SIGXCPU; whoever goes on is killed a second later
  std::uint64_t open_files = 1024;  // more breaks programs that use select()
  std::int64_t nice = 0;            // added to ours

  // All of them together, as far as its keeper sees when it looks:
  std::uint64_t processes = 0;  // and threads; with more all are killed
  cpu_set_t cores{};            // that they are on; who leaves them may take no more time than these have. None: all
};

// A program to be started. It gets no shell, nothing on its input, and of our descriptors none.
struct Command {
  std::vector<std::string> words;  // the first without a slash: searched for in its PATH; with one: as seen from folder
  std::string folder;              // to work in; empty: ours
  std::vector<std::string> environment;  // NAME=value, beside and before what is in our own
  Limits limits;
};

}  // namespace rensa::processes
