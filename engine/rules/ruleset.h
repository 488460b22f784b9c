#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rensa::rules {

enum class Pacing : std::uint8_t { frames, turns };  // a pair falls for frames, or both choose and then both resolve
enum class Choke : std::uint8_t { spawn_cell, no_move };  // (3,12) filled at the end of a turn | no placement is left
enum class AttackFormula : std::uint8_t { score, literature };  // points / rate | 3N(N-1) + sum of i(c_i - 4)
enum class QueueSharing : std::uint8_t {
  common,
  common_until_clear
};  // one queue | its own for each seat after its first link

// Everything that two players may agree on. A published id never changes; a correction gets the next number, so that
// old records keep verifying. Rulesets as JSON are in engine/json.
struct Ruleset {
  std::string id;  // a-z 0-9 - _ . , at most 64
  Pacing pacing = Pacing::frames;
  int colours = 4;        // 3..5
  int visible_pairs = 3;  // the current one included: 1..3
  QueueSharing queue = QueueSharing::common;
  Choke choke = Choke::spawn_cell;
  AttackFormula attack = AttackFormula::score;
  int garbage_rate = 70;        // points a garbage; attack = score, else 0
  int max_garbage_drop = 30;    // a turn
  int all_clear_points = 2100;  // attack = score, else 0
  int margin_start_frames = 0;  // the rate sinks from here on; 0: never
  int margin_step_frames = 0;
  int frame_limit = 0;        // draw after so many frames; 0: none; pacing = frames
  int turn_limit = 0;         // draw after so many turns; 0: none; pacing = turns
  int turn_milliseconds = 0;  // time for a turn; 0: no limit; pacing = turns
  friend bool operator==(const Ruleset&, const Ruleset&) = default;
};

// The published ones, and the one of an id among them.
std::span<const Ruleset> published_rulesets();
const Ruleset* find_ruleset(std::string_view id);

// What is contradictory or out of range in it, as a sentence; nullopt: it can be played. What has no meaning under the
// rest of the ruleset has to be 0, so that two rulesets that play the same have the same digest.
std::optional<std::string> why_unplayable(const Ruleset& ruleset);

// A number that two rulesets share only if every field but the id is equal. Records carry it.
std::uint64_t digest(const Ruleset& ruleset);

// Points a garbage at a frame: the rate, or what margin time has made of it.
int garbage_rate_at(const Ruleset& ruleset, int frame);
// What a chain has to count for one garbage: so many points, or 1 of the literature's count.
int attack_for_one(const Ruleset& ruleset, int frame);

}  // namespace rensa::rules
