#pragma once

#include <string>

#include "clients/cli/match/tally.h"

namespace rensa::cli {

// What a match came to, for people and for programs. Neither knows how long it took: the same match gives the same
// text, byte for byte.
std::string summary_text(const MatchSetup& setup, const Tally& tally);
std::string summary_json(const MatchSetup& setup, const Tally& tally);

// "greedy 12, random 3, drawn 1 of 100": for a line of progress.
std::string standing(const MatchSetup& setup, const Tally& tally);

// Of frames at 60 a second, as minutes and seconds: "1:07".
std::string time_of_frames(std::int64_t frames);

}  // namespace rensa::cli
