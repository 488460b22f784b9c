#include "server/net/network_queues.h"

#include <utility>

namespace rensa::net {

bool NetworkQueues::run(const std::string& network, Work work) {
  const auto [found, is_first] = waiting_.try_emplace(network);
  if (found->second.size() == kMaxWaiting) return false;
  found->second.push_back(std::move(work));
  if (is_first) next_.push_back(network);
  begin_next();
  return true;
}

void NetworkQueues::begin_next() {
  while (running_ < kMaxRunning && !next_.empty()) {
    const std::string network = std::move(next_.front());
    next_.pop_front();
    std::deque<Work>& waiting = waiting_.at(network);
    const Work work = std::move(waiting.front());
    waiting.pop_front();
    ++running_;
    work([this, network] {
      --running_;
      const auto found = waiting_.find(network);
      if (found->second.empty()) {
        waiting_.erase(found);
      } else {
        next_.push_back(network);
      }
      begin_next();
    });
  }
}

}  // namespace rensa::net
