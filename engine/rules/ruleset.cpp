#include "engine/rules/ruleset.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "engine/rules/cell.h"
#include "engine/rules/hash.h"

namespace rensa::rules {
namespace {

constexpr std::size_t kMaxIdLength = 64;
constexpr std::string_view kIdCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
constexpr int kFieldCells = kColumns * kHiddenRow;
constexpr int kMaxPoints = 1'000'000;
constexpr int kMaxFrames = 60 * 60 * 60 * 24;  // a day
constexpr int kMaxTurns = 1'000'000;
constexpr int kMaxTurnMilliseconds = 60 * 60 * 1000;
constexpr int kMarginSteps = 14;

// The reference's arcade rules: no margin time and no limit of any kind.
Ruleset tsu_1() {
  Ruleset ruleset;
  ruleset.id = "tsu-1";
  return ruleset;
}

// The rules of the JAIST competition. The organisers published: turns, three visible pairs, a loss only without a move,
// queues common until the first clear, and the formula. Our own choices are four colours, 30 garbage a turn as in the
// arcade game, no time limit, and a draw after 500 turns, because games of careful players may never end.
Ruleset jaist_1() {
  Ruleset ruleset;
  ruleset.id = "jaist-1";
  ruleset.pacing = Pacing::turns;
  ruleset.queue = QueueSharing::common_until_clear;
  ruleset.choke = Choke::no_move;
  ruleset.attack = AttackFormula::literature;
  ruleset.garbage_rate = 0;
  ruleset.all_clear_points = 0;
  ruleset.turn_limit = 500;
  return ruleset;
}

// The organisers published: turns, five colours, and one second a turn. Our own choices are the arcade game for all
// other settings, and a draw after 500 turns.
Ruleset class_1() {
  Ruleset ruleset;
  ruleset.id = "class-1";
  ruleset.pacing = Pacing::turns;
  ruleset.colours = 5;
  ruleset.turn_limit = 500;
  ruleset.turn_milliseconds = 1000;
  return ruleset;
}

struct SettingRange {
  std::string_view name;
  int value;
  int least;
  int most;
};

std::optional<std::string> why_out_of_range(const Ruleset& r) {
  const std::array<SettingRange, 10> ranges = {{
      {"colours", r.colours, 3, kMaxColours},
      {"visible_pairs", r.visible_pairs, 1, kMaxVisiblePairs},
      {"garbage_rate", r.garbage_rate, 0, kMaxPoints},
      {"max_garbage_drop", r.max_garbage_drop, 1, kFieldCells},
      {"all_clear_points", r.all_clear_points, 0, kMaxPoints},
      {"margin_start_frames", r.margin_start_frames, 0, kMaxFrames},
      {"margin_step_frames", r.margin_step_frames, 0, kMaxFrames},
      {"frame_limit", r.frame_limit, 0, kMaxFrames},
      {"turn_limit", r.turn_limit, 0, kMaxTurns},
      {"turn_milliseconds", r.turn_milliseconds, 0, kMaxTurnMilliseconds},
  }};
  for (const SettingRange& range : ranges) {
    if (range.value >= range.least && range.value <= range.most) continue;
    return std::string(range.name) + " is " + std::to_string(range.value) + ", but has to be within " +
           std::to_string(range.least) + " and " + std::to_string(range.most) + ".";
  }
  return std::nullopt;
}

std::optional<std::string> why_bad_id(const std::string& id) {
  if (id.size() > kMaxIdLength) return "id is longer than 64 characters.";
  if (id.find_first_not_of(kIdCharacters) != std::string::npos) {
    return "id may hold a-z, 0-9, '-', '_' and '.' only.";
  }
  return std::nullopt;
}

// Returns true if all enumerations have one of their values. A record or a message may contain other numbers.
bool has_known_enumerators(const Ruleset& r) {
  return r.pacing <= Pacing::turns && r.queue <= QueueSharing::common_until_clear && r.choke <= Choke::no_move &&
         r.attack <= AttackFormula::literature;
}

std::optional<std::string> why_contradictory(const Ruleset& r) {
  const bool has_margin = r.margin_start_frames != 0 || r.margin_step_frames != 0;
  if (r.pacing == Pacing::frames) {
    if (r.choke == Choke::no_move) {
      return "choke no_move needs pacing turns: a pair that falls has to appear at column 3, row 12.";
    }
    if (r.turn_limit != 0) return "turn_limit needs pacing turns; frame_limit ends a game of frames.";
    if (r.turn_milliseconds != 0) return "turn_milliseconds needs pacing turns.";
    if (r.attack == AttackFormula::literature) {
      return "attack literature needs pacing turns: in a game of frames, garbage is sent for points.";
    }
  } else {
    if (r.frame_limit != 0) return "frame_limit needs pacing frames; turn_limit ends a game of turns.";
    if (has_margin) return "margin time needs pacing frames: there is no time in a game of turns.";
  }
  if (r.attack == AttackFormula::literature) {
    if (r.garbage_rate != 0) return "garbage_rate has to be 0: the literature formula gives garbage, not points.";
    if (r.all_clear_points != 0) return "all_clear_points has to be 0: the literature formula knows no all clear.";
  } else if (r.garbage_rate == 0) {
    return "garbage_rate is 0, but attack score divides by it.";
  }
  if (r.margin_start_frames != 0 && r.margin_step_frames == 0) {
    return "margin_start_frames needs margin_step_frames, the time from one step to the next.";
  }
  if (r.margin_start_frames == 0 && r.margin_step_frames != 0) {
    return "margin_step_frames needs margin_start_frames, the time of the first step.";
  }
  return std::nullopt;
}

}  // namespace

std::span<const Ruleset> published_rulesets() {
  static const std::array<Ruleset, 3> rulesets = {tsu_1(), jaist_1(), class_1()};
  return rulesets;
}

const Ruleset* find_ruleset(std::string_view id) { return find_ruleset(id, {}); }

const Ruleset* find_ruleset(std::string_view id, std::span<const Ruleset> own_rulesets) {
  for (const std::span<const Ruleset> all : {published_rulesets(), own_rulesets}) {
    const auto found = std::find_if(all.begin(), all.end(), [id](const Ruleset& ruleset) { return ruleset.id == id; });
    if (found != all.end()) return &*found;
  }
  return nullptr;
}

std::optional<std::string> why_unplayable(const Ruleset& ruleset) {
  if (std::optional<std::string> why = why_bad_id(ruleset.id)) return why;
  if (!has_known_enumerators(ruleset)) return "pacing, queue, choke or attack is none of its known values.";
  if (std::optional<std::string> why = why_out_of_range(ruleset)) return why;
  return why_contradictory(ruleset);
}

std::uint64_t digest(const Ruleset& ruleset) {
  Hash hash;
  for_each_setting(ruleset, [&hash](std::string_view, const auto& value) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (!std::is_same_v<Value, std::string>) hash.add(static_cast<std::uint64_t>(value));
  });
  return hash.value();
}

int garbage_rate_at(const Ruleset& ruleset, int frame) {
  int rate = ruleset.garbage_rate;
  if (ruleset.margin_start_frames == 0 || frame < ruleset.margin_start_frames) return rate;
  // The first step reduces the rate by a quarter. Each later step gives half of the rate that held before the last
  // step.
  const int steps = std::min(kMarginSteps, 1 + (frame - ruleset.margin_start_frames) / ruleset.margin_step_frames);
  int before = rate;
  rate = rate * 3 / 4;
  for (int step = 2; step <= steps; ++step) {
    const int next = before / 2;
    before = rate;
    rate = next;
  }
  return std::max(rate, 1);
}

int attack_per_garbage(const Ruleset& ruleset, int frame) {
  return ruleset.attack == AttackFormula::score ? garbage_rate_at(ruleset, frame) : 1;
}

}  // namespace rensa::rules
