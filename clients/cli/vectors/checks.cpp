#include "clients/cli/vectors/checks.h"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "clients/cli/vectors/vector_reader.h"
#include "engine/movement/route.h"
#include "engine/notation/text.h"
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

struct Position {
  rules::Field field;
  rules::Pair pair;
  rules::Heights heights;
};

Difference check_chain_after(const json& move, const Position& position, rules::Placement placement,
                             const rules::ChainKernel& kernel) {
  rules::Field field;
  const rules::ChainResult chain =
      kernel.place_and_simulate(position.field, position.heights, position.pair, placement, field);
  if (Difference found = difference("chains", int_at(move, "chains", 0, 100), chain.links)) return found;
  if (Difference found = difference("score", int_at(move, "score", 0, 100'000'000), chain.score)) return found;
  if (Difference found = difference("cframes", int_at(move, "cframes", 0, 100'000), chain.frames)) return found;
  if (Difference found = difference("quick", flag_at(move, "quick"), chain.quick)) return found;
  if (chain.links > 0) return difference("after", text_at(move, "after"), digits_of(field));
  if (move.contains("after")) return "after: expected none without a chain";
  return difference("dropped", text_at(move, "dropped"), digits_of(field));
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
  // The reference has keys for each placement that it plans.
  if (Difference found = difference("key", flag_at(move, "key"), flag_at(move, "key") || seems)) return found;
  if (!fits) return std::nullopt;

  rules::Field field = position.field;
  rules::drop_pair(field, position.pair, placement);
  if (Difference found = difference("dropped", text_at(move, "dropped"), digits_of(field))) return found;
  for (const rules::ChainKernel& kernel : context.kernels) {
    if (Difference found = check_chain_after(move, position, placement, kernel)) {
      return *found + " (kernel " + std::string(kernel.name) + ")";
    }
  }
  return std::nullopt;
}

constexpr int kFramesPerEntry = 2;

movement::Keys keys_of(char letter) {
  constexpr std::string_view kLetters = "<>vAB";  // by bit
  const std::size_t bit = kLetters.find(letter);
  if (bit == std::string_view::npos) throw InputError(std::string("keys: no key is written '") + letter + "'");
  return static_cast<movement::Keys>(1U << bit);
}

std::vector<movement::Keys> key_entries_of(const std::string& text) {
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

struct PlayedKeys {
  movement::FallingPair pair;  // as it locked
  int steps = 0;
  int points = 0;
};

// Plays the keys as the reference plays them: one frame without keys, then each entry for two frames, the last one
// until the pair locks.
PlayedKeys play_keys(const movement::ObstacleMap& obstacles, const std::vector<movement::Keys>& entries) {
  PlayedKeys played;
  movement::move_one_frame(played.pair, obstacles, movement::Keys::none);
  for (bool has_locked = false; !has_locked; ++played.steps) {
    const auto entry = std::min(static_cast<std::size_t>(played.steps / kFramesPerEntry), entries.size() - 1);
    const movement::MoveResult moved = movement::move_one_frame(played.pair, obstacles, entries[entry]);
    played.points += moved.points;
    has_locked = moved.locked;
  }
  return played;
}

// Plays the keys up to the last entry, and never lets the pair lock.
rules::Placement placement_without_lock(const movement::ObstacleMap& obstacles,
                                        const std::vector<movement::Keys>& entries) {
  movement::FallingPair pair;
  movement::move_one_frame(pair, obstacles, movement::Keys::none);
  for (std::size_t step = 0; step < kFramesPerEntry * (entries.size() - 1); ++step) {
    if (!movement::move_one_frame(pair, obstacles, entries[step / kFramesPerEntry]).locked) continue;
    pair.touching = false;
    pair.touches = 0;
    pair.fall_counter = movement::FallingPair{}.fall_counter;
  }
  return {pair.x, pair.r};
}

// Returns true if the keys are meant for the placement: they lead there if nothing is in their way, or if the pair does
// not lock early.
bool are_meant_for(rules::Placement placement, const movement::ObstacleMap& obstacles,
                   const std::vector<movement::Keys>& entries) {
  const movement::FallingPair on_empty_field = play_keys(movement::ObstacleMap(rules::Field()), entries).pair;
  return rules::Placement{on_empty_field.x, on_empty_field.r} == placement ||
         placement_without_lock(obstacles, entries) == placement;
}

// The reference also lists the keys for a pair that appears while a key is held already. That key has to be in the
// first entry, and without such a key the list is the usual one.
Difference check_keys_of_held_key(const json& line) {
  const std::string& held = text_at(line, "precede");
  const std::string& keys = text_at(line, "precede_keys");
  const std::vector<movement::Keys> entries = key_entries_of(keys);
  if (held.empty()) return difference("precede_keys", text_at(line, "keys"), keys);
  if (held.size() > 1) throw InputError("precede: is more than one key");
  if (movement::holds(entries.front(), keys_of(held.front()))) return std::nullopt;
  return "precede: expected a key of the first entry of precede_keys, got " + held;
}

}  // namespace

Difference check_chain(const nlohmann::json& line, CheckContext& context) {
  if (line.contains("kind")) static_cast<void>(text_at(line, "kind"));  // says where the field comes from
  const rules::Field start = field_at(line, "field");
  const rules::ChainResult expected{.links = int_at(line, "chains", 0, 100),
                                    .score = int_at(line, "score", 0, 100'000'000),
                                    .frames = int_at(line, "frames", 0, 100'000),
                                    .quick = flag_at(line, "quick")};
  const std::string after = digits_of(field_at(line, "after"));

  for (const rules::ChainKernel& kernel : context.kernels) {
    rules::Field field;
    const rules::ChainResult got = kernel.simulate(start, field);
    Difference found = difference("chains", expected.links, got.links);
    if (!found) found = difference("score", expected.score, got.score);
    if (!found) found = difference("frames", expected.frames, got.frames);
    if (!found) found = difference("quick", expected.quick, got.quick);
    if (!found) found = difference("after", after, digits_of(field));
    if (found) return *found + " (kernel " + std::string(kernel.name) + ")";
  }
  return std::nullopt;
}

Difference check_reach(const json& line, CheckContext& context) {
  const rules::Field field = field_at(line, "field");
  const Position position{field, pair_at(line, "pair"), field.heights()};
  const auto moves = line.find("moves");
  if (moves == line.end() || !moves->is_array()) throw InputError("moves: is no list");

  const movement::ObstacleMap obstacles(field);
  const bool can_enter = !obstacles.is_blocked(rules::kSpawnColumn, rules::kSpawnRow);
  const std::uint32_t reachable = can_enter ? movement::reachable_placements(obstacles, {}) : 0;

  // Beside a column of twelve rows, the server of the reference refuses some placements to which keys lead.
  const bool is_crowded = *std::max_element(position.heights.begin(), position.heights.end()) >= rules::kVisibleRows;

  Difference first;
  std::uint32_t listed = 0;
  for (const json& move : *moves) {
    if (!move.is_object()) throw InputError("moves: has an element that is no move");
    const rules::Placement placement = placement_at(move);
    const std::uint32_t bit = 1U << rules::index_of(placement);
    if ((listed & bit) != 0) throw InputError("moves: " + name_of(placement) + " is there twice");
    listed |= bit;
    ++context.placements;
    const bool is_reachable = (reachable & bit) != 0;
    if (flag_at(move, "serv") && !is_reachable) {
      ++context.missed;
      context.remarks.push_back("line " + std::to_string(context.line) + ": no route to " + name_of(placement));
    }
    if (!first && is_reachable && !flag_at(move, "serv") && !is_crowded) {
      first = name_of(placement) + " serv: expected 0, got 1";
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

// Our own route to the placement must not take longer than the keys of the reference.
Difference check_keys(const nlohmann::json& line, CheckContext& context) {
  const rules::Field field = field_at(line, "field");
  const movement::ObstacleMap obstacles(field);
  if (obstacles.is_blocked(rules::kSpawnColumn, rules::kSpawnRow)) throw InputError("field: no pair can enter it");
  const rules::Placement placement = placement_at(line);
  const std::vector<movement::Keys> entries = key_entries_of(text_at(line, "keys"));
  const bool seems = rules::seems_reachable(field.heights(), placement);
  if (Difference found = difference("plan", flag_at(line, "plan"), seems)) return found;
  if (Difference found = check_keys_of_held_key(line)) return found;

  const auto [pair, steps, points] = play_keys(obstacles, entries);
  const int lock_frames = int_at(line, "lock_frames", 1, 10'000);
  if (Difference found = difference("lock_frames", lock_frames, steps)) return found;
  if (Difference found = difference("lock_x", int_at(line, "lock_x", 1, 6), pair.x)) return found;
  if (Difference found = difference("lock_y", int_at(line, "lock_y", 1, 14), pair.y)) return found;
  if (Difference found = difference("lock_r", int_at(line, "lock_r", 0, 3), static_cast<int>(pair.r))) return found;
  if (Difference found = difference("score", int_at(line, "score", 0, 10'000), points)) return found;

  ++context.placements;
  const rules::Placement locked{pair.x, pair.r};
  if (locked != placement) {
    if (!are_meant_for(placement, obstacles, entries)) {
      return difference("x, r", name_of(placement), name_of(locked) + ", to which the keys lead");
    }
    ++context.missed;
    context.remarks.push_back("line " + std::to_string(context.line) + ": the keys lead to another placement");
    return std::nullopt;
  }
  movement::FallingPair from_spawn;
  movement::move_one_frame(from_spawn, obstacles, movement::Keys::none);
  const std::optional<movement::Route> route = movement::shortest_route(obstacles, from_spawn, placement);
  if (!route) return "route: expected one, got none";
  if (route->frames() <= lock_frames) return std::nullopt;
  return "route: expected at most " + std::to_string(lock_frames) + " frames, got " + std::to_string(route->frames());
}

// Checks a sequence of pairs: a game has to accept it as its queue, and the queue has to have the same digits.
Difference check_seq(const nlohmann::json& line, CheckContext&) {
  constexpr std::size_t kDigits = 2 * rules::PairQueue::kLength;
  const std::string& digits = text_at(line, "seq");
  if (digits.size() != kDigits) throw InputError("seq: has " + std::to_string(digits.size()) + " cells and not 256");
  static_cast<void>(int_at(line, "seed", 0, std::numeric_limits<int>::max()));  // of the reference's own generator
  const rules::Parsed<rules::PairQueue> queue = notation::parse_queue_digits(digits);
  if (!queue.ok()) return "seq: " + queue.error().message;
  return difference("seq", digits, *notation::digits_of(*queue));
}

}  // namespace rensa::cli
