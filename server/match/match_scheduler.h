#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "server/base/types.h"
#include "server/match/match.h"

namespace rensa::match {

// Stores the time at which each match must run again. Thousands of matches sleep at a time, so the search for the due
// ones reads only a few bytes for each match.
class MatchScheduler {
 public:
  // Real-time matches are spread over groups; each group runs once a frame, in its own phase. All others share one
  // group.
  static constexpr std::size_t kRealTimeGroups = base::kPhases;
  static constexpr std::size_t kOtherClocksGroup = kRealTimeGroups;

  // The place of a match in the scheduler, from add() to remove().
  struct Slot {
    std::uint32_t group = 0;
    std::uint32_t index = 0;
  };

  // The match is not due until set_due() is called.
  Slot add(Match& match, std::size_t group);
  void set_due(Slot slot, base::Time due) { groups_[slot.group].entries[slot.index].due = due; }
  void remove(Slot slot);
  // Returns the real-time group with the fewest matches.
  std::size_t smallest_real_time_group() const;

  // Calls run(match) for each due match of the group; run() returns the next due time. It must not add, set or remove
  // matches.
  template <typename Run>
  void run_due(std::size_t group, base::Time now, Run run) {
    due_.clear();
    for (Entry& entry : groups_[group].entries) {
      if (entry.due <= now) due_.push_back(&entry);
    }
    for (std::size_t i = 0; i < due_.size(); ++i) {
      if (i + 4 < due_.size()) due_[i + 4]->match->prefetch_match();
      if (i + 2 < due_.size()) due_[i + 2]->match->prefetch_game();
      due_[i]->due = run(*due_[i]->match);
    }
  }

 private:
  struct Entry {
    Match* match = nullptr;  // null: the slot is free, and never due
    base::Time due = base::Time::max();
  };
  struct Group {
    std::vector<Entry> entries;
    std::vector<std::uint32_t> free_indices;
  };

  std::array<Group, kRealTimeGroups + 1> groups_;
  std::vector<Entry*> due_;
};

inline MatchScheduler::Slot MatchScheduler::add(Match& match, std::size_t group) {
  auto& [entries, free_indices] = groups_[group];
  if (free_indices.empty()) {
    free_indices.push_back(static_cast<std::uint32_t>(entries.size()));
    entries.emplace_back();
  }
  const Slot slot{static_cast<std::uint32_t>(group), free_indices.back()};
  free_indices.pop_back();
  entries[slot.index].match = &match;
  return slot;
}

inline void MatchScheduler::remove(Slot slot) {
  groups_[slot.group].entries[slot.index] = {};
  groups_[slot.group].free_indices.push_back(slot.index);
}

inline std::size_t MatchScheduler::smallest_real_time_group() const {
  const auto matches = [](const Group& group) { return group.entries.size() - group.free_indices.size(); };
  const auto fewer = [&](const Group& a, const Group& b) { return matches(a) < matches(b); };
  const auto first = groups_.begin();
  return static_cast<std::size_t>(std::min_element(first, first + kRealTimeGroups, fewer) - first);
}

}  // namespace rensa::match
