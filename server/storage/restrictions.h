#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/storage/completion.h"

namespace rensa::storage {

// The contract for restrictions: bans and mutes of accounts and addresses, and names that are refused. Each holds for a
// time.

inline constexpr std::size_t kMaxRestrictions = 10'000;  // that hold
// A clock that is ahead for a while lets them seem to have ended, so they are kept.
inline constexpr std::size_t kMaxEndedRestrictions = 10'000;
// The longest time for which a moderator restricts.
inline constexpr int kMaxRestrictedMinutes = 366 * 24 * 60;

struct Restriction {
  enum class Kind : std::uint8_t {
    ban,   // may not enter
    mute,  // its words are not passed on
    name,  // nobody may have this name, or one that looks like it
  };

  Kind kind = Kind::ban;
  std::string subject;  // the name, or the text of a subject (see subject_of_account())
  std::string made;     // ISO 8601, UTC
  std::string until;    // ISO 8601, UTC; it does not hold any more at this time
  std::string why{};
  std::int64_t id = 0;      // given by the store
  bool is_of_role = false;  // of an account with a role, or of its name: only an administrator lifts it
  bool operator==(const Restriction&) const = default;
};

std::string_view name_of(Restriction::Kind kind);
std::optional<Restriction::Kind> restriction_kind_from_name(std::string_view text);

// Subjects of bans and mutes. `network` is the part of an address that shares limits.
std::string subject_of_account(std::int64_t account);
std::string subject_of_guests(std::string_view network);
// Guests, and accounts without a role.
std::string subject_of_everyone(std::string_view network);

// What a subject stands for, to show it. One of the two is empty.
struct SubjectParts {
  std::optional<std::int64_t> account{};
  std::string network{};
  bool is_everyone = false;  // at this network, and not only guests
};
SubjectParts parts_of_subject(std::string_view subject);

// Returns the text that stands for all networks that one person or provider may well have at once: "2001:db8:7::/48"
// for "2001:db8:7:1::", and "192.0.2.0/24" for "192.0.2.7". A text that is no address is its own neighbourhood.
std::string neighbourhood_of(std::string_view network);
// Returns the text that stands for all networks that one provider may well have, of which the first 32 bits of IPv6 or
// 16 bits are the same: "2001:db8", "192.0".
std::string region_of(std::string_view network);

// All restrictions, also those that have ended, in the order of their ids.
struct RestrictionList {
  std::uint64_t version = 0;  // is larger after each change, by any process; never 0
  std::vector<Restriction> restrictions;
};

// All calls return at once and may be made from any thread.
class Restrictions {
 public:
  virtual ~Restrictions() = default;

  // The answer is the id. Refuses to refuse the name of an account: Accounts::rename_account() does that. Of those that
  // have ended when the new one is made, the last kMaxEndedRestrictions are kept. Refuses one more than
  // kMaxRestrictions.
  virtual void add_restriction(Restriction restriction, Completion<std::int64_t> done) = 0;
  // The answer is false if there is no such restriction.
  virtual void lift_restriction(std::int64_t id, Completion<bool> done) = 0;
  // The answer is nullopt if nothing has changed since `version`. Version 0 gets a list in any case.
  virtual void list_restrictions_since(std::uint64_t version, Completion<std::optional<RestrictionList>> done) = 0;
};

// Returns the sentence that a banned client is told.
std::string told_ban(const Restriction& ban);
// Returns the restriction as it is stored.
Restriction stored_form(Restriction restriction);
// The refusal of one more than kMaxRestrictions.
StoreException too_many_restrictions();

}  // namespace rensa::storage
