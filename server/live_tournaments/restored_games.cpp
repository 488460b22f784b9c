#include "server/live_tournaments/restored_games.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "engine/duel/game_setup.h"
#include "server/tournament/plan/game_seeds.h"

namespace rensa::live_tournaments {

namespace {

// Returns true if the match has the queue and the players of this game. Another tournament may have had the same name.
bool is_match_of(const match::RestoredArrangedMatch& match, const tournament::TournamentPlan& plan,
                 const tournament::GameToPlay& game) {
  const tournament::GameSeeds seeds = tournament::game_seeds(plan, game);
  if (match.game.seed != seeds.queue) return false;
  return std::all_of(duel::kSeats.begin(), duel::kSeats.end(), [&](duel::Seat seat) {
    const std::size_t player = tournament::player_at(game, seeds, seat);
    return plan.players[player].name == match.players[duel::index_of(seat)];
  });
}

// The process of a program has ended with the server. A player that was benched for its failures plays its running
// games to their ends; those of a withdrawn player are void in the journal.
bool can_go_on(std::size_t player, const tournament::TournamentPlan& plan,
               const tournament::TournamentProgress& progress) {
  const bool is_remote = std::holds_alternative<tournament::RemotePlayer>(plan.players[player].kind);
  return is_remote && !progress.is_disqualified(player);
}

}  // namespace

RestoredGames find_restored_games(const tournament::TournamentPlan& plan,
                                  const tournament::TournamentProgress& progress,
                                  std::span<const match::RestoredArrangedMatch> matches) {
  RestoredGames found;
  for (const match::RestoredArrangedMatch& match : matches) {
    const auto id = match.game.name ? tournament::game_of_name(match.game.name->game) : std::nullopt;
    if (!id) continue;
    const bool is_running = progress.is_running(*id);
    if (!is_running && !progress.is_finished(*id)) continue;
    const tournament::GameToPlay game = progress.game(*id);
    if (!is_match_of(match, plan, game)) continue;
    if (!is_running) {
      if (match.has_ended) found.finished.emplace(match.match, *id);
      continue;
    }
    if (!can_go_on(game.pair.first, plan, progress) || !can_go_on(game.pair.second, plan, progress)) continue;
    RestoredGames::Running& newest = found.running[*id];
    if (match.match >= newest.match) newest = {.match = match.match, .has_ended = match.has_ended};
  }
  return found;
}

}  // namespace rensa::live_tournaments
