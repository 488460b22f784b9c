#include "server/lobby/quick_matches.h"

#include <algorithm>

namespace rensa::lobby {

std::string terms_key(const match::Terms& terms) {
  std::string key = terms.ruleset;
  for (const int part : {static_cast<int>(terms.clock), static_cast<int>(terms.charge), terms.charge_frames,
                         terms.games, terms.first_to, terms.spectator_delay_seconds.value_or(-1)}) {
    key += '/' + std::to_string(part);
  }
  return key;
}

std::optional<base::PlayerId> QuickMatches::find_partner(const std::string& key, base::PlayerId player) const {
  const auto entry = requests_.find(key);
  if (entry == requests_.end()) return std::nullopt;
  for (const Request& request : entry->second) {
    if (request.player != player) return request.player;
  }
  return std::nullopt;
}

std::optional<QuickMatches::Request> QuickMatches::take_partner(const std::string& key, base::PlayerId player) {
  const auto entry = requests_.find(key);
  if (entry == requests_.end()) return std::nullopt;
  std::vector<Request>& requests = entry->second;
  const auto other = std::ranges::find_if(requests, [&](const Request& request) { return request.player != player; });
  if (other == requests.end()) return std::nullopt;
  const Request request = *other;
  requests.erase(other);
  if (requests.empty()) requests_.erase(entry);
  --counts_.at(request.player);
  return request;
}

void QuickMatches::add(const std::string& key, const Request& request) {
  requests_[key].push_back(request);
  ++counts_[request.player];
}

void QuickMatches::cancel(base::PlayerId player) {
  const bool has_requests = count_of(player) > 0;
  counts_.erase(player);
  if (!has_requests) return;
  for (auto& [key, requests] : requests_) {
    std::erase_if(requests, [player](const Request& request) { return request.player == player; });
  }
  std::erase_if(requests_, [](const auto& entry) { return entry.second.empty(); });
}

void QuickMatches::clear() {
  requests_.clear();
  counts_.clear();
}

std::size_t QuickMatches::count_of(base::PlayerId player) const {
  const auto entry = counts_.find(player);
  return entry == counts_.end() ? 0 : entry->second;
}

}  // namespace rensa::lobby
