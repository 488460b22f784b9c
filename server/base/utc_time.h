#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace rensa::base {

// Points in time as texts like 2026-01-31T23:59:59Z, in UTC.
std::string utc_text(std::chrono::sys_seconds time);
std::string utc_text(std::chrono::system_clock::time_point time);
std::string utc_now();
// Returns nullopt for every other text, also for days and hours that do not exist, and for years before 1970.
std::optional<std::chrono::sys_seconds> parse_utc(std::string_view text);

}  // namespace rensa::base
