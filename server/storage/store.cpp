#include "server/storage/store.h"

#include <array>
#include <chrono>
#include <ctime>

namespace rensa::storage {

std::string utc_text(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string utc_now() { return utc_text(std::chrono::system_clock::now()); }

}  // namespace rensa::storage
