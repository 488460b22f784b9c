#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rensa::exec {

// What each process of a program may use; not what all of them together may. 0: no limit of ours. None can be more than
// what this process may itself.
struct Limits {
  // Of private memory that can be written to: RLIMIT_DATA. RLIMIT_AS would count addresses, of which virtual machines
  // (Java, Go, JavaScript) reserve gigabytes that they never use. Shared memory counts in neither.
  std::uint64_t memory_bytes = 0;
  std::uint64_t cpu_seconds = 0;    // then SIGXCPU; whoever goes on is killed a second later
  std::uint64_t open_files = 1024;  // more breaks programs that use select()
  std::uint64_t processes = 0;      // of our user, all that run anywhere: RLIMIT_NPROC knows no less; root has no limit
  std::int64_t nice = 0;            // added to ours
};

// A program to be started. It gets no shell, nothing on its input, and of our descriptors none.
struct Command {
  std::vector<std::string> words;  // the first without a slash: searched for in its PATH; with one: as seen from folder
  std::string folder;              // to work in; empty: ours
  std::vector<std::string> environment;  // NAME=value, beside and before what is in our own
  Limits limits;
};

}  // namespace rensa::exec
