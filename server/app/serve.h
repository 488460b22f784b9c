#pragma once

#include "server/app/config.h"

namespace rensa::app {

// Makes the parts of the server, wires them, and runs them until a signal stops it: the first drains, the second does
// not wait. Returns the exit status. Throws std::runtime_error with a sentence when it cannot start.
int serve(const app::Config& config);

}  // namespace rensa::app
