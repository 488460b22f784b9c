#pragma once

#include <cstdint>
#include <string>

#include "server/live_tournaments/tournament_registry.h"
#include "server/sessions/session_service.h"

namespace rensa::http_api {

// The resources that the process uses.
struct ResourceUsage {
  std::uint64_t connections_open = 0;
  std::uint64_t connections_refused = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  double cpu_seconds = 0;
  std::uint64_t resident_bytes = 0;
};

// Writes all metrics in the text format of Prometheus.
std::string metrics_text(const sessions::SessionService& sessions,
                         const live_tournaments::TournamentRegistry& tournaments, const ResourceUsage& usage);

}  // namespace rensa::http_api
