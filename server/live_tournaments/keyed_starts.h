#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "server/base/lifetime.h"
#include "server/live_tournaments/refusal.h"

namespace rensa::live_tournaments {

// Requests to start a tournament that have a key. A request whose answer was lost is sent again with the same key, and
// gets the answer of the first one. A refused request is forgotten, and so are those of a deleted tournament. Of the
// others only the latest are known, as long as the server runs.
class KeyedStarts {
 public:
  // Gets the name of the tournament.
  using Answer = std::function<void(std::variant<std::string, Refusal>)>;

  // Returns the name of the tournament that an earlier request with this key has started; the reason to refuse it, if
  // that request was another one; or nothing. `request` is all that the request asks for, as text.
  std::variant<std::monostate, std::string, Refusal> find(const std::string& key, const std::string& request) const;
  // Returns the function that answers this request and all that come meanwhile with the same key; nullptr: an earlier
  // request is being carried out, and its answer is also given to this one. Precondition: find() has found nothing.
  Answer begin(const std::string& key, const std::string& request, const Answer& answer);
  // Forgets the request that has started this tournament.
  void forget(const std::string& tournament);

 private:
  struct Start {
    std::size_t request_hash = 0;
    std::optional<std::string> name;  // of its tournament
    std::vector<Answer> waiting;
  };
  void finish(const std::string& key, const std::variant<std::string, Refusal>& started);

  std::map<std::string, Start> starts_;
  std::deque<std::string> started_keys_;  // the oldest first
  base::Lifetime lifetime_;
};

}  // namespace rensa::live_tournaments
