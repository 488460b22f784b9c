#pragma once

#include <optional>
#include <span>

#include "engine/templates/template.h"
#include "engine/players/building.h"
#include "engine/players/potential.h"
#include "engine/players/race.h"

namespace rensa::players {

// Builds a form that is known to be good, and then goes on from it: the combination of the thesis (6.2). Until a
// template is matched well enough the templates choose (search/template_search.h), and from then on what can be built
// most on it does, seen further than potential maximisation looks (building.h); likewise once no template can be built
// any more. What potential maximisation would fire to bury or to answer is fired at any time.
//
// Where a race is on (race.h) what is built is the soonest attack instead, a form gives way where it would cost too
// much of that, and what the opponent cannot answer is fired before all else.
class Joseki final : public Player {
 public:
  struct Forms {
    std::span<const templates::Template> templates;  // outlive the player
    int enough;  // the degree of match, in millionths of the whole, from which on they have done their work
    bool grows;  // they have also done it when all that they want to place next would fire,
                 // and give way in a race
  };

  Joseki(const PlayerSetup& setup, const Forms& forms)
      : forms_(forms), potential_(setup), building_(setup), race_(setup) {}

  rules::Placement choose(const duel::View& view) override;
  std::vector<Candidate> candidates(const duel::View& view) override;
  std::string remark() const override;

 private:
  enum class Intent : std::uint8_t { none, strike, form, race, build };

  // What it does when there is nothing to compare; none: there is.
  std::optional<rules::Placement> settled(const duel::View& view);
  std::optional<rules::Placement> next_of_form(const duel::View& view);
  rules::Placement build(const duel::View& view);
  bool is_worth_building(const rules::Field& field) const;

  Forms forms_;
  Potential potential_;
  Building building_;
  Race race_;
  bool has_left_ = false;  // the templates
  Intent intent_ = Intent::none;
};

// The combination of the thesis, and templates alone: these go on until a form stands whole.
Joseki joseki(const PlayerSetup& setup);
Joseki templates_alone(const PlayerSetup& setup);

}  // namespace rensa::players
