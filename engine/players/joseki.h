#pragma once

#include <span>

#include "engine/knowledge/template.h"
#include "engine/players/building.h"
#include "engine/players/potential.h"

namespace rensa::players {

// Builds a form that is known to be good, and then goes on from it: the combination of the thesis (6.2). Until a
// template is matched well enough the templates choose (search/template_search.h), and from then on what can be built
// most on it does, seen further than potential maximisation looks (building.h); likewise once no template can be built
// any more. What potential maximisation would fire to bury or to answer is fired at any time.
class Joseki final : public Player {
 public:
  struct Forms {
    std::span<const knowledge::Template> templates;  // outlive the player
    int enough;  // the degree of match, in millionths of the whole, from which on they have done their work
    bool grows;  // they have also done it when all that they want to place next would fire
  };

  Joseki(const PlayerSetup& setup, const Forms& forms) : forms_(forms), potential_(setup), building_(setup) {}

  rules::Placement choose(const duel::View& view) override;

 private:
  rules::Placement build(const duel::View& view);
  bool is_worth_building(const rules::Field& field) const;

  Forms forms_;
  Potential potential_;
  Building building_;
  bool has_left_ = false;  // the templates
};

// The combination of the thesis, and templates alone: these go on until a form stands whole.
Joseki joseki(const PlayerSetup& setup);
Joseki templates_alone(const PlayerSetup& setup);

}  // namespace rensa::players
