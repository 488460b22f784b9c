#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/storage/completion.h"

namespace rensa::storage {

// The contract for restrictions: bans and mutes of accounts and addresses, each for a time.

inline constexpr std::size_t kMaxRestrictions = 10'000;

struct Restriction {
  enum class Kind : std::uint8_t {
    ban,   // may not enter
    mute,  // what it says in matches is not passed on
  };

  Kind kind = Kind::ban;
  std::string subject;  // the payer that is restricted: "token 7", or "guests at 192.0.2.7"
  std::string until;    // ISO 8601, UTC; it does not hold any more at this time
  std::string why{};
  std::int64_t id = 0;  // given by the store
  std::string made{};   // ISO 8601, UTC; given by the store
  bool operator==(const Restriction&) const = default;
};

const char* name_of(Restriction::Kind kind);
std::optional<Restriction::Kind> restriction_kind_from_name(std::string_view text);

// All restrictions that had not ended when the last one was added, in the order of their ids.
struct RestrictionList {
  std::uint64_t version = 0;  // is larger after each change, by any process; never 0
  std::vector<Restriction> restrictions;
};

// All calls return at once and may be made from any thread.
class Restrictions {
 public:
  virtual ~Restrictions() = default;

  // The answer is the id. Deletes those that have ended. Refuses one more than kMaxRestrictions.
  virtual void add_restriction(Restriction restriction, Completion<std::int64_t> done) = 0;
  // The answer is false if there is no such restriction.
  virtual void lift_restriction(std::int64_t id, Completion<bool> done) = 0;
  // The answer is nullopt if nothing has changed since `version`. Version 0 gets a list in any case.
  virtual void list_restrictions_since(std::uint64_t version, Completion<std::optional<RestrictionList>> done) = 0;
};

// Returns the restriction as it is stored, made now.
Restriction stored_form(Restriction restriction);
// The refusal of one more than kMaxRestrictions.
StoreException too_many_restrictions();

}  // namespace rensa::storage
