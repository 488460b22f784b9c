#pragma once

#include <string>

namespace rensa::app {

// ISO 8601, UTC.
std::string date_now();

}  // namespace rensa::app
