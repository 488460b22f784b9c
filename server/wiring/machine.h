#pragma once

#include <cstdint>

namespace rensa::wiring {

// What this process has used, as the system counts it.
double cpu_seconds();
std::uint64_t resident_bytes();

}  // namespace rensa::wiring
