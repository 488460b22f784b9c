#include "server/pages/tournament_view.h"

#include <array>
#include <utility>

#include "server/league/game_id.h"

namespace rensa::pages {

namespace {

constexpr std::size_t kGamesShown = 30;

}  // namespace

std::vector<GameRow> latest_games(const league::Tournament& tournament, std::optional<std::size_t> player,
                                  std::size_t most) {
  std::vector<GameRow> rows;
  for (std::size_t number = tournament.pairs().size(); number-- > 0 && rows.size() < most;) {
    const league::Pair& pair = tournament.pairs()[number];
    if (player && pair.first != *player && pair.second != *player) continue;
    const bool is_public = !pair.is_audit || tournament.is_decided(number);
    for (std::size_t leg = tournament.legs(number); leg-- > 0;) {
      const league::GameEnded* ended = tournament.ended(number, leg);
      if (ended == nullptr) continue;
      GameRow row{.game = league::name_of(ended->game),
                  .stage = pair.stage,
                  .first = pair.first,
                  .second = pair.second,
                  .winner = std::nullopt,
                  .cause = ended->cause,
                  .is_public = is_public};
      if (ended->winner) row.winner = *ended->winner == 0 ? pair.first : pair.second;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

TournamentView view_of(Standing standing, contest::ReadRun& run) {
  return {.standing = std::move(standing),
          .plan = run.plan,
          .summary = contest::summary_of(run),
          .games = latest_games(run.tournament, std::nullopt, kGamesShown)};
}

}  // namespace rensa::pages
