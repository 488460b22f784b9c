#pragma once

#include <optional>
#include <span>

#include "engine/players/placement_options.h"
#include "engine/players/potential.h"
#include "engine/players/race.h"
#include "engine/templates/template.h"

namespace rensa::players {

// Builds a form that is known to be good, and then builds on it: the combination of the thesis (6.2). The templates
// choose (search/template_search.h) until one of them matches well enough or none can be built any more. From then on a
// beam search chooses (BuildingSearch), which looks further than potential maximisation. Chains that potential
// maximisation would fire to bury the opponent or to answer an attack are fired at any time.
//
// In a race (race.h) it builds the soonest attack instead. A form is abandoned where it delays that attack too much. An
// attack that the opponent cannot answer comes first.
class Joseki final : public Player {
 public:
  struct Forms {
    std::span<const templates::Template> templates;  // outlive the player
    int enough;  // the degree of match, in millionths, above which the templates are done
    bool grows;  // true: the templates are also done when their next placement would fire, and they can be abandoned in
                 // a race
  };

  Joseki(const PlayerSetup& setup, const Forms& forms) : forms_(forms), building_(setup), race_(setup) {}

  rules::Placement choose(const Position& position, const SearchLimits& limits) override;
  std::vector<Candidate> candidates(const Position& position, const SearchLimits& limits) override;
  bool ponder(const Position& expected, const SearchLimits& limits) override;
  std::string remark() const override;

 private:
  enum class Intent : std::uint8_t { none, attack, form, race, build };

  // Returns the placement if it is chosen without comparing options.
  std::optional<rules::Placement> choose_without_comparing(const Position& position, limits::SearchBudget& budget);
  std::optional<rules::Placement> choose_by_form(const Position& position, limits::SearchBudget& budget);
  bool is_worth_building(const rules::Field& field) const;

  Forms forms_;
  BuildingSearch building_;
  Race race_;
  RememberedPotentials own_potentials_;
  bool templates_done_ = false;
  Intent intent_ = Intent::none;
};

// joseki() returns the combination of the thesis. templates_alone() returns a player that uses templates until a form
// is complete.
Joseki joseki(const PlayerSetup& setup);
Joseki templates_alone(const PlayerSetup& setup);

}  // namespace rensa::players
