#pragma once

#include <optional>

#include "engine/players/player.h"
#include "engine/search/potential.h"

namespace rensa::players {

// What the decision depends on beside the prospects.
struct PotentialSituation {
  int room = 0;     // empty cells of rows 1..12
  int waiting = 0;  // garbage that is going to fall, or may
  int to_bury = 0;  // garbage that the opponent cannot bear
  int worth = 1;    // of a garbage, in what attacks are counted in
};

// Potential maximisation (thesis 4.2): does not fire, so that what can be fired grows, but for four cases:
//   (a) the field is nearly full: then it goes where the known pairs can fire most, and fires once that is now;
//   (b) the attack is enough to bury the opponent;
//   (c) garbage waits, and the attack cancels it, or there is no room for it;
//   (d) a small chain clears what is in the way: much more can be hoped for after it than without it.
// Until the field is nearly full it goes where most can be hoped for (Prospect::hope), because three known pairs can
// rarely fire a long chain. Of equals the first placement is taken.
class Potential final : public Player {
 public:
  explicit Potential(const PlayerSetup& setup) : ruleset_(setup.ruleset) {}

  rules::Placement choose(const duel::View& view) override { return decide(view).placement; }
  std::vector<Candidate> candidates(const duel::View& view) override;

  struct Decision {
    rules::Placement placement;
    bool is_urgent = false;  // the chain is for the opponent: cases (b) and (c)
    // A way to bury the opponent with the known pairs, the soonest.
    std::optional<rules::Placement> buries_soon{};
  };
  Decision decide(const duel::View& view) const;

 private:
  PotentialSituation situation_of(const duel::View& view) const;
  // Of `placements`, bits by kPlacements.
  search::Prospects prospects_of(const duel::View& view, std::uint32_t placements) const;

  rules::Ruleset ruleset_;
};

// Whether a placement's chain has to be fired whatever could be built instead: cases (b) and (c).
bool is_urgent(const search::Prospect& prospect, const PotentialSituation& situation);

// The placement after which the known pairs bury the opponent soonest, with the most of these; none: they do not.
std::optional<std::size_t> soonest_burial(const search::Prospects& prospects, std::uint32_t placements,
                                          const PotentialSituation& situation);

// The decision by itself, among the prospects with a bit in `placements`. Precondition: there is one.
std::size_t choose_by_potential(const search::Prospects& prospects, std::uint32_t placements,
                                const PotentialSituation& situation);

}  // namespace rensa::players
