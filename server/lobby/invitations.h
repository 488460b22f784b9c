#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/base/types.h"
#include "server/match/terms.h"

namespace rensa::lobby {

struct Invitation {
  base::PlayerId from{};
  match::Terms terms;
  match::Subscription subscription = match::Subscription::events;
  std::string client_id;  // the client that may reclaim it on another connection; empty: no client may
};

// The open invitations, by code. An invitation stays for a while after its host has lost its connection: a telephone
// closes the connection of a page while its user sends the link in another app.
class Invitations {
 public:
  explicit Invitations(std::size_t max_hostless) : max_hostless_(max_hostless) {}

  // Adds an invitation, or replaces the one with the same code.
  void put(const std::string& code, Invitation invitation);
  // Returns null if no invitation has this code.
  const Invitation* find(const std::string& code) const;
  bool is_hostless(const std::string& code) const;
  // Does nothing if no invitation has this code.
  void remove(const std::string& code);
  // Call when the host has lost its connection. Keeps the invitation until `until`, or removes it at once if no client
  // may reclaim it, or if too many invitations of this budget have no host.
  void keep_without_host(const std::string& code, const std::string& payer, base::Time until);
  void remove_expired(base::Time now);
  void clear();

 private:
  struct Expiry {
    std::string code;
    std::string payer;
  };
  using Expiries = std::multimap<base::Time, Expiry>;
  struct Entry {
    Invitation invitation;
    std::optional<Expiries::iterator> expiry;  // set while it has no host
  };

  void remove_expiry(Entry& entry);

  const std::size_t max_hostless_;  // for each budget
  std::unordered_map<std::string, Entry> entries_;
  Expiries expiries_;
  std::unordered_map<std::string, std::size_t> hostless_;  // their number, by budget key
};

}  // namespace rensa::lobby
