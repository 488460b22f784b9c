#include "server/storage/restrictions.h"

#include <algorithm>
#include <charconv>

#include "server/base/plain_text.h"

namespace rensa::storage {

namespace {

constexpr std::size_t kMaxReasonBytes = 200;
constexpr Restriction::Kind kRestrictionKinds[] = {Restriction::Kind::ban, Restriction::Kind::mute,
                                                   Restriction::Kind::name};
constexpr std::string_view kOfAccount = "token ";
constexpr std::string_view kOfGuests = "guests at ";
constexpr std::string_view kOfEveryone = "everyone at ";

}  // namespace

std::string_view name_of(Restriction::Kind kind) {
  switch (kind) {
    case Restriction::Kind::ban:
      return "ban";
    case Restriction::Kind::mute:
      return "mute";
    case Restriction::Kind::name:
      return "name";
  }
  return "";
}

std::optional<Restriction::Kind> restriction_kind_from_name(std::string_view text) {
  for (const Restriction::Kind kind : kRestrictionKinds) {
    if (text == name_of(kind)) return kind;
  }
  return std::nullopt;
}

std::string subject_of_account(std::int64_t account) { return std::string(kOfAccount) + std::to_string(account); }
std::string subject_of_guests(std::string_view network) { return std::string(kOfGuests).append(network); }
std::string subject_of_everyone(std::string_view network) { return std::string(kOfEveryone).append(network); }

SubjectParts parts_of_subject(std::string_view subject) {
  const auto rest_after = [subject](std::string_view beginning) { return subject.substr(beginning.size()); };
  if (subject.starts_with(kOfAccount)) {
    const std::string_view digits = rest_after(kOfAccount);
    std::int64_t account = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), account);
    return {.account = account};
  }
  if (subject.starts_with(kOfGuests)) return {.network = std::string(rest_after(kOfGuests))};
  if (subject.starts_with(kOfEveryone)) return {.network = std::string(rest_after(kOfEveryone)), .is_everyone = true};
  return {};
}

// inet_ntop() writes a network of IPv6 with "::" where its last 64 bits are, or further to the left if the bits before
// them are zero, too. So the numbers before "::" are the first ones, and those that are missing are zero.
std::string neighbourhood_of(std::string_view network) {
  constexpr int kKeptNumbersOfV6 = 3;
  if (network.find(':') == std::string_view::npos) {
    const std::size_t end = network.rfind('.');
    return std::string(network.substr(0, end)) + (end == std::string_view::npos ? "" : ".0/24");
  }
  std::string text;
  std::string_view rest = network.substr(0, network.find("::"));
  for (int i = 0; i < kKeptNumbersOfV6; ++i) {
    const std::string_view number = rest.substr(0, rest.find(':'));
    text.append(number.empty() ? "0" : number).append(":");
    rest.remove_prefix(std::min(rest.size(), number.size() + 1));
  }
  return text + ":/48";
}

std::string region_of(std::string_view network) {
  const std::string neighbourhood = neighbourhood_of(network);
  const char separator = neighbourhood.find(':') != std::string::npos ? ':' : '.';
  return neighbourhood.substr(0, neighbourhood.find(separator, neighbourhood.find(separator) + 1));
}

std::string told_ban(const Restriction& ban) {
  return "you are banned from this server until " + ban.until + (ban.why.empty() ? "" : ": " + ban.why);
}

Restriction stored_form(Restriction restriction) {
  restriction.why = base::plain_text(restriction.why, kMaxReasonBytes);
  return restriction;
}

StoreException too_many_restrictions() {
  return StoreException("There are too many bans, mutes and refused names: lift some of them first.",
                        StoreError::Kind::refused);
}

}  // namespace rensa::storage
