#pragma once

#include <string>

namespace rensa::wiring {

// ISO 8601, UTC.
std::string date_now();

}  // namespace rensa::wiring
