#include "server/http_api/reserved_names.h"

#include <variant>

#include "engine/players/registry.h"
#include "server/base/name_skeleton.h"

namespace rensa::http_api {

namespace {

constexpr std::size_t kMaxSkeletons = 10'000;

// Calls a function with each tournament that is not over and its name.
template <typename Use>
void for_each_open_tournament(const live_tournaments::TournamentRegistry& tournaments, Use use) {
  for (const std::string& id : tournaments.names()) {
    const live_tournaments::LiveTournament* const run = tournaments.find(id);
    if (run != nullptr && run->state() != live_tournaments::RunState::over) use(id, *run);
  }
}

}  // namespace

std::optional<std::string> ReservedNames::why_reserved(const std::string& name) {
  const std::string wanted = base::skeleton_of(name);
  for (const players::PlayerKind& kind : players::player_kinds()) {
    if (skeleton_of(std::string(kind.name)) == wanted)
      return "a built-in player has this name, or one that looks like it";
  }
  if (is_like_bot_(name)) return "a bot or its author has this name, or one that looks like it";
  std::optional<std::string> why;
  for_each_open_tournament(tournaments_, [&](const std::string& id, const live_tournaments::LiveTournament& run) {
    for (const tournament::PlayerEntry& player : run.plan().players) {
      if (skeleton_of(player.name) != wanted) continue;
      why = "a player of the tournament " + id + ", which is not over, has this name, or one that looks like it";
    }
  });
  return why;
}

std::string ReservedNames::tournament_of_account(const std::string& name) const {
  std::string found;
  for_each_open_tournament(tournaments_, [&](const std::string& id, const live_tournaments::LiveTournament& run) {
    for (const tournament::PlayerEntry& player : run.plan().players) {
      if (player.name == name && std::holds_alternative<tournament::RemotePlayer>(player.kind)) found = id;
    }
  });
  return found;
}

const std::string& ReservedNames::skeleton_of(const std::string& name) {
  const auto known = skeletons_.find(name);
  if (known != skeletons_.end()) return known->second;
  if (skeletons_.size() == kMaxSkeletons) skeletons_.clear();
  return skeletons_.emplace(name, base::skeleton_of(name)).first->second;
}

}  // namespace rensa::http_api
