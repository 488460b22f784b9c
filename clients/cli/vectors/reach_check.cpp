#include <nlohmann/json.hpp>

#include "clients/cli/vectors/checks.h"
#include "clients/cli/vectors/fields.h"
#include "clients/cli/vectors/line_source.h"
#include "engine/movement/route.h"
#include "engine/rules/drop.h"

namespace rensa::cli {

namespace {

using nlohmann::json;

std::string name_of(rules::Placement placement) {
  std::string name = "x";
  name += std::to_string(placement.x);
  name += " r";
  return name += std::to_string(static_cast<int>(placement.r));
}

std::size_t index_of(rules::Placement placement) {
  std::size_t index = 0;
  while (rules::kPlacements[index] != placement) ++index;
  return index;
}

struct Position {
  rules::Field field;
  rules::Pair pair;
  rules::Heights heights;
};

Difference check_chain_after(const json& move, const Position& position, rules::Placement placement,
                             const rules::ChainKernel& path) {
  rules::Field field;
  const rules::ChainResult chain =
      path.place_and_simulate(position.field, position.heights, position.pair, placement, field);
  if (Difference found = difference("chains", int_at(move, "chains", 0, 100), chain.links)) return found;
  if (Difference found = difference("score", int_at(move, "score", 0, 100'000'000), chain.score)) return found;
  if (Difference found = difference("cframes", int_at(move, "cframes", 0, 100'000), chain.frames)) return found;
  if (Difference found = difference("quick", flag_at(move, "quick"), chain.quick)) return found;
  const char* rest = chain.links > 0 ? "after" : "dropped";
  return difference(rest, text_at(move, rest), digits_of(field));
}

Difference check_move(const json& move, const Position& position, rules::Placement placement,
                      const CheckContext& context) {
  const bool seems = rules::seems_reachable(position.heights, placement);
  if (Difference found = difference("plan", flag_at(move, "plan"), seems)) return found;
  const int frames = rules::estimated_drop_frames(position.heights, placement);
  if (Difference found = difference("frames", int_at(move, "frames", 0, 10'000), frames)) return found;

  const bool fits = rules::landing(position.heights, placement).fits();
  if (Difference found = difference("ok", flag_at(move, "ok"), fits)) return found;
  const bool tears = rules::is_pair_split(position.heights, placement);
  if (Difference found = difference("tear", flag_at(move, "tear"), tears)) return found;
  if (!fits) return std::nullopt;

  rules::Field field = position.field;
  rules::drop_pair(field, position.pair, placement);
  if (Difference found = difference("dropped", text_at(move, "dropped"), digits_of(field))) return found;
  for (const rules::ChainKernel& path : context.chains) {
    if (Difference found = check_chain_after(move, position, placement, path)) {
      return *found + " (path " + std::string(path.name) + ")";
    }
  }
  return std::nullopt;
}

}  // namespace

Difference check_reach(const json& line, CheckContext& context) {
  const rules::Field field = field_at(line, "field");
  const Position position{field, pair_at(line, "pair"), field.heights()};
  const auto moves = line.find("moves");
  if (moves == line.end() || !moves->is_array()) throw InputError("moves: is no list");

  const movement::ObstacleMap obstacles(field);
  const bool can_enter = !obstacles.is_blocked(rules::kSpawnColumn, rules::kSpawnRow);
  const std::uint32_t reachable = can_enter ? movement::reachable_placements(obstacles, {}) : 0;

  Difference first;
  std::uint32_t listed = 0;
  for (const json& move : *moves) {
    if (!move.is_object()) throw InputError("moves: holds something else than moves");
    const rules::Placement placement = placement_at(move);
    const std::uint32_t bit = 1U << index_of(placement);
    if ((listed & bit) != 0) throw InputError("moves: " + name_of(placement) + " is there twice");
    listed |= bit;
    ++context.placements;
    if (flag_at(move, "serv") && (reachable & bit) == 0) {
      ++context.missed;
      context.remarks.push_back("line " + std::to_string(context.line) + ": no way to " + name_of(placement));
    }
    if (first) continue;
    if (Difference found = check_move(move, position, placement, context)) first = name_of(placement) + " " + *found;
  }
  for (std::size_t index = 0; index < rules::kPlacements.size() && !first; ++index) {
    if ((listed >> index & 1U) != 0 || !rules::seems_reachable(position.heights, rules::kPlacements[index])) continue;
    first = name_of(rules::kPlacements[index]) + " plan: expected 0, got 1";
  }
  return first;
}

}  // namespace rensa::cli
