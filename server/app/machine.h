#pragma once

#include <cstdint>

namespace rensa::app {

// What this process has used, as the system counts it.
double cpu_seconds();
std::uint64_t resident_bytes();
int cores();
// Tournament games at a time that this machine carries while players think in real time: both want a core.
int games_in_real_time();
// As many files as the system allows this process; how many that is.
std::uint64_t allow_many_files();

}  // namespace rensa::app
