#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/base/types.h"
#include "server/lobby/capacity/capacity.h"
#include "server/match/terms.h"

namespace rensa::lobby {

// A player with arranged_matches_only takes part only in matches that are arranged for it.
enum class Access : std::uint8_t { full, arranged_matches_only };

// A player accepts any challenge, up to this number of matches at a time.
struct OpenOffer {
  int matches = 1;
  match::Subscription subscription = match::Subscription::events;
};

// A player that is present.
struct PresentPlayer {
  std::string name;
  Access access = Access::full;
  std::uint64_t entered = 0;  // the number of players that had entered before
  // All players with the same payer share one part of the capacity for matches, and one limit for the invitations that
  // they leave behind. Payers that are guests share none with others.
  Payer payer{};
  std::optional<OpenOffer> offer{};  // set if challenges to it start a match at once
};

// The players that are present, with their names, rights, payers and offers. It owns this data alone, and knows neither
// their requests (Matchmaking) nor their matches (PlayerMatches): when a player leaves, Lobby tells all three.
class Presence {
 public:
  using Players = std::unordered_map<base::PlayerId, PresentPlayer>;

  // Returns true if no player here has this name, or one that looks like it. Several workers may share a name.
  bool is_name_free(const std::string& name) const;
  bool contains(base::PlayerId player) const { return players_.contains(player); }
  std::size_t count() const { return players_.size(); }
  const Players& players() const { return players_; }
  std::vector<base::PlayerId> players_with_name_like(const std::string& name) const;
  // Returns true if a player with this name accepts challenges without being asked.
  bool is_open(const std::string& name) const;

  // Precondition: the player is not present.
  void enter(base::PlayerId player, const std::string& name, Access access);
  // Precondition of all functions below: the player is present.
  const PresentPlayer& player(base::PlayerId player) const { return players_.at(player); }
  const std::string& name_of(base::PlayerId player) const { return players_.at(player).name; }
  void rename(base::PlayerId player, const std::string& name);
  void set_payer(base::PlayerId player, Payer payer) { players_.at(player).payer = std::move(payer); }
  // Does nothing for a player that takes part in arranged matches only.
  void set_offer(base::PlayerId player, const OpenOffer& offer);
  // From now on the earlier player is present instead of the guest.
  void replace(base::PlayerId guest, base::PlayerId earlier);
  void leave(base::PlayerId player);

  // Changes whenever names or offers may have changed.
  std::uint64_t version() const { return version_; }

 private:
  using PlayersBySkeleton = std::unordered_multimap<std::string, base::PlayerId>;

  PlayersBySkeleton::iterator skeleton_entry_of(base::PlayerId player);

  Players players_;
  PlayersBySkeleton players_by_skeleton_;  // of their names
  std::uint64_t entered_count_ = 0;
  std::uint64_t version_ = 0;
};

}  // namespace rensa::lobby
