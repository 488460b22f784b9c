#pragma once

#include <string>

#include "clients/cli/match/match.h"
#include "server/tournament/statistics/elo.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// The strength of a player, estimated from results, with 95 % intervals.
struct Strength {
  tournament::Interval score;     // points per game, 0 to 1
  tournament::Interval elo;       // the rating difference that the score stands for
  bool is_elo_unbounded = false;  // one player has all points: only the bound on the other side has meaning
};

// Uses the normal approximation, or Wilson's interval if there are fewer than thirty results or all are equal.
Strength estimate_strength(const tournament::Sample& sample);

// The result of a match, for people and for programs. It does not contain any time that passed, so the same match gives
// the same text, byte for byte.
std::string summary_text(const MatchSetup& setup, const MatchTotals& totals);
std::string summary_json(const MatchSetup& setup, const MatchTotals& totals);

// Returns the score as text for a line of progress, such as "greedy 12, random 3, drawn 1 of 100".
std::string score_line(const MatchSetup& setup, const MatchTotals& totals);

// Returns frames as minutes and seconds, such as "1:07".
std::string format_frame_time(std::int64_t frames);

}  // namespace rensa::cli
