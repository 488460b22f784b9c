#include "server/tournament/formats/corrections.h"

#include <optional>

namespace rensa::tournament {

namespace {

// Returns the first game of these pairs that has a result.
std::optional<GameId> find_result(const TournamentProgress& progress, const std::vector<std::size_t>& pairs) {
  for (const std::size_t pair : pairs) {
    for (std::size_t leg = 0; leg < progress.leg_count(pair); ++leg) {
      if (const GameEnded* ended = progress.game_result(pair, leg)) return ended->game;
    }
  }
  return std::nullopt;
}

std::string why_not_finished(const TournamentProgress& progress, const GameId& game) {
  if (progress.is_running(game)) return "game " + name_of(game) + " is being played: it has no result yet";
  return "there is no game " + name_of(game) + " with a result that counts";
}

}  // namespace

CorrectionOrRefusal<GameAnnulled> annul_game(const TournamentProgress& progress, StageSequence& stages,
                                             const GameId& game, const std::string& why) {
  if (!progress.is_finished(game)) return why_not_finished(progress, game);
  if (stages.is_over(progress)) return "the tournament is over, so no game of it can be played again";
  const auto number = static_cast<std::size_t>(game.pair);
  const PlayerPair& pair = progress.pairs()[number];
  const auto stage = static_cast<std::size_t>(pair.stage);
  if (stage + 1 != progress.stage_players().size()) {
    return "stage " + std::to_string(progress.stage_players().size()) + " has begun with the ranking of stage " +
           std::to_string(stage + 1) + ", so the results of that stage are final";
  }
  if (progress.is_benched(pair.first) || progress.is_benched(pair.second)) {
    return "a player of game " + name_of(game) + " takes no further part, so it cannot be played again";
  }
  const StageFormat& format = stages.stage_format(progress, stage);
  if (std::string final = format.why_results_are_final(progress, number); !final.empty()) return final;
  std::vector<std::size_t> later = format.pairs_scheduled_from(progress, number);
  if (const auto played = find_result(progress, later)) {
    return "game " + name_of(*played) + " follows from the result of game " + name_of(game) +
           " and has been played: pause the tournament, and annul that game first";
  }
  return GameAnnulled{.game = game, .why = why, .cancelled = std::move(later)};
}

CorrectionOrRefusal<PlayerReturned> return_player(const TournamentProgress& progress, StageSequence& stages,
                                                  std::size_t player) {
  if (player >= progress.player_count()) return "there is no such player";
  if (!progress.is_benched(player)) return "the player takes part already";
  if (progress.is_disqualified(player))
    return "the player was disqualified: " + progress.disqualified_players().at(player);
  if (stages.is_over(progress)) return "the tournament is over";
  if (progress.stage_players().empty()) return PlayerReturned{.player = player};
  if (!progress.is_in_current_stage(player)) {
    return "stage " + std::to_string(progress.stage_players().size()) + " has begun without the player";
  }
  const StageFormat& format = stages.stage_format(progress, progress.stage_players().size() - 1);
  if (std::string why = format.why_absent_for_good(progress, player); !why.empty()) return why;
  return PlayerReturned{.player = player, .reopened = format.pairs_to_reopen(progress, player)};
}

CorrectionOrRefusal<PlayerDisqualified> disqualify_player(const TournamentProgress& progress, StageSequence& stages,
                                                          std::size_t player, const std::string& why) {
  if (player >= progress.player_count()) return "there is no such player";
  if (progress.is_disqualified(player)) return "the player has already been disqualified";
  return PlayerDisqualified{.player = player, .why = why, .is_after_end = stages.is_over(progress)};
}

}  // namespace rensa::tournament
