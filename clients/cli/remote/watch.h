#pragma once

#include <functional>
#include <string>

#include "clients/cli/remote/hosted.h"

namespace rensa::cli {

// Shows a tournament every second, until it is over or `stop` says so: on a terminal its table on the whole screen,
// elsewhere a line whenever games have ended; and in the end the table. A server that is gone for a while is waited
// for, unless it has never answered. False: it was stopped before.
bool watch(const Hosted& hosted, const std::string& name, const std::function<bool()>& stop);

}  // namespace rensa::cli
