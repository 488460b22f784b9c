#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "server/base/time.h"
#include "server/play/match.h"

namespace rensa::play {

// When which match wants to run again. Thousands of matches sleep at a time, so whoever looks for those that are due
// goes through a few bytes a match and touches nothing else of it.
class Rota {
 public:
  // Matches in real time are looked for once a frame, each group in a phase of its own; all others together.
  static constexpr std::size_t kRealGroups = base::kPhases;
  static constexpr std::size_t kOthers = kRealGroups;

  // A match's own, from add() to remove().
  struct Place {
    std::uint32_t group = 0;
    std::uint32_t at = 0;
  };

  // Not due before set() says so.
  Place add(Match& match, std::size_t group);
  void set(Place place, base::Time due) { groups_[place.group].turns[place.at].due = due; }
  void remove(Place place);
  // The real one with the fewest matches.
  std::size_t emptiest_real_group() const;

  // Calls run(match), which returns when the match is due next, for those of the group that are due. The call may not
  // add, set or remove any.
  template <typename Run>
  void run(std::size_t group, base::Time now, Run run) {
    due_.clear();
    for (Turn& turn : groups_[group].turns) {
      if (turn.due <= now) due_.push_back(&turn);
    }
    for (std::size_t i = 0; i < due_.size(); ++i) {
      if (i + 4 < due_.size()) base::prefetch(due_[i + 4]->match, sizeof(Match));
      if (i + 2 < due_.size()) due_[i + 2]->match->prefetch();
      due_[i]->due = run(*due_[i]->match);
    }
  }

 private:
  struct Turn {
    Match* match = nullptr;  // none: the place is free, and never due
    base::Time due = base::Time::max();
  };
  struct Group {
    std::vector<Turn> turns;
    std::vector<std::uint32_t> free;
  };

  std::array<Group, kRealGroups + 1> groups_;
  std::vector<Turn*> due_;
};

}  // namespace rensa::play
