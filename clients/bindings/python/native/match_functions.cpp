#include <cstdint>
#include <stdexcept>
#include <string>

#include "clients/bindings/python/native/classes.h"
#include "engine/players/player.h"
#include "engine/players/registry.h"

// The players and the seeds of matches, as `rensa match` has them.

namespace rensa::python {

namespace {

py::tuple player_spec(const std::string& text) {
  const rules::Parsed<players::PlayerSpec> spec = players::parse_player_spec(text);
  if (!spec) throw std::invalid_argument(spec.error().message);
  return py::make_tuple(std::string(spec->kind->name), spec->nodes, spec->weights_file);
}

py::tuple match_seeds(std::uint64_t match_seed, std::uint32_t index) {
  const std::uint64_t game = players::game_seed(match_seed, index);
  return py::make_tuple(game, players::player_seed(game, 0), players::player_seed(game, 1));
}

}  // namespace

void add_match_functions(py::module_& module) {
  module.def("player_spec", &player_spec, py::arg("text"),
             "Reads a player such as \"gaze:nodes=2000\": its name, its nodes (0: not given) and its file of weights.");
  module.def("match_seeds", &match_seeds, py::arg("match_seed"), py::arg("index"),
             "The seeds of a game of a match, of its first player and of its second one.");
}

}  // namespace rensa::python
