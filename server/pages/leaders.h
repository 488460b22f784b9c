#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace rensa::pages {

// Who leads in which tournament, after so many events: what it took to find out is spent once. On any thread.
class Leaders {
 public:
  // nullopt: not known, for that many events. Empty: nobody.
  std::optional<std::string> find(const std::string& tournament, std::uint64_t events) const {
    const std::lock_guard lock(mutex_);
    const auto known = known_.find(tournament);
    if (known == known_.end() || known->second.events != events) return std::nullopt;
    return known->second.leader;
  }
  void keep(const std::string& tournament, std::uint64_t events, const std::string& leader) {
    const std::lock_guard lock(mutex_);
    known_[tournament] = {.events = events, .leader = leader};
  }

 private:
  struct Known {
    std::uint64_t events = 0;
    std::string leader;
  };

  mutable std::mutex mutex_;
  std::map<std::string, Known> known_;
};

}  // namespace rensa::pages
