#include "engine/players/registry.h"

#include <array>

#include "engine/players/gaze.h"
#include "engine/players/greedy.h"
#include "engine/players/joseki.h"
#include "engine/players/potential.h"
#include "engine/players/random.h"

namespace rensa::players {

namespace {

template <typename Kind>
std::unique_ptr<Player> make(const PlayerSetup& setup) {
  return std::make_unique<Kind>(setup);
}

template <Joseki (*kMake)(const PlayerSetup&)>
std::unique_ptr<Player> make_joseki(const PlayerSetup& setup) {
  return std::make_unique<Joseki>(kMake(setup));
}

std::unique_ptr<Player> make_best_first(const PlayerSetup& setup) { return std::make_unique<Gaze>(best_first(setup)); }

constexpr TakenOptions kBuilds{.nodes = true, .weights = true};

constexpr std::array kKinds = {
    PlayerKind{"random", "any placement that the pair can reach", make<Random>},
    PlayerKind{"greedy", "the chain that scores most at once, else the flattest field", make<Greedy>},
    PlayerKind{"potential", "where the known pairs can fire the greatest chain, and fires it when it must",
               make<Potential>},
    PlayerKind{"gaze", "builds towards the longest chain, and fires by what both sides hold against each other",
               make<Gaze>, kBuilds, Gaze::most_nodes()},
    PlayerKind{"bestfirst", "as gaze, but searches what both sides fire by turn-considered Best-First Max-N",
               make_best_first, kBuilds, Gaze::most_nodes()},
    PlayerKind{"template", "builds a known form, the stairs, and fires it; as joseki goes on where none can be built",
               make_joseki<templates_alone>, kBuilds, search::most_nodes({})},
    PlayerKind{"joseki", "opens with a known form, the GTR, and builds on it as far as it can be seen",
               make_joseki<joseki>, kBuilds, search::most_nodes({})},
};

}  // namespace

std::span<const PlayerKind> player_kinds() { return kKinds; }

const PlayerKind* find_player(std::string_view name) {
  for (const PlayerKind& kind : kKinds) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

std::string names_of_players() {
  std::string names;
  for (const PlayerKind& kind : kKinds) {
    if (!names.empty()) names += ", ";
    names += kind.name;
  }
  return names;
}

}  // namespace rensa::players
