#pragma once

#include <span>

#include "engine/knowledge/template.h"
#include "engine/players/potential.h"

namespace rensa::players {

// Builds a form that is known to be good, and then goes on from it: the combination of the thesis (6.2). Until a
// template is matched well enough the templates choose (search/template_search.h), and from then on potential
// maximisation does for the rest of the game; likewise once no template can be built any more. What potential
// maximisation would fire at once, to bury, to answer or for want of room, is fired at any time.
class Joseki final : public Player {
 public:
  struct Forms {
    std::span<const knowledge::Template> templates;  // outlive the player
    int enough;  // the degree of match, in millionths of the whole, from which on they have done their work
    bool grows;  // they have also done it when all that they want to place next would fire
  };

  Joseki(const PlayerSetup& setup, const Forms& forms) : forms_(forms), potential_(setup) {}

  rules::Placement choose(const duel::View& view) override;

 private:
  bool is_worth_building(const rules::Field& field) const;

  Forms forms_;
  Potential potential_;
  bool has_left_ = false;  // the templates
};

// The combination of the thesis, and templates alone: these go on until a form stands whole.
Joseki joseki(const PlayerSetup& setup);
Joseki templates_alone(const PlayerSetup& setup);

}  // namespace rensa::players
