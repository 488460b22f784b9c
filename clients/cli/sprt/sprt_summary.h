#pragma once

#include <string>

#include "clients/cli/sprt/sprt_run.h"

namespace rensa::cli {

// The answer with its interval and what it cost: a line for people, an object for programs. Neither knows how long it
// took.
std::string sprt_text(const SprtSetup& setup, const league::Sprt& sprt);
std::string sprt_json(const SprtSetup& setup, const league::Sprt& sprt);

// How far the test is: "120 games, LLR 0.53 of -2.94 .. 2.94".
std::string sprt_standing(const league::Sprt& sprt);

}  // namespace rensa::cli
