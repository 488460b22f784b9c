#pragma once

#include <string>

namespace rensa::wiring {

// A token for one process, which nobody can guess. Throws std::runtime_error where the system gives no random numbers.
std::string draw_ticket();

}  // namespace rensa::wiring
