#pragma once

#include <string>

#include "server/api/api.h"

namespace rensa::api {

// Prometheus' text format.
std::string metrics_text(const front::Front& front, const host::Tournaments& tournaments, const Machine& machine);

}  // namespace rensa::api
