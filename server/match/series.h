#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/duel/outcome.h"
#include "engine/rules/ruleset.h"
#include "server/match/terms.h"

namespace rensa::match {

// A match is a series of games under the same terms. This file checks the terms, counts the score and commits to seeds.

// Returns a sentence that says why a match with these terms cannot be played; nullopt if it can. The terms may name a
// published ruleset or one of the own rulesets.
std::optional<std::string> why_unplayable(const Terms& terms, std::span<const rules::Ruleset> own_rulesets);

// Precondition: the terms can be played.
const rules::Ruleset& ruleset_of(const Terms& terms, std::span<const rules::Ruleset> own_rulesets);

// The wins and draws of the finished games of a match.
struct Score {
  std::array<int, 2> wins{};
  int draws = 0;

  void add(const duel::Outcome& outcome) { count(outcome, 1); }
  void subtract(const duel::Outcome& outcome) { count(outcome, -1); }
  friend bool operator==(const Score&, const Score&) = default;

 private:
  void count(const duel::Outcome& outcome, int games) {
    if (outcome.winner) {
      wins[duel::index_of(*outcome.winner)] += games;
    } else if (outcome.cause != duel::Cause::voided) {
      draws += games;
    }
  }
};

// The seed of a game decides its pairs and its garbage. Players see only a commitment to it until the game ends.

// A seed with the nonce that keeps it from being guessed from its commitment.
struct SecretSeed {
  std::uint64_t seed = 0;
  std::string nonce;
  friend bool operator==(const SecretSeed&, const SecretSeed&) = default;
};

// The seed of a saved game, from which another game gets the same pairs and garbage.
struct QueueSource {
  std::uint64_t ruleset_digest = 0;
  std::uint64_t seed = 0;
};

// The seed of the first game of a match; without one, a seed is drawn.
struct FirstGameSeed {
  std::optional<std::uint64_t> seed;
  friend bool operator==(const FirstGameSeed&, const FirstGameSeed&) = default;
};

using Sha256 = std::array<std::uint8_t, 32>;
Sha256 sha256_of(std::string_view text);

// Returns the number as 16 hex digits.
std::string hex_of(std::uint64_t number);

// Returns the commitment that is published when a game starts: hex SHA-256 of "<seed in 16 hex digits>:<nonce>".
std::string commitment_to(const SecretSeed& secret);

}  // namespace rensa::match
