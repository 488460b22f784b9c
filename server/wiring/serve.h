#pragma once

#include "server/config/config.h"

namespace rensa::wiring {

// Makes the parts of the server, wires them, and runs them until a signal stops it: the first drains, the second does
// not wait. Returns the exit status. Throws std::runtime_error with a sentence when it cannot start.
int serve(const config::Config& config);

}  // namespace rensa::wiring
