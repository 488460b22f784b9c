#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <string>
#include <unordered_map>

#include "server/base/types.h"

namespace rensa::lobby {

// The matches that a limit admits at a moment. Each value admits also those of the values before it.
enum class Availability : std::uint8_t {
  none,
  first_of_account,  // only the first match of an account that has none
  first_match,       // only the first match of a payer that has none
  any_match,
};

// Beyond the limit, a reserve is kept for payers that have no match, and its last quarter for accounts among them.
struct Reserve {
  static constexpr std::size_t kPart = 8;      // of the limit
  static constexpr std::size_t kAtLeast = 16;  // matches, or as many as the limit if that is less

  std::size_t matches = 0;
  std::size_t for_accounts = 0;  // of them
};
Reserve reserve_beyond(std::size_t limit);

// `used`: the matches that run now.
Availability availability_of_matches(std::size_t used, std::size_t limit);
// `used`: the part of a limit on a share that is taken now; 1: all of it.
Availability availability_of_share(double used);

// Matches are charged to payers: an address of guests, an account, or all tournaments together.
struct Payer {
  std::string name{};
  bool is_guest = true;
};

// Divides the capacity for matches between their payers. Running matches are never taken away.
// * A payer without a match may begin one while there is a place in the reserve. So it is refused only if as many
//   other payers as the reserve has places have begun theirs, and still play.
// * A payer with matches may begin more up to the limit, unless a payer with fewer was refused shortly before. So
//   places that become free go to the payer that has the fewest, and one that is alone may use all up to the limit.
class Capacity {
 public:
  // Clients that were refused ask again after at most this time.
  static constexpr base::Span kRefusalMemory = std::chrono::seconds(30);

  bool may_begin(const Payer& payer, Availability available, base::Time now) const;
  // A refused payer waits, until it may begin or asks no more.
  void remember_refusal(const Payer& payer, base::Time now);
  void forget_refusal(const std::string& payer);

  void add_match(const std::string& payer);
  void remove_match(const std::string& payer);

  std::size_t matches_of(const std::string& payer) const;
  std::size_t payer_count() const { return matches_.size(); }
  std::size_t waiting_count() const { return waiting_.size(); }  // including those that have asked no more

 private:
  struct Refusal {
    Payer payer;
    base::Time at;
  };
  // Returns true if places go to the refused payer before this one.
  bool precedes(const Payer& refused, const Payer& payer) const;

  std::unordered_map<std::string, std::size_t> matches_;  // of each payer; none is zero
  std::list<Refusal> refusals_;                           // the last one of each payer, oldest first
  std::unordered_map<std::string, std::list<Refusal>::iterator> waiting_;
};

}  // namespace rensa::lobby
