#pragma once

#include <array>
#include <optional>
#include <string>

#include "engine/duel/outcome.h"
#include "engine/rules/ruleset.h"
#include "proto/message.h"

namespace rensa::match {

// A match is a series of games: its terms, and its score.

// Returns a sentence that says why a match with these terms cannot be played; nullopt if it can.
std::optional<std::string> why_unplayable(const proto::Terms& terms);

// Precondition: the terms can be played.
const rules::Ruleset& ruleset_of(const proto::Terms& terms);

// The wins and draws of the finished games of a match.
struct Score {
  std::array<int, 2> wins{};
  int draws = 0;

  void add(const duel::Outcome& outcome) { count(outcome, 1); }
  void take_back(const duel::Outcome& outcome) { count(outcome, -1); }

 private:
  void count(const duel::Outcome& outcome, int games) {
    if (outcome.winner) {
      wins[duel::index_of(*outcome.winner)] += games;
    } else if (outcome.cause != duel::Cause::voided) {
      draws += games;
    }
  }
};

}  // namespace rensa::match
