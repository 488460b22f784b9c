#pragma once

#include <cstdint>
#include <sys/types.h>

namespace rensa::processes {

// The memory that a program takes from the machine: pages of its own, pages that its processes share, what was swapped
// out of them, and page tables. Pages of programs and libraries do not count, because the system can drop them.

// Returns the bytes of one process, read quickly. Pages that it shares with other processes count in full. 0: it is
// gone.
std::uint64_t memory_of(pid_t process);

// Bytes in which each shared page is divided between the processes that share it.
struct MemoryShare {
  std::uint64_t own = 0;
  std::uint64_t shared = 0;  // between processes that know that they share it, also by files in memory
};
// Returns the part of memory_of() that falls to the process. It takes some milliseconds for each gigabyte.
MemoryShare share_of_memory(pid_t process);

// Returns the bytes of the files in memory to which this process, the starter of a sandbox, can write: /tmp, /dev/shm,
// and perhaps its working folder.
std::uint64_t files_in_memory_of(pid_t starter);

}  // namespace rensa::processes
