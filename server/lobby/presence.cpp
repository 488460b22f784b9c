#include "server/lobby/presence.h"

#include <algorithm>
#include <utility>

#include "server/base/name_skeleton.h"

namespace rensa::lobby {

bool Presence::is_name_free(const std::string& name) const {
  return !players_by_skeleton_.contains(base::skeleton_of(name));
}

std::vector<base::PlayerId> Presence::players_with_name_like(const std::string& name) const {
  std::vector<base::PlayerId> players;
  const auto [begin, end] = players_by_skeleton_.equal_range(base::skeleton_of(name));
  for (auto entry = begin; entry != end; ++entry) players.push_back(entry->second);
  return players;
}

bool Presence::is_open(const std::string& name) const {
  return std::ranges::any_of(players_with_name_like(name), [&](base::PlayerId id) {
    const PresentPlayer& player = players_.at(id);
    return player.name == name && player.offer.has_value();
  });
}

void Presence::enter(base::PlayerId player, const std::string& name, Access access) {
  PresentPlayer& state = players_[player];
  state.name = name;
  state.access = access;
  state.entered = entered_count_++;
  state.payer.is_guest = base::is_guest(player);
  players_by_skeleton_.emplace(base::skeleton_of(name), player);
  ++version_;
}

void Presence::rename(base::PlayerId player, const std::string& name) {
  PresentPlayer& state = players_.at(player);
  players_by_skeleton_.erase(skeleton_entry_of(player));
  players_by_skeleton_.emplace(base::skeleton_of(name), player);
  state.name = name;
  ++version_;
}

void Presence::set_offer(base::PlayerId player, const OpenOffer& offer) {
  PresentPlayer& state = players_.at(player);
  if (state.access == Access::arranged_matches_only) return;
  state.offer = offer;
  ++version_;
}

void Presence::replace(base::PlayerId guest, base::PlayerId earlier) {
  skeleton_entry_of(guest)->second = earlier;
  auto node = players_.extract(guest);
  node.key() = earlier;
  players_.insert(std::move(node));
  ++version_;
}

void Presence::leave(base::PlayerId player) {
  players_by_skeleton_.erase(skeleton_entry_of(player));
  players_.erase(player);
  ++version_;
}

Presence::PlayersBySkeleton::iterator Presence::skeleton_entry_of(base::PlayerId player) {
  const auto [begin, end] = players_by_skeleton_.equal_range(base::skeleton_of(players_.at(player).name));
  return std::find_if(begin, end, [player](const auto& entry) { return entry.second == player; });
}

}  // namespace rensa::lobby
