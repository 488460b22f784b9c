#include "server/storage/token.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <openssl/evp.h>
#include <sys/random.h>

#include "server/base/log_line.h"
#include "server/base/name_skeleton.h"
#include "server/base/plain_text.h"
#include "server/base/types.h"
#include "server/base/utc_time.h"

namespace rensa::storage {
namespace {

constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kPrefixLength = 3;
constexpr std::size_t kSecretLength = 43;  // of 32 bytes in base64, without padding

std::string_view prefix_of(Role role) { return role == Role::administrator ? "ra_" : "rw_"; }

std::array<std::uint8_t, kSecretBytes> random_secret() {
  std::array<std::uint8_t, kSecretBytes> secret{};
  std::size_t filled = 0;
  while (filled < secret.size()) {
    const ssize_t got = getrandom(secret.data() + filled, secret.size() - filled, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw StoreException(std::string("The system gives no random numbers: ") + std::strerror(errno) + ".");
    filled += static_cast<std::size_t>(got);
  }
  return secret;
}

}  // namespace

std::string random_token(Role role) {
  const auto secret = random_secret();
  std::array<unsigned char, 48> base64{};  // with padding and a zero at the end
  EVP_EncodeBlock(base64.data(), secret.data(), static_cast<int>(secret.size()));
  std::string text(prefix_of(role));
  text.append(base64.begin(), base64.begin() + kSecretLength);
  std::replace(text.begin(), text.end(), '+', '-');
  std::replace(text.begin() + kPrefixLength, text.end(), '/', '_');
  return text;
}

std::optional<TokenHash> hash_of_token(std::string_view text) {
  if (text.size() != kPrefixLength + kSecretLength) return std::nullopt;
  TokenHash hash{};
  if (EVP_Digest(text.data(), text.size(), hash.data(), nullptr, EVP_sha256(), nullptr) != 1) return std::nullopt;
  return hash;
}

void check_token_role(Role role) {
  if (role == Role::worker || role == Role::administrator) return;
  throw StoreException("A token is made for a worker or an administrator: give its account the role of a" +
                           std::string(role == Role::organiser ? "n " : " ") + std::string(name_of(role)) +
                           " afterwards.",
                       StoreError::Kind::refused);
}

void check_token_name(std::string_view name) {
  if (base::is_plain_name(name)) return;
  const std::string fault = name.size() > base::kMaxNameBytes ? "has " + std::to_string(name.size()) + " bytes"
                                                              : "is " + base::quoted_for_log(name);
  throw TokenNameError(std::string("The name of a token must have ") + base::kPlainNameRule + ", this one " + fault +
                       ".");
}

void check_no_name_looks_alike(const std::string& name, std::span<const HashedToken> tokens) {
  const std::string skeleton = base::skeleton_of(name);
  for (const auto& [other, hash] : tokens) {
    if (other.revoked || other.name == name || base::skeleton_of(other.name) != skeleton) continue;
    throw TokenNameError("The name \"" + name + "\" looks like \"" + other.name + "\", for which there is a token.");
  }
}

void check_no_other_has_name(const std::string& name, std::span<const HashedToken> tokens, std::int64_t except) {
  const std::string skeleton = base::skeleton_of(name);
  for (const auto& [other, hash] : tokens) {
    if (other.id == except || other.revoked || base::skeleton_of(other.name) != skeleton) continue;
    throw TokenNameError("The name \"" + name + "\" is that of an account, or looks like \"" + other.name + "\".");
  }
}

void check_name_is_not_refused(const std::string& name, std::span<const Restriction> restrictions) {
  const std::string skeleton = base::skeleton_of(name);
  const std::string now = base::utc_now();
  for (const Restriction& one : restrictions) {
    if (one.kind != Restriction::Kind::name || one.until <= now || base::skeleton_of(one.subject) != skeleton) continue;
    throw TokenNameError("The name \"" + name + "\" is refused until " + one.until + ".");
  }
}

void check_room_for(const NewRegistration& registration, const RegistrationCounts& counts) {
  const auto refuse = [](const std::string& why) { throw StoreException(why, StoreError::Kind::refused); };
  if (counts.of_payer >= registration.most_of_payer) {
    refuse("There were " + std::to_string(counts.of_payer) +
           " registrations from this address within a day: try again tomorrow.");
  }
  if (counts.all >= registration.most) refuse("There were many registrations today: try again tomorrow.");
  if (registration.has_to_wait && counts.waiting >= kMaxWaitingRegistrations) {
    refuse("Many registrations wait for approval: try again later.");
  }
}

void check_name_is_not_awaited(const std::string& name, std::span<const WaitingRegistration> waiting) {
  const std::string skeleton = base::skeleton_of(name);
  for (const WaitingRegistration& one : waiting) {
    if (base::skeleton_of(one.name) != skeleton) continue;
    throw TokenNameError("A registration with the name \"" + one.name + "\" waits for approval.");
  }
}

std::string name_taken_message(std::string_view name, Role role) {
  return "There is a token of the " + std::string(name_of(role)) + " \"" + std::string(name) +
         "\" already: revoke it first.";
}

}  // namespace rensa::storage
