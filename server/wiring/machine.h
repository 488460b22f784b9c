#pragma once

#include <cstdint>

namespace rensa::wiring {

// What this process has used, as the system counts it.
double cpu_seconds();
std::uint64_t resident_bytes();
// As many files as the system allows this process; how many that is.
std::uint64_t allow_many_files();

}  // namespace rensa::wiring
