#include "server/match/series.h"

#include <cassert>
#include <openssl/sha.h>

namespace rensa::match {

namespace {

std::string names_of_rulesets(std::span<const rules::Ruleset> own_rulesets) {
  std::string names;
  for (const std::span<const rules::Ruleset> rulesets : {rules::published_rulesets(), own_rulesets}) {
    for (const rules::Ruleset& ruleset : rulesets) {
      if (!names.empty()) names += ", ";
      names += ruleset.id;
    }
  }
  return names;
}

}  // namespace

std::optional<std::string> why_unplayable(const Terms& terms, std::span<const rules::Ruleset> own_rulesets) {
  const rules::Ruleset* ruleset = rules::find_ruleset(terms.ruleset, own_rulesets);
  if (ruleset == nullptr) {
    return "unknown ruleset '" + terms.ruleset + "': choose one of " + names_of_rulesets(own_rulesets);
  }
  const bool in_turns = ruleset->pacing == rules::Pacing::turns;
  if (in_turns != (terms.clock == Clock::turns)) {
    return ruleset->id + (in_turns ? " is played in turns: ask for the clock of turns"
                                   : " is played in frames: ask for the real or the virtual clock");
  }
  if (terms.charge != ThinkingCost::none && terms.clock != Clock::virtual_time) {
    return "charge: thinking has a cost only under the virtual clock";
  }
  if ((terms.charge == ThinkingCost::fixed) != (terms.charge_frames > 0)) {
    return "charge_frames: must be above 0 with a fixed charge, and 0 without";
  }
  if (terms.games < 1 || terms.games > kMaxGames) return "a match has 1 to 1000 games";
  if (terms.first_to < 0 || terms.first_to > terms.games) {
    return "first_to: " + std::to_string(terms.first_to) + " wins are more than " + std::to_string(terms.games) +
           (terms.games == 1 ? " game" : " games");
  }
  if (const int delay = terms.spectator_delay_seconds.value_or(0); delay < 0 || delay > kMaxSpectatorDelaySeconds) {
    return "spectator_delay_seconds: spectators see a match up to " + std::to_string(kMaxSpectatorDelaySeconds) +
           " s late";
  }
  return std::nullopt;
}

const rules::Ruleset& ruleset_of(const Terms& terms, std::span<const rules::Ruleset> own_rulesets) {
  const rules::Ruleset* ruleset = rules::find_ruleset(terms.ruleset, own_rulesets);
  assert(ruleset != nullptr);
  return *ruleset;
}

namespace {

constexpr const char* kHexDigits = "0123456789abcdef";

}  // namespace

std::string hex_of(std::uint64_t number) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text.push_back(kHexDigits[number >> shift & 15U]);
  return text;
}

Sha256 sha256_of(std::string_view token) {
  static_assert(std::tuple_size_v<Sha256> == SHA256_DIGEST_LENGTH);
  Sha256 digest{};
  SHA256(reinterpret_cast<const unsigned char*>(token.data()), token.size(), digest.data());
  return digest;
}

std::string commitment_to(const SecretSeed& secret) {
  std::string hex;
  for (const std::uint8_t byte : sha256_of(hex_of(secret.seed) + ":" + secret.nonce)) {
    hex.push_back(kHexDigits[byte >> 4U]);
    hex.push_back(kHexDigits[byte & 15U]);
  }
  return hex;
}

}  // namespace rensa::match
