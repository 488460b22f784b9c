#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "server/tournament/statistics/sprt.h"

namespace rensa::cli {

// The players and the conditions of a test.
struct SprtQuestion {
  std::array<std::string, 2> names;
  std::string ruleset;
  std::uint64_t seed = 0;
  tournament::SprtTerms terms;
};

// The result with its interval and its number of games: a line for people, an object for programs. Neither contains the
// elapsed time.
std::string sprt_text(const SprtQuestion& question, const tournament::Sprt& sprt);
std::string sprt_json(const SprtQuestion& question, const tournament::Sprt& sprt);

// How far the test is: "120 games, LLR 0.53 of -2.94 .. 2.94".
std::string sprt_standing(const tournament::Sprt& sprt);

}  // namespace rensa::cli
