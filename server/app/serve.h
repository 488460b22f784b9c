#pragma once

#include "server/app/config.h"

namespace rensa::app {

// Runs the server until a signal stops it. At the first signal it lets running matches end; at the second it stops at
// once. Returns the exit status. Throws std::runtime_error with a sentence if it cannot start.
int serve(const Config& config);

}  // namespace rensa::app
