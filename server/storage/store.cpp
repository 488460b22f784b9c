#include "server/storage/store.h"

#include <array>
#include <chrono>
#include <ctime>
#include <limits>

namespace rensa::storage {

std::optional<std::string> why_not_appendable(const MatchLogPart& part, std::uint64_t stored) {
  const std::string match = "match " + std::to_string(part.match);
  // The numbers of a database are signed.
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (part.match == 0 || part.match > kMost)
    return "The events of " + match + " cannot be stored: it has no valid number.";
  if (part.first > stored) {
    return "Event " + std::to_string(part.first) + " of " + match + " cannot be stored: only " +
           std::to_string(stored) + " events before it are stored.";
  }
  return std::nullopt;
}

std::string match_event_conflict(std::uint64_t match, std::uint64_t event) {
  return "Event " + std::to_string(event) + " of match " + std::to_string(match) +
         " is stored already with other content.";
}

std::string utc_text(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string utc_now() { return utc_text(std::chrono::system_clock::now()); }

}  // namespace rensa::storage
