#include "server/pages/views.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "server/tournament/formats/ladder_format.h"
#include "server/tournament/journal/event.h"

namespace rensa::pages {

namespace {

constexpr std::size_t kGames = 100;
constexpr std::size_t kShownResults = 5;
constexpr std::size_t kBestGames = 5;

tournament::PairingResult result_seen_by(std::size_t player, const tournament::PairingResult& result) {
  if (result.first == player) return result;
  return {.first = result.second,
          .second = result.first,
          .games = tournament::reversed(result.games),
          .pairs = tournament::reversed(result.pairs),
          .audited = tournament::reversed(result.audited)};
}

std::vector<OpponentRow> opponent_rows_of(const tournament::GameResults& results, std::size_t player) {
  std::vector<OpponentRow> rows;
  for (const tournament::PairingResult& result : results.pairings) {
    if (result.first != player && result.second != player) continue;
    const tournament::PairingResult own = result_seen_by(player, result);
    if (own.games.games() == 0) continue;
    const tournament::Sample sample = tournament::sample_of(own);
    OpponentRow row{
        .opponent = own.second, .games = own.games, .share = tournament::estimate_score(sample), .difference = {}};
    if (const auto elo = tournament::estimate_elo(sample); !elo.is_unbounded) row.difference = elo.elo;
    rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end(), [](const OpponentRow& one, const OpponentRow& two) {
    const auto [most, fewer] = std::pair(one.games.games(), two.games.games());
    return most != fewer ? most > fewer : one.opponent < two.opponent;
  });
  return rows;
}

tournament::Interval interval_of(const tournament::Rating& rating) {
  const double half = tournament::kNormal95 * rating.deviation;
  return {.value = rating.rating, .low = rating.rating - half, .high = rating.rating + half};
}

// Returns the ratings of the player after each of its games in the last stage that is a ladder; empty if no stage is
// one. The format tells a change of a rating only once, so this has to be called before other queries of that format.
std::vector<tournament::Interval> rating_history_of(tournament::TournamentSnapshot& run, std::size_t player) {
  for (std::size_t stage = run.progress.stage_players().size(); stage-- > 0;) {
    auto* ladder = dynamic_cast<tournament::LadderFormat*>(&run.stages.stage_format(run.progress, stage));
    if (ladder == nullptr) continue;
    std::vector<tournament::Interval> history{interval_of(tournament::Rating())};
    ladder->set_rating_listener([&](std::size_t whose, const tournament::Rating& rating) {
      if (whose == player) history.push_back(interval_of(rating));
    });
    ladder->ratings(run.progress);
    ladder->set_rating_listener({});
    return history;
  }
  return {};
}

// Returns the share of the points before the first game, which is unknown, and after each game; empty without games.
std::vector<tournament::Interval> share_history_of(const tournament::TournamentProgress& tournament,
                                                   std::size_t player) {
  constexpr tournament::Interval kBeforeFirstGame{.value = 0.5, .low = 0, .high = 1};
  std::vector<tournament::Interval> history;
  double points = 0;
  for (std::size_t number = 0; number < tournament.pairs().size(); ++number) {
    const tournament::PlayerPair& pair = tournament.pairs()[number];
    if ((pair.first != player && pair.second != player) || !tournament.counts(number)) continue;
    for (std::size_t leg = 0; leg < tournament.leg_count(number); ++leg) {
      const tournament::GameEnded* ended = tournament.game_result(number, leg);
      if (ended == nullptr) continue;
      const tournament::PairSide own = pair.first == player ? 0 : 1;
      points += !ended->winner ? 0.5 : *ended->winner == own ? 1 : 0;
      if (history.empty()) history.push_back(kBeforeFirstGame);
      const auto games = static_cast<double>(history.size());
      history.push_back(tournament::wilson_interval(points / games, games));
    }
  }
  return history;
}

}  // namespace

std::vector<GameResult> latest_results(const tournament::TournamentProgress& progress, std::size_t player) {
  std::vector<GameResult> form;
  for (std::size_t number = progress.pairs().size(); number-- > 0 && form.size() < kShownResults;) {
    const tournament::PlayerPair& pair = progress.pairs()[number];
    if ((pair.first != player && pair.second != player) || !progress.counts(number)) continue;
    const tournament::PairSide side = pair.first == player ? 0 : 1;
    for (std::size_t leg = progress.leg_count(number); leg-- > 0 && form.size() < kShownResults;) {
      const tournament::GameEnded* ended = progress.game_result(number, leg);
      if (ended == nullptr) continue;
      form.push_back(!ended->winner ? GameResult::drawn : *ended->winner == side ? GameResult::won : GameResult::lost);
    }
  }
  std::reverse(form.begin(), form.end());
  return form;
}

std::vector<GameRow> latest_games(const tournament::TournamentProgress& tournament, std::optional<std::size_t> player,
                                  std::size_t most) {
  std::vector<GameRow> rows;
  for (std::size_t number = tournament.pairs().size(); number-- > 0 && rows.size() < most;) {
    const tournament::PlayerPair& pair = tournament.pairs()[number];
    if (player && pair.first != *player && pair.second != *player) continue;
    const bool is_public = !pair.is_audit || tournament.is_decided(number);
    for (std::size_t leg = tournament.leg_count(number); leg-- > 0;) {
      const tournament::GameEnded* ended = tournament.game_result(number, leg);
      if (ended == nullptr) continue;
      GameRow row{.game = tournament::name_of(ended->game),
                  .stage = pair.stage,
                  .first = pair.first,
                  .second = pair.second,
                  .winner = std::nullopt,
                  .cause = ended->cause,
                  .is_public = is_public};
      for (std::size_t side = 0; side < 2; ++side) {
        row.chains[side] = ended->statistics[side].longest_chain;
        row.clock = std::max(row.clock, ended->statistics[side].clock);
      }
      if (ended->winner) row.winner = *ended->winner == 0 ? pair.first : pair.second;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

std::vector<GameRow> best_games(const tournament::TournamentProgress& tournament, std::size_t player) {
  std::vector<GameRow> games = latest_games(tournament, player, std::numeric_limits<std::size_t>::max());
  std::erase_if(games, [player](const GameRow& game) { return game.winner != player || !game.is_public; });
  const auto own_chain = [player](const GameRow& game) { return game.chains[game.first == player ? 0 : 1]; };
  std::stable_sort(games.begin(), games.end(),
                   [&](const GameRow& one, const GameRow& two) { return own_chain(one) > own_chain(two); });
  if (games.size() > kBestGames) games.resize(kBestGames);
  return games;
}

TournamentView make_tournament_view(TournamentStatus status, tournament::TournamentSnapshot& run) {
  auto summary = tournament::summarise(run);
  TournamentStory story = story_of(run.progress, summary->standings);
  const auto& stages = summary->stages;
  // A sequential test has no ranks.
  if (std::any_of(stages.begin(), stages.end(), [](const auto& stage) { return stage.sprt.has_value(); })) {
    story.last_win.reset();
  }
  std::vector<std::vector<GameResult>> results;
  for (std::size_t player = 0; player < run.progress.player_count(); ++player) {
    results.push_back(latest_results(run.progress, player));
  }
  return {.status = std::move(status),
          .plan = run.plan,
          .summary = std::move(summary),
          .games = latest_games(run.progress, std::nullopt, kGames),
          .story = std::move(story),
          .latest_results = std::move(results)};
}

std::optional<PlayerView> make_player_view(TournamentStatus status, tournament::TournamentSnapshot& run,
                                           const std::string& name) {
  const auto& players = run.plan.players;
  const auto found = std::find_if(players.begin(), players.end(),
                                  [&name](const tournament::PlayerEntry& player) { return player.name == name; });
  if (found == players.end()) return std::nullopt;
  const auto player = static_cast<std::size_t>(found - players.begin());
  PlayerView view;
  view.player = player;
  view.history = rating_history_of(run, player);
  view.history_kind = view.history.empty() ? HistoryKind::share : HistoryKind::rating;
  if (view.history.empty()) view.history = share_history_of(run.progress, player);
  view.tournament = make_tournament_view(std::move(status), run);
  view.opponents = opponent_rows_of(view.tournament.summary->results, player);
  view.games = latest_games(run.progress, player, kGames);
  view.best_games = best_games(run.progress, player);
  return view;
}

}  // namespace rensa::pages
