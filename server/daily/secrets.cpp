#include "server/daily/secrets.h"

#include <array>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdexcept>

#include "server/match/series.h"

namespace rensa::daily {

// Each use of the key has a word of its own before its text, so that no use tells anything about another one.
std::uint64_t Secrets::seed_of(const Period& period) const { return number_of("seed of " + name_of(period)); }

std::string Secrets::person_of(const Period& period, std::string_view identity) const {
  return match::hex_of(number_of("person of " + name_of(period) + " " + std::string(identity)));
}

std::uint64_t Secrets::number_of(const std::string& text) const {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  if (HMAC(EVP_sha256(), key_.data(), static_cast<int>(key_.size()),
           reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(), nullptr) == nullptr) {
    throw std::runtime_error("OpenSSL cannot sign");
  }
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < sizeof first; ++i) first = first << 8U | digest[i];
  return first;
}

}  // namespace rensa::daily
