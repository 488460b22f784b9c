#include "server/match/game_seed.h"

#include <array>
#include <openssl/sha.h>

namespace rensa::match {

namespace {

constexpr const char* kHexDigits = "0123456789abcdef";

}  // namespace

std::string hex_of(std::uint64_t number) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text.push_back(kHexDigits[number >> shift & 15U]);
  return text;
}

std::string commitment_to(const SecretSeed& secret) {
  const std::string text = hex_of(secret.seed) + ":" + secret.nonce;
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data());
  std::string hex;
  for (const unsigned char byte : digest) {
    hex.push_back(kHexDigits[byte >> 4U]);
    hex.push_back(kHexDigits[byte & 15U]);
  }
  return hex;
}

}  // namespace rensa::match
