#include "server/play/rota.h"

#include <algorithm>

namespace rensa::play {

Rota::Place Rota::add(Match& match, std::size_t group) {
  auto& [turns, free] = groups_[group];
  if (free.empty()) {
    free.push_back(static_cast<std::uint32_t>(turns.size()));
    turns.emplace_back();
  }
  const Place place{static_cast<std::uint32_t>(group), free.back()};
  free.pop_back();
  turns[place.at].match = &match;
  return place;
}

void Rota::remove(Place place) {
  groups_[place.group].turns[place.at] = {};
  groups_[place.group].free.push_back(place.at);
}

std::size_t Rota::emptiest_real_group() const {
  const auto matches = [](const Group& group) { return group.turns.size() - group.free.size(); };
  const auto fewer = [&](const Group& a, const Group& b) { return matches(a) < matches(b); };
  const auto first = groups_.begin();
  return static_cast<std::size_t>(std::min_element(first, first + kRealGroups, fewer) - first);
}

}  // namespace rensa::play
