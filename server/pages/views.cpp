#include "server/pages/views.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <utility>

#include "server/tournament/formats/ladder_format.h"
#include "server/tournament/journal/event.h"

namespace rensa::pages {

namespace {

constexpr std::size_t kGames = 100;
constexpr std::size_t kShownResults = 5;
constexpr std::size_t kBestGames = 5;
constexpr std::size_t kNextPairs = 4;

bool is_knock_out(tournament::FormatKind format) {
  return format == tournament::FormatKind::knock_out || format == tournament::FormatKind::double_knock_out;
}

// Adds the round of a match. The matches are numbered round by round, and the one for the third place is the last.
void add_round(GamePlace& place, int match, std::size_t players) {
  const std::size_t size = std::bit_ceil(players);
  place.rounds = static_cast<int>(std::bit_width(size)) - 1;
  place.is_for_third_place = static_cast<std::size_t>(match) + 1 >= size;
  std::size_t end = size / 2;
  for (std::size_t matches = size / 2; matches > 1 && static_cast<std::size_t>(match) >= end; ++place.round) {
    matches /= 2;
    end += matches;
  }
}

// Returns the place of a pair; the number is left out.
GamePlace place_of_pair(const tournament::TournamentPlan& plan, const tournament::TournamentProgress& progress,
                        const tournament::PlayerPair& pair) {
  const auto stage = static_cast<std::size_t>(pair.stage);
  GamePlace place{.format = plan.stages[stage].format, .has_stages = plan.stages.size() > 1};
  if (!is_knock_out(place.format)) return place;
  place.match = pair.number_in_format;
  if (place.format == tournament::FormatKind::knock_out) {
    add_round(place, pair.number_in_format, progress.stage_players()[stage].size());
  }
  return place;
}

std::size_t count_games(const tournament::TournamentProgress& progress, std::size_t pair) {
  std::size_t games = 0;
  for (std::size_t leg = 0; leg < progress.leg_count(pair); ++leg) {
    if (progress.game_result(pair, leg) != nullptr) ++games;
  }
  return games;
}

// Returns the first pairs of which no game has begun.
std::vector<NextPairRow> next_pairs_of(const tournament::TournamentSnapshot& run) {
  const tournament::TournamentProgress& progress = run.progress;
  std::vector<NextPairRow> rows;
  if (progress.is_closed()) return rows;
  std::set<std::size_t> begun;
  for (const tournament::GameId& game : progress.running_games()) begun.insert(static_cast<std::size_t>(game.pair));
  for (std::size_t number = 0; number < progress.pairs().size() && rows.size() < kNextPairs; ++number) {
    if (progress.is_decided(number) || begun.contains(number) || count_games(progress, number) > 0) continue;
    const tournament::PlayerPair& pair = progress.pairs()[number];
    rows.push_back({.first = pair.first, .second = pair.second, .place = place_of_pair(run.plan, progress, pair)});
  }
  return rows;
}

std::size_t count_games_of(const tournament::TournamentProgress& progress, std::size_t player) {
  std::size_t games = 0;
  for (std::size_t number = 0; number < progress.pairs().size(); ++number) {
    const tournament::PlayerPair& pair = progress.pairs()[number];
    if (pair.first == player || pair.second == player) games += count_games(progress, number);
  }
  return games;
}

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

GamePlace place_of(const tournament::TournamentPlan& plan, const tournament::TournamentProgress& progress,
                   const tournament::GameId& game) {
  const auto number = static_cast<std::size_t>(game.pair);
  const tournament::PlayerPair& pair = progress.pairs()[number];
  GamePlace place = place_of_pair(plan, progress, pair);
  const std::size_t pairs_before = number - progress.pairs_of_stage(pair.stage).begin;
  const std::size_t games_before = is_knock_out(place.format) ? 0 : pairs_before * static_cast<std::size_t>(pair.legs);
  place.number = games_before + static_cast<std::size_t>(game.leg) + 1;
  return place;
}

bool TournamentView::has_places() const {
  const auto& stages = summary->stages;
  const auto is_test = [](const tournament::StageSummary& stage) { return stage.sprt.has_value(); };
  if (stages.empty() || std::any_of(stages.begin(), stages.end(), is_test)) return false;
  return status.state == TextId::state_over || !is_knock_out(stages.back().plan.format);
}

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

std::vector<GameRow> latest_games(const tournament::TournamentSnapshot& run, std::optional<std::size_t> player,
                                  std::size_t most) {
  const tournament::TournamentProgress& tournament = run.progress;
  std::vector<GameRow> rows;
  for (std::size_t number = tournament.pairs().size(); number-- > 0 && rows.size() < most;) {
    const tournament::PlayerPair& pair = tournament.pairs()[number];
    if (player && pair.first != *player && pair.second != *player) continue;
    const bool is_public = !pair.is_audit || tournament.is_decided(number);
    for (std::size_t leg = tournament.leg_count(number); leg-- > 0;) {
      const tournament::GameEnded* ended = tournament.game_result(number, leg);
      if (ended == nullptr) continue;
      GameRow row{.game = tournament::name_of(ended->game),
                  .place = place_of(run.plan, tournament, ended->game),
                  .first = pair.first,
                  .second = pair.second,
                  .winner = std::nullopt,
                  .cause = ended->cause,
                  .counts = tournament.counts(number),
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

std::vector<GameRow> best_games(const tournament::TournamentSnapshot& run, std::size_t player) {
  std::vector<GameRow> games = latest_games(run, player, std::numeric_limits<std::size_t>::max());
  std::erase_if(games,
                [player](const GameRow& game) { return game.winner != player || !game.counts || !game.is_public; });
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
  if (story.last_win) {
    story.is_last_win_final =
        place_of(run.plan, run.progress, *tournament::game_of_name(story.last_win->game)).is_final();
  }
  std::vector<std::vector<GameResult>> results;
  for (std::size_t player = 0; player < run.progress.player_count(); ++player) {
    results.push_back(latest_results(run.progress, player));
  }
  return {.status = std::move(status),
          .plan = run.plan,
          .summary = std::move(summary),
          .games = latest_games(run, std::nullopt, kGames),
          .story = std::move(story),
          .latest_results = std::move(results),
          .next_pairs = next_pairs_of(run),
          .messages = {run.progress.newest_messages().rbegin(), run.progress.newest_messages().rend()}};
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
  view.games = latest_games(run, player, kGames);
  view.games_of_all = count_games_of(run.progress, player);
  view.best_games = best_games(run, player);
  return view;
}

}  // namespace rensa::pages
