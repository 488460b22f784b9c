#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rensa::match {

// The seed of a game decides its pairs and its garbage. Players see only a commitment to it until the game ends.

// A seed with the nonce that keeps it from being guessed from its commitment.
struct SecretSeed {
  std::uint64_t seed = 0;
  std::string nonce;
};

// The seed of a saved game, from which another game gets the same pairs and garbage.
struct QueueSource {
  std::uint64_t ruleset_digest = 0;
  std::uint64_t seed = 0;
};

// The seed of the first game of a match; without one, a seed is drawn.
struct FirstGameSeed {
  std::optional<std::uint64_t> seed;
};

// Returns the number as 16 hex digits.
std::string hex_of(std::uint64_t number);

// Returns the commitment that is published when a game starts: hex SHA-256 of "<seed in 16 hex digits>:<nonce>".
std::string commitment_to(const SecretSeed& secret);

}  // namespace rensa::match
