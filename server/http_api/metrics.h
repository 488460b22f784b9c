#pragma once

#include <string>

#include "server/http_api/api.h"

namespace rensa::http_api {

// Prometheus' text format.
std::string metrics_text(const sessions::Front& front, const live_tournaments::Tournaments& tournaments, const Machine& machine);

}  // namespace rensa::http_api
