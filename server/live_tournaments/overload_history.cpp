#include "server/live_tournaments/overload_history.h"

#include <algorithm>

namespace rensa::live_tournaments {

namespace {

constexpr base::Span kMaxDelay = std::chrono::milliseconds(500);
constexpr int kMaxRunnablePerCore = 8;        // with more, a second of thinking takes eight seconds
constexpr std::size_t kMaxOverloads = 1'000;  // then the older half is forgotten

}  // namespace

void OverloadHistory::add(const HostLoadSample& sample) {
  std::string why;
  if (sample.delay >= kMaxDelay) {
    why = "the server stood still for " + std::to_string(sample.delay / std::chrono::milliseconds(1)) + " ms";
  } else if (sample.runnable > kMaxRunnablePerCore * cores_) {
    why = std::to_string(sample.runnable) + " processes wanted " + std::to_string(cores_) + " cores";
  }
  if (why.empty()) return;
  if (overloads_.size() == kMaxOverloads) overloads_.erase(overloads_.begin(), overloads_.begin() + kMaxOverloads / 2);
  overloads_.push_back({sample.at, std::move(why)});
}

std::optional<std::string> OverloadHistory::find_overload(base::Time from, base::Time to) const {
  const auto at = std::find_if(overloads_.begin(), overloads_.end(), [&](const OverloadPeriod& overload) {
    return overload.at >= from && overload.at <= to;
  });
  return at == overloads_.end() ? std::nullopt : std::optional(at->why);
}

}  // namespace rensa::live_tournaments
