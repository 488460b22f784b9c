#pragma once

#include <cstdint>
#include <string>

#include "server/base/types.h"

namespace rensa::app {

// The facts that the server asks of the operating system, and the random numbers that it gives.

// The resources that this process has used.
double cpu_seconds();
// Returns the CPU time of the calling thread.
base::Span thread_cpu_time();
std::uint64_t resident_bytes();
// Returns the time since the machine was started, also that in which it was asleep. No setting of its clock changes it.
base::Span uptime();
// Returns how many bytes a program may still write to the disk with this folder.
std::uint64_t free_disk_bytes(const std::string& folder);
int core_count();
// Returns true if this process belongs to a terminal that is still open.
bool has_terminal();
// Returns the number of threads of the whole machine that run or wait for a core now; 0: it is unknown.
int count_runnable_threads();
// The number of tournament games in real time that this machine can run at a time: both players of one need a core.
int max_real_time_games();
// Raises the limit of open files of this process as far as the system allows, and returns it.
std::uint64_t raise_file_limit();

// Returns how many of the wanted connections a process may have that can open so many files. The rest of the files is
// for the sockets and pipes of programs, and for all else that the server opens.
std::size_t connections_within(std::uint64_t file_limit, std::size_t wanted);

// These two throw std::runtime_error where the system gives no random numbers.

// A ticket by which a process that was started for a player is recognised.
std::string random_worker_ticket();
// The seed of a tournament, a large one (tournament::kFirstLargeSeed).
std::uint64_t random_seed();

}  // namespace rensa::app
