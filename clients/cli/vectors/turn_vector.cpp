#include "clients/cli/vectors/turn_vector.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <set>

#include "engine/duel/frame_side.h"
#include "engine/notation/text.h"

namespace rensa::cli {

namespace {

using namespace duel;

constexpr std::string_view kLetters = "WGPDAOE";
constexpr int kRevealStep = 16;
constexpr int kStepsWithoutEnd = 5000;

// The events of the lane after the lock, in the terms of the vectors.
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

std::optional<char> letter_of(EventKind kind) {
  switch (kind) {
    case EventKind::controllable:
      return 'D';
    case EventKind::next_next_revealed:
      return 'W';
    case EventKind::locked:
      return 'G';
    case EventKind::link_started:
      return 'E';
    case EventKind::garbage_fell:
      return 'O';
    case EventKind::preparation_started:
    case EventKind::garbage_sent:
    case EventKind::garbage_fixed:
    case EventKind::all_clear:
    case EventKind::placement_accepted:
    case EventKind::placement_refused:
    case EventKind::died:
    case EventKind::game_over:
      return std::nullopt;
  }
  return std::nullopt;
}

std::string letters_of(const Events& events) {
  std::string letters(kLetters.size(), '-');
  for (const Event& event : events) {
    if (const auto letter = letter_of(event.kind)) letters[kLetters.find(*letter)] = *letter;
  }
  return letters;
}

// The lane alone, with the offsetting that a duel would do. The pair had locked in `step`.
PlayedTurn play(const FrameSide::LockedPair& lock, int step, std::uint64_t seed) {
  static const rules::Ruleset ruleset;
  static const PairQueues queues({.ruleset = {}, .seed = 0, .queue = rules::PairQueue()});
  FrameSide lane(lock, seed);
  PlayedTurn played;
  bool ended = false;
  while (!ended && step < kStepsWithoutEnd) {
    ++step;
    Events events;
    const FrameSide::StepReport report =
        lane.step({}, {.ruleset = ruleset, .queues = queues, .frame = step, .seat = Seat::one}, events);
    const int sent = cancel_garbage(lane.waiting(), report.attack);
    played.cancelled += report.attack - sent;
    if (sent > 0) played.sent.emplace_back(step, sent);
    const std::string letters = letters_of(events);
    if (letters != "-------") played.events.emplace_back(step, letters);
    for (const Event& event : events) {
      played.points_of_links += event.points;
      ended = ended || event.kind == EventKind::controllable || event.kind == EventKind::died;
    }
  }
  played.garbage_left = lane.waiting().total();
  played.dead = lane.is_dead();
  played.end_step = step;
  played.after = *notation::digits_of(lane.field(), rules::kTrapRow);
  return played;
}

template <class Value>
std::string show(const std::vector<std::pair<int, Value>>& items, std::size_t index) {
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
    return StepDifference{step, what + ": expected " + show(expected, i) + ", got " + show(played, i)};
  }
  return std::nullopt;
}

std::optional<StepDifference> compare_number(const std::string& what, int expected, int played, int step) {
  if (expected == played) return std::nullopt;
  return StepDifference{step, what + ": expected " + std::to_string(expected) + ", got " + std::to_string(played)};
}

std::optional<StepDifference> compare(const TurnVector& expected, const PlayedTurn& played, int lock_step) {
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

// For each choice of the columns that get one more, a seed that makes it.
std::vector<std::uint64_t> seeds_of_all_choices(int count) {
  const auto rest = static_cast<unsigned>(count % rules::kColumns);
  constexpr std::array<std::size_t, 6> kChoices = {1, 6, 15, 20, 15, 6};
  std::set<GarbageColumns> seen;
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seen.size() < kChoices[rest]; ++seed) {
    rules::Rng rng = make_garbage_rng(seed);
    if (seen.insert(spread_garbage(static_cast<int>(rest), rng)).second) seeds.push_back(seed);
  }
  return seeds;
}

// A point for each row by DOWN from the row of the spawn, and one for the press that locks; turns may lift a pair, and
// it falls a row or two by itself while it moves sideways.
bool is_soft_drop(int points, int lock_y) {
  constexpr int kTolerance = 3;
  return points >= 0 && std::abs(points - (rules::kSpawnRow - lock_y)) <= kTolerance;
}

// The events before the lock depend on the clock alone.
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

}  // namespace

std::optional<std::string> difference(const TurnVector& expected) {
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

  FrameSide::LockedPair lock{.field = *field,
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
    auto found = compare(expected, play(lock, *lock_step, seed), *lock_step);
    if (!found) return std::nullopt;
    if (!closest || found->step > closest->step) closest = std::move(found);
  }
  return closest->text;
}

}  // namespace rensa::cli
