#pragma once

#include <cstdint>
#include <string>

namespace rensa::app {

// The facts that the server asks of the operating system, and the random numbers that it gives.

// The resources that this process has used.
double cpu_seconds();
std::uint64_t resident_bytes();
int core_count();
// The number of tournament games in real time that this machine can run at a time: both players of one need a core.
int max_real_time_games();
// Raises the limit of open files of this process as far as the system allows, and returns it.
std::uint64_t raise_file_limit();

// These two throw std::runtime_error where the system gives no random numbers.

// A ticket by which a process that was started for a player is recognised.
std::string random_ticket();
// The seed of a tournament, small enough for any JSON reader to keep it exactly.
std::uint64_t random_seed();

}  // namespace rensa::app
