#include "engine/players/building.h"

namespace rensa::players {

Building::Building(const PlayerSetup& setup)
    : seed_(setup.seed),
      beam_(search::with_nodes({}, setup.options.nodes),
            setup.options.weights.value_or(search::default_stacking_plan()),
            {.formula = setup.ruleset.attack, .choke = setup.ruleset.choke, .colours = setup.ruleset.colours}) {}

GazeOptions Building::options(const duel::View& view, std::uint32_t placements) {
  const auto hand = static_cast<std::uint64_t>(view.own.hand);
  const search::Growths growths = beam_.look(view.own.field, duel::known_pairs(view.own), placements, seed_ + hand);
  GazeOptions options;
  for (std::size_t i = 0; i < options.size(); ++i) {
    options[i].lives = growths[i].lives;
    options[i].now = growths[i].now;
    options[i].promise = growths[i].promise;
  }
  return options;
}

}  // namespace rensa::players
