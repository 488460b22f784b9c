#pragma once

#include <cstdint>
#include <string>

namespace rensa::app {

// A token for one process, which nobody can guess. Throws std::runtime_error where the system gives no random numbers.
std::string draw_ticket();
// For a tournament; any JSON reader keeps it exactly.
std::uint64_t draw_seed();

}  // namespace rensa::app
