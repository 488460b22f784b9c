
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "clients/cli/vectors/checks.h"
#include "clients/cli/vectors/vector_reader.h"
#include "engine/duel/frame_side.h"
#include "engine/notation/text.h"

namespace rensa::cli {

namespace {

constexpr std::string_view kLetters = "WGPDAOE";
constexpr int kRevealStep = 16;
constexpr int kStepsWithoutEnd = 5000;

// The events of our side after the lock, in the notation of the vectors.
struct PlayedTurn {
  std::vector<std::pair<int, std::string>> events;
  std::vector<std::pair<int, int>> sent;
  int points_of_links = 0;
  int cancelled = 0;
  int garbage_left = 0;
  bool dead = false;
  int end_step = 0;
  std::string after;
};

struct StepDifference {
  int step = 0;
  std::string text;
};

std::string letters_of(const duel::Events& events) {
  using enum duel::EventKind;
  constexpr std::array kEventLetters = {std::pair(controllable, 'D'), std::pair(next_next_revealed, 'W'),
                                        std::pair(locked, 'G'), std::pair(link_started, 'E'),
                                        std::pair(garbage_fell, 'O')};
  std::string letters(kLetters.size(), '-');
  for (const duel::Event& event : events) {
    for (const auto& [kind, letter] : kEventLetters) {
      if (event.kind == kind) letters[kLetters.find(letter)] = letter;
    }
  }
  return letters;
}

// Plays one side alone from the step in which its pair locked to the end of the turn. Its attacks cancel its own
// waiting garbage, as in a duel.
PlayedTurn play(const duel::FrameSide::LockedPair& lock, int step, std::uint64_t seed) {
  static const rules::Ruleset ruleset;
  static const duel::PairQueues queues({.ruleset = {}, .seed = 0, .queue = rules::PairQueue()});
  duel::FrameSide side(lock, seed);
  PlayedTurn played;
  bool ended = false;
  while (!ended && step < kStepsWithoutEnd) {
    ++step;
    duel::Events events;
    const duel::FrameSide::StepReport report =
        side.step({}, {.ruleset = ruleset, .queues = queues, .frame = step, .seat = duel::Seat::one}, events);
    const int sent = duel::cancel_garbage(side.waiting(), report.attack);
    played.cancelled += report.attack - sent;
    if (sent > 0) played.sent.emplace_back(step, sent);
    const std::string letters = letters_of(events);
    if (letters != "-------") played.events.emplace_back(step, letters);
    for (const duel::Event& event : events) {
      played.points_of_links += event.points;
      ended = ended || event.kind == duel::EventKind::controllable || event.kind == duel::EventKind::died;
    }
  }
  played.garbage_left = side.waiting().total();
  played.dead = side.is_dead();
  played.end_step = step;
  played.after = *notation::digits_of(side.field(), rules::kTrapRow);
  return played;
}

template <class Value>
std::string item_text(const std::vector<std::pair<int, Value>>& items, std::size_t index) {
  if (index >= items.size()) return "nothing more";
  std::string text;
  if constexpr (std::is_same_v<Value, std::string>) {
    text = items[index].second;
  } else {
    text = std::to_string(items[index].second);
  }
  return text + " in step " + std::to_string(items[index].first);
}

template <class Value>
std::optional<StepDifference> first_difference(const std::string& what,
                                               const std::vector<std::pair<int, Value>>& expected,
                                               const std::vector<std::pair<int, Value>>& played) {
  for (std::size_t i = 0; i < std::max(expected.size(), played.size()); ++i) {
    if (i < expected.size() && i < played.size() && expected[i] == played[i]) continue;
    const int step = i < played.size() ? played[i].first : expected[i].first;
    return StepDifference{step, what + ": expected " + item_text(expected, i) + ", got " + item_text(played, i)};
  }
  return std::nullopt;
}

std::optional<StepDifference> compare_number(const std::string& what, int expected, int played, int step) {
  if (expected == played) return std::nullopt;
  return StepDifference{step, what + ": expected " + std::to_string(expected) + ", got " + std::to_string(played)};
}

std::optional<StepDifference> compare_turns(const TurnVector& expected, const PlayedTurn& played, int lock_step) {
  std::vector<std::pair<int, std::string>> later;
  for (const auto& event : expected.events) {
    if (event.first > lock_step) later.push_back(event);
  }
  if (auto found = first_difference("events", later, played.events)) return found;
  if (auto found = first_difference("sent", expected.sent, played.sent)) return found;
  const int end = played.end_step;
  if (auto found = compare_number("end_frame", expected.end_step, end, end)) return found;
  if (auto found = compare_number("dead", expected.dead ? 1 : 0, played.dead ? 1 : 0, end)) return found;
  if (auto found = compare_number("own_ojama_left", expected.garbage_left, played.garbage_left, end)) return found;
  if (expected.after == played.after) return std::nullopt;
  return StepDifference{end + 1, "after14: expected " + expected.after + ", got " + played.after};
}

// The columns that get one more garbage puyo are drawn at random. Returns a seed for each choice of these columns.
std::vector<std::uint64_t> seeds_of_all_choices(int count) {
  const auto rest = static_cast<unsigned>(count % rules::kColumns);
  constexpr std::array<std::size_t, 6> kChoices = {1, 6, 15, 20, 15, 6};
  std::set<duel::GarbageColumns> seen;
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seen.size() < kChoices[rest]; ++seed) {
    rules::Rng rng = duel::make_garbage_rng(seed);
    if (seen.insert(duel::spread_garbage(static_cast<int>(rest), rng)).second) seeds.push_back(seed);
  }
  return seeds;
}

// Returns true if a soft drop can have given these points: one for each row from the spawn down, and one for the press
// that locks. Turns may have lifted the pair, and it may have fallen a row or two by itself while it moved sideways.
bool is_soft_drop(int points, int lock_y) {
  constexpr int kTolerance = 3;
  return points >= 0 && std::abs(points - (rules::kSpawnRow - lock_y)) <= kTolerance;
}

// Compares the events before the lock, which depend only on the clock.
std::optional<std::string> difference_until_lock(const TurnVector& expected, int lock_step) {
  std::vector<std::pair<int, std::string>> until = {{0, "---D---"}};
  if (lock_step > kRevealStep) until.emplace_back(kRevealStep, "W------");
  until.emplace_back(lock_step, lock_step == kRevealStep ? "WG-----" : "-G-----");
  std::vector<std::pair<int, std::string>> given;
  for (const auto& event : expected.events) {
    if (event.first <= lock_step) given.push_back(event);
  }
  const auto found = first_difference("events", given, until);
  return found ? std::optional(found->text) : std::nullopt;
}

std::optional<int> step_of_lock(const TurnVector& expected) {
  for (const auto& [step, letters] : expected.events) {
    if (letters.find('G') != std::string::npos) return step;
  }
  return std::nullopt;
}

using nlohmann::json;

constexpr int kMostSteps = 100'000;
constexpr int kMostGarbage = 1'000'000;

// Returns a list of pairs [step, value].
const json& pairs_at(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array()) throw InputError(std::string(name) + ": is no list");
  for (const json& pair : *found) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_integer()) {
      throw InputError(std::string(name) + ": has an element that is not a step with its value");
    }
  }
  return *found;
}

int step_number_of(const json& pair) {
  const std::int64_t step = pair[0].get<std::int64_t>();
  if (step < 0 || step > kMostSteps) throw InputError("a step is out of range");
  return static_cast<int>(step);
}

TurnVector turn_vector_of(const json& line) {
  TurnVector vector;
  static_cast<void>(field_at(line, "field"));
  static_cast<void>(pair_at(line, "pair"));
  vector.field = text_at(line, "field");
  vector.pair = text_at(line, "pair");
  vector.fixed_garbage = int_at(line, "fixed_ojama", 0, kMostGarbage);
  for (const json& pair : pairs_at(line, "events")) {
    if (!pair[1].is_string()) throw InputError("events: the letters of a step are no text");
    vector.events.emplace_back(step_number_of(pair), pair[1].get<std::string>());
  }
  vector.lock_x = int_at(line, "lock_x", 1, rules::kColumns);
  vector.lock_y = int_at(line, "lock_y", 1, rules::kTrapRow);
  vector.lock_r = int_at(line, "lock_r", 0, 3);
  vector.score = int_at(line, "score", 0, 100'000'000);
  for (const json& pair : pairs_at(line, "sent")) {
    if (!pair[1].is_number_integer()) throw InputError("sent: an amount is no whole number");
    const std::int64_t amount = pair[1].get<std::int64_t>();
    if (amount < 0 || amount > kMostGarbage) throw InputError("sent: an amount is out of range");
    vector.sent.emplace_back(step_number_of(pair), static_cast<int>(amount));
  }
  vector.garbage_left = int_at(line, "own_ojama_left", 0, kMostGarbage);
  vector.dead = flag_at(line, "dead");
  vector.end_step = int_at(line, "end_frame", 0, kMostSteps);
  vector.after = text_at(line, "after14");
  if (vector.after.size() != rules::kColumns * rules::kTrapRow) throw InputError("after14: has not 84 cells");
  return vector;
}

}  // namespace

std::optional<std::string> find_difference(const TurnVector& expected) {
  const auto field = notation::parse_field_digits(expected.field);
  if (!field) return "field: " + field.error().message;
  const auto lock_step = step_of_lock(expected);
  if (!lock_step) return "events: no G";
  if (auto found = difference_until_lock(expected, *lock_step)) return found;
  const auto pairs = notation::parse_queue_digits(expected.pair);
  if (!pairs) return "pair: " + pairs.error().message;
  if (expected.lock_x < 1 || expected.lock_x > 6 || expected.lock_y < 1 || expected.lock_y > 15 ||
      expected.lock_r < 0 || expected.lock_r > 3) {
    return "lock: out of range";
  }

  duel::FrameSide::LockedPair lock{.field = *field,
                                   .pair = pairs->at(0),
                                   .at = {},
                                   .frames_since_control = *lock_step,
                                   .points = 0,
                                   .fixed_garbage = expected.fixed_garbage};
  lock.at.x = static_cast<std::int8_t>(expected.lock_x);
  lock.at.y = static_cast<std::int8_t>(expected.lock_y);
  lock.at.r = static_cast<rules::Rotation>(expected.lock_r);

  // The vector lacks the score at the lock: it is the final score minus the points of the links.
  lock.points = expected.score - play(lock, *lock_step, 0).points_of_links;
  if (!is_soft_drop(lock.points, expected.lock_y)) {
    return "score: " + std::to_string(lock.points) + " points are left for the soft drop";
  }

  const PlayedTurn any = play(lock, *lock_step, 0);
  const int dropped = lock.fixed_garbage - any.cancelled - any.garbage_left;
  std::optional<StepDifference> closest;
  for (const std::uint64_t seed : seeds_of_all_choices(dropped)) {
    auto found = compare_turns(expected, play(lock, *lock_step, seed), *lock_step);
    if (!found) return std::nullopt;
    if (!closest || found->step > closest->step) closest = std::move(found);
  }
  return closest->text;
}

// The lowest row in which the keys of the reference can make a pair lock before all of its turns: they press down from
// the spawn on, and turn the pair for the last time four rows below it.
constexpr int kLowestEarlyLock = rules::kSpawnRow - 3;

Difference check_turn(const json& line, CheckContext& context) {
  const TurnVector vector = turn_vector_of(line);
  if (Difference found = find_difference(vector)) return found;
  ++context.placements;
  const rules::Placement wanted = placement_at(line);
  if (wanted.x == vector.lock_x && static_cast<int>(wanted.r) == vector.lock_r) return std::nullopt;
  if (vector.lock_y < kLowestEarlyLock) {
    if (Difference found = difference("x", wanted.x, vector.lock_x)) return found;
    return difference("r", static_cast<int>(wanted.r), vector.lock_r);
  }
  ++context.missed;
  context.remarks.push_back("line " + std::to_string(context.line) + ": the pair locked before its placement");
  return std::nullopt;
}

}  // namespace rensa::cli
