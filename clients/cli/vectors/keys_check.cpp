#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "clients/cli/vectors/checks.h"
#include "clients/cli/vectors/fields.h"
#include "clients/cli/vectors/line_source.h"
#include "engine/movement/route.h"

namespace rensa::cli {

namespace {

constexpr int kFramesPerEntry = 2;

movement::Keys keys_of(char letter) {
  switch (letter) {
    case '<':
      return movement::Keys::left;
    case '>':
      return movement::Keys::right;
    case 'v':
      return movement::Keys::down;
    case 'A':
      return movement::Keys::turn_a;
    case 'B':
      return movement::Keys::turn_b;
    default:
      throw InputError(std::string("keys: no key is written '") + letter + "'");
  }
}

std::vector<movement::Keys> entries_of(const std::string& text) {
  std::vector<movement::Keys> entries(1, movement::Keys::none);
  for (const char letter : text) {
    if (letter == ',') {
      entries.push_back(movement::Keys::none);
    } else {
      entries.back() = entries.back() | keys_of(letter);
    }
  }
  return entries;
}

}  // namespace

// The keys are played as the reference plays them: a frame without, then each entry for two frames, the last one until
// the pair locks. Our own route to the same place must not take longer.
Difference check_keys(const nlohmann::json& line, CheckContext& context) {
  const rules::Field field = field_at(line, "field");
  const movement::ObstacleMap obstacles(field);
  if (obstacles.is_blocked(rules::kSpawnColumn, rules::kSpawnRow)) throw InputError("field: no pair can enter it");
  const rules::Placement placement = placement_at(line);
  const std::vector<movement::Keys> entries = entries_of(text_at(line, "keys"));

  movement::FallingPair pair;
  movement::move_one_frame(pair, obstacles, movement::Keys::none);
  const std::optional<movement::Route> route = movement::shortest_route(obstacles, pair, placement);

  std::size_t steps = 0;
  int score = 0;
  for (bool locked = false; !locked;) {
    const std::size_t entry = std::min(steps++ / kFramesPerEntry, entries.size() - 1);
    const movement::MoveResult moved = movement::move_one_frame(pair, obstacles, entries[entry]);
    score += moved.points;
    locked = moved.locked;
  }

  const int lock_frames = int_at(line, "lock_frames", 1, 10'000);
  if (Difference found = difference("lock_frames", lock_frames, static_cast<long>(steps))) return found;
  if (Difference found = difference("lock_x", int_at(line, "lock_x", 1, 6), pair.x)) return found;
  if (Difference found = difference("lock_y", int_at(line, "lock_y", 1, 14), pair.y)) return found;
  if (Difference found = difference("lock_r", int_at(line, "lock_r", 0, 3), static_cast<int>(pair.r))) return found;
  if (Difference found = difference("score", int_at(line, "score", 0, 10'000), score)) return found;

  ++context.placements;
  if (rules::Placement{pair.x, pair.r} != placement) {
    ++context.missed;
    context.remarks.push_back("line " + std::to_string(context.line) + ": the keys lead elsewhere than asked");
    return std::nullopt;
  }
  if (!route) return "route: expected one, got none";
  if (route->frames() <= lock_frames) return std::nullopt;
  return "route: expected at most " + std::to_string(lock_frames) + " frames, got " + std::to_string(route->frames());
}

}  // namespace rensa::cli
