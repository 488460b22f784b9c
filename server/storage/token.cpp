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

std::optional<TokenHash> token_hash_from_hex(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  TokenHash hash{};
  if (text.size() != 2 * hash.size()) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t digit = kDigits.find(text[i]);
    if (digit == std::string_view::npos) return std::nullopt;
    hash[i / 2] = static_cast<std::uint8_t>(std::size_t{hash[i / 2]} << 4 | digit);
  }
  return hash;
}

std::string hex_of(const TokenHash& hash) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : hash) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
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

void check_no_name_looks_alike(const std::string& name, std::span<const TokenRow> alike) {
  for (const TokenRow& other : alike) {
    if (other.name == name) continue;
    throw TokenNameError("The name \"" + name + "\" looks like \"" + other.name + "\", for which there is a token.");
  }
}

void check_no_other_has_name(const std::string& name, std::span<const TokenRow> alike, std::int64_t except) {
  for (const TokenRow& other : alike) {
    if (other.id == except) continue;
    throw TokenNameError("The name \"" + name + "\" is that of an account, or looks like \"" + other.name + "\".");
  }
}

void check_no_account_has_name(std::span<const TokenRow> alike) {
  if (alike.empty()) return;
  const std::string account = std::to_string(alike.front().id);
  throw TokenNameError("The account " + account +
                       " has this name, or one that looks like it: give it another one (POST /api/v1/accounts/" +
                       account + "/rename, or rensa-server moderation rename).");
}

void check_new_name_differs(const std::string& name, const std::string& old_name) {
  if (base::skeleton_of(name) != base::skeleton_of(old_name)) return;
  throw TokenNameError("The new name looks like the old one, which will be refused.");
}

Restriction restriction_of_old_name(const Renaming& renaming, const std::string& old_name) {
  return {.kind = Restriction::Kind::name,
          .subject = old_name,
          .made = renaming.made,
          .until = renaming.until,
          .why = renaming.why,
          .is_of_role = renaming.is_of_role};
}

void check_name_is_not_refused(const std::string& name, std::span<const Restriction> restrictions) {
  const std::string skeleton = base::skeleton_of(name);
  const std::string now = base::utc_now();
  for (const Restriction& one : restrictions) {
    if (one.kind != Restriction::Kind::name || one.until <= now || base::skeleton_of(one.subject) != skeleton) continue;
    throw TokenNameError("The name \"" + name + "\" is refused until " + one.until + ".");
  }
}

std::string name_taken_message(std::string_view name, Role role) {
  return "There is a token of the " + std::string(name_of(role)) + " \"" + std::string(name) +
         "\" already: revoke it first.";
}

}  // namespace rensa::storage
