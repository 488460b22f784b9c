#include "server/live_tournaments/strain.h"

#include <algorithm>
#include <fstream>
#include <string>

namespace rensa::live_tournaments {

namespace {

constexpr base::Span kLate = std::chrono::milliseconds(500);
constexpr int kRunningOfCore = 8;        // more want each core: a second of thought takes eight
constexpr std::size_t kMostBad = 1'000;  // of them half are forgotten

}  // namespace

void Strain::add(const Look& look) {
  std::string why;
  if (look.late >= kLate) {
    why = "the server stood still for " + std::to_string(look.late / std::chrono::milliseconds(1)) + " ms";
  } else if (look.running > kRunningOfCore * cores_) {
    why = std::to_string(look.running) + " processes wanted " + std::to_string(cores_) + " cores";
  }
  if (why.empty()) return;
  if (bad_.size() == kMostBad) bad_.erase(bad_.begin(), bad_.begin() + kMostBad / 2);
  bad_.push_back({look.at, std::move(why)});
}

std::optional<std::string> Strain::excuse(base::Time from, base::Time to) const {
  const auto at =
      std::find_if(bad_.begin(), bad_.end(), [&](const Bad& bad) { return bad.at >= from && bad.at <= to; });
  return at == bad_.end() ? std::nullopt : std::optional(at->why);
}

// /proc/loadavg: "0.20 0.18 0.12 1/80 11206".
int running_now() {
  std::ifstream in("/proc/loadavg");
  double average = 0;
  int running = 0;
  for (int i = 0; i < 3; ++i) in >> average;
  return in >> running ? running : 0;
}

}  // namespace rensa::live_tournaments
