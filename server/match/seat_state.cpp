#include "server/match/seat_state.h"

namespace rensa::match {

namespace {

// So many numbers are left out. Void updates are those since the last write of the log, which are far fewer.
constexpr std::uint64_t kVoidNumbers = std::uint64_t{1} << 32;

}  // namespace

void SentUpdates::add(std::uint64_t update, std::span<const duel::Event> events) {
  for (const duel::Event& event : events) {
    if (events_.size() < max_events_) {
      events_.push_back({update, event});
    } else if (max_events_ == 0) {
      last_forgotten_ = update;
    } else {
      last_forgotten_ = events_[oldest_index_].update;
      events_[oldest_index_] = {update, event};
      oldest_index_ = (oldest_index_ + 1) % max_events_;
    }
  }
}

void SentUpdates::forget_until(std::uint64_t update) {
  events_.clear();
  last_of_epochs_.clear();
  oldest_index_ = 0;
  last_forgotten_ = update;
}

std::uint64_t SentUpdates::begin_epoch(std::uint64_t last) {
  last_of_epochs_.push_back(last);
  return last + kVoidNumbers;
}

std::optional<std::vector<duel::Event>> SentUpdates::events_since(std::uint64_t update) const {
  for (const std::uint64_t last : last_of_epochs_) {
    if (update > last && update <= last + kVoidNumbers) update = last;
  }
  if (update < last_forgotten_) return std::nullopt;
  std::vector<duel::Event> events;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const SentEvent& sent = events_[(oldest_index_ + i) % events_.size()];
    if (sent.update > update) events.push_back(sent.event);
  }
  return events;
}

}  // namespace rensa::match
