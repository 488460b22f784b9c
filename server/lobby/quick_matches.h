#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/base/types.h"
#include "server/match/terms.h"

namespace rensa::lobby {

// Returns the same key for terms that are equal apart from `queue_of`.
std::string terms_key(const match::Terms& terms);

// The requests for quick matches that wait for a partner, by the keys of their terms.
class QuickMatches {
 public:
  struct Request {
    base::PlayerId player{};
    match::Subscription subscription = match::Subscription::events;
  };

  // Returns the player of the oldest request with this key, apart from those of this player.
  std::optional<base::PlayerId> find_partner(const std::string& key, base::PlayerId player) const;
  // Removes the oldest request with this key, apart from those of this player, and returns it.
  std::optional<Request> take_partner(const std::string& key, base::PlayerId player);
  void add(const std::string& key, const Request& request);
  // Removes all requests of the player.
  void cancel(base::PlayerId player);
  void clear();
  std::size_t count_of(base::PlayerId player) const;
  // Returns the number of different terms that are requested.
  std::size_t terms_count() const { return requests_.size(); }

 private:
  std::map<std::string, std::vector<Request>> requests_;  // the oldest first; none is empty
  std::unordered_map<base::PlayerId, std::size_t> counts_;
};

}  // namespace rensa::lobby
