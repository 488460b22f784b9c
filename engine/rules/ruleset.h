#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/rules/pair.h"

namespace rensa::rules {

// The course of a game: pairs fall frame by frame, or in each turn both players choose a placement and both are played.
enum class Pacing : std::uint8_t { frames, turns };
// The condition under which a player has lost: cell (3,12) is filled at the end of a turn, or no placement is left.
enum class Choke : std::uint8_t { spawn_cell, no_move };
// The formula for the garbage of a chain: its points divided by a rate, or 3N(N-1) + sum of i(c_i - 4) for a chain of N
// links, where link i erases c_i cells.
enum class AttackFormula : std::uint8_t { score, literature };
// The queues of the seats: both have one queue, or each seat gets its own queue after the first chain of the game.
enum class QueueSharing : std::uint8_t { common, common_until_clear };

// The settings on which two players may agree. The settings of a published id never change. A correction gets the next
// number, so that old records can still be verified. Rulesets as JSON are in engine/json.
struct Ruleset {
  std::string id;  // a-z 0-9 - _ . , at most 64
  Pacing pacing = Pacing::frames;
  int colours = 4;        // 3..5
  int visible_pairs = 3;  // with the current one: 1..kMaxVisiblePairs
  QueueSharing queue = QueueSharing::common;
  Choke choke = Choke::spawn_cell;
  AttackFormula attack = AttackFormula::score;
  int garbage_rate = 70;        // points for one garbage; 0 unless attack = score
  int max_garbage_drop = 30;    // in one turn
  int all_clear_points = 2100;  // 0 unless attack = score
  int margin_start_frames = 0;  // the rate sinks from this frame on; 0: never
  int margin_step_frames = 0;
  int frame_limit = 0;        // draw after so many frames; 0: none; pacing = frames
  int turn_limit = 0;         // draw after so many turns; 0: none; pacing = turns
  int turn_milliseconds = 0;  // time for a turn; 0: no limit; pacing = turns
  friend bool operator==(const Ruleset&, const Ruleset&) = default;
};

// All published rulesets. find_ruleset() returns the one with this id, or nullptr.
std::span<const Ruleset> published_rulesets();
const Ruleset* find_ruleset(std::string_view id);
// The same among the published rulesets and the own ones of a program.
const Ruleset* find_ruleset(std::string_view id, std::span<const Ruleset> own_rulesets);

// The reason why the ruleset cannot be played, as a sentence: a contradiction, or a value out of range. Returns nullopt
// if it can be played. A setting without a meaning under the other settings has to be 0, so that two rulesets that play
// the same have the same digest.
std::optional<std::string> why_unplayable(const Ruleset& ruleset);

// Two rulesets have the same digest only if all settings except the id are equal. Records carry it.
std::uint64_t digest(const Ruleset& ruleset);

// The points for one garbage at this frame, after the effect of margin time.
int garbage_rate_at(const Ruleset& ruleset, int frame);
// The attack that makes one garbage: points, or 1 by the formula of the literature.
int attack_per_garbage(const Ruleset& ruleset, int frame);

// Calls visit(name, value) for every setting of a ruleset, in the order of the digest, which never changes. A setting
// that is added to the struct must be added here, or this does not compile. The digests of published rulesets must stay
// the same: digest() then has to leave out a new setting that has its default value.
template <typename AnyRuleset, typename Visit>
void for_each_setting(AnyRuleset& ruleset, Visit&& visit) {
  auto& [id, pacing, colours, visible_pairs, queue, choke, attack, garbage_rate, max_garbage_drop, all_clear_points,
         margin_start_frames, margin_step_frames, frame_limit, turn_limit, turn_milliseconds] = ruleset;
  visit("id", id);
  visit("pacing", pacing);
  visit("colours", colours);
  visit("visible_pairs", visible_pairs);
  visit("queue", queue);
  visit("choke", choke);
  visit("attack", attack);
  visit("garbage_rate", garbage_rate);
  visit("max_garbage_drop", max_garbage_drop);
  visit("all_clear_points", all_clear_points);
  visit("margin_start_frames", margin_start_frames);
  visit("margin_step_frames", margin_step_frames);
  visit("frame_limit", frame_limit);
  visit("turn_limit", turn_limit);
  visit("turn_milliseconds", turn_milliseconds);
}

}  // namespace rensa::rules
