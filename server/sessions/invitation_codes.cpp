#include "server/sessions/invitation_codes.h"

#include <array>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdexcept>

#include "server/match/series.h"

namespace rensa::sessions {

namespace {

constexpr std::size_t kDigits = 16;  // of the random number, and of the signature after it

// Takes the same time for all texts of the same length, so that a signature cannot be guessed digit by digit.
bool are_equal(std::string_view one, std::string_view other) {
  return one.size() == other.size() && CRYPTO_memcmp(one.data(), other.data(), one.size()) == 0;
}

}  // namespace

std::string InvitationCodes::make(std::uint64_t random, std::string_view client_id) const {
  const std::string digits = match::hex_of(random);
  return digits + signature_of(digits, client_id);
}

bool InvitationCodes::is_made_for(std::string_view code, std::string_view client_id) const {
  if (client_id.empty() || code.size() != 2 * kDigits) return false;
  return are_equal(code.substr(kDigits), signature_of(code.substr(0, kDigits), client_id));
}

std::string InvitationCodes::signature_of(std::string_view random, std::string_view client_id) const {
  const std::string text = "invitation " + std::string(random) + " " + std::string(client_id);
  std::array<unsigned char, EVP_MAX_MD_SIZE> signature{};
  if (HMAC(EVP_sha256(), key_.data(), static_cast<int>(key_.size()),
           reinterpret_cast<const unsigned char*>(text.data()), text.size(), signature.data(), nullptr) == nullptr) {
    throw std::runtime_error("OpenSSL cannot sign");
  }
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < sizeof first; ++i) first = first << 8U | signature[i];
  return match::hex_of(first);
}

}  // namespace rensa::sessions
