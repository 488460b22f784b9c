#include "server/play/past.h"

namespace rensa::play {

void Past::add(std::uint64_t update, std::span<const duel::Event> events) {
  for (const duel::Event& event : events) {
    if (told_.size() < most_events_) {
      told_.push_back({update, event});
    } else if (most_events_ == 0) {
      forgotten_ = update;
    } else {
      forgotten_ = told_[oldest_].update;
      told_[oldest_] = {update, event};
      oldest_ = (oldest_ + 1) % most_events_;
    }
  }
}

void Past::forget(std::uint64_t update) {
  told_.clear();
  oldest_ = 0;
  forgotten_ = update;
}

std::optional<std::vector<duel::Event>> Past::since(std::uint64_t update) const {
  if (update < forgotten_) return std::nullopt;
  std::vector<duel::Event> events;
  for (std::size_t i = 0; i < told_.size(); ++i) {
    const Told& told = told_[(oldest_ + i) % told_.size()];
    if (told.update > update) events.push_back(told.event);
  }
  return events;
}

}  // namespace rensa::play
