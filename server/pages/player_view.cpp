#include "server/pages/player_view.h"

#include <algorithm>
#include <utility>

#include "server/league/elo.h"
#include "server/league/ladder_format.h"

namespace rensa::pages {

namespace {

constexpr std::size_t kGames = 100;

league::PairingResult seen_by(std::size_t player, const league::PairingResult& result) {
  if (result.first == player) return result;
  return {.first = result.second,
          .second = result.first,
          .games = league::reversed(result.games),
          .pairs = league::reversed(result.pairs),
          .audited = league::reversed(result.audited)};
}

std::vector<OpponentRow> opponents_of(const league::Results& results, std::size_t player) {
  std::vector<OpponentRow> rows;
  for (const league::PairingResult& result : results.pairings) {
    if (result.first != player && result.second != player) continue;
    const league::PairingResult own = seen_by(player, result);
    if (own.games.games() == 0) continue;
    const league::Sample sample = league::sample_of(own);
    OpponentRow row{.opponent = own.second, .games = own.games, .share = league::score_from(sample), .difference = {}};
    if (const auto elo = league::elo_from(sample); !elo.is_unbounded) row.difference = elo.elo;
    rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end(), [](const OpponentRow& one, const OpponentRow& two) {
    const auto [most, fewer] = std::pair(one.games.games(), two.games.games());
    return most != fewer ? most > fewer : one.opponent < two.opponent;
  });
  return rows;
}

league::Interval interval_of(const league::Rating& rating) {
  const double half = league::kNormal95 * rating.deviation;
  return {.value = rating.rating, .low = rating.rating - half, .high = rating.rating + half};
}

// Of the last stage that is a ladder; empty: none is. Before anything else is asked of its format.
std::vector<league::Interval> ratings_of(contest::ReadRun& run, std::size_t player) {
  for (std::size_t stage = run.tournament.stages().size(); stage-- > 0;) {
    auto* ladder = dynamic_cast<league::LadderFormat*>(&run.cup.format(run.tournament, stage));
    if (ladder == nullptr) continue;
    std::vector<league::Interval> history{interval_of(league::Rating())};
    ladder->tell([&](std::size_t whose, const league::Rating& rating) {
      if (whose == player) history.push_back(interval_of(rating));
    });
    ladder->ratings(run.tournament);
    ladder->tell({});
    return history;
  }
  return {};
}

std::vector<league::Interval> shares_of(const league::Tournament& tournament, std::size_t player) {
  std::vector<league::Interval> history;
  double points = 0;
  for (std::size_t number = 0; number < tournament.pairs().size(); ++number) {
    const league::Pair& pair = tournament.pairs()[number];
    if (pair.first != player && pair.second != player) continue;
    for (std::size_t leg = 0; leg < tournament.legs(number); ++leg) {
      const league::GameEnded* ended = tournament.ended(number, leg);
      if (ended == nullptr) continue;
      const league::Side own = pair.first == player ? 0 : 1;
      points += !ended->winner ? 0.5 : *ended->winner == own ? 1 : 0;
      const double games = static_cast<double>(history.size()) + 1;
      history.push_back(league::wilson(points / games, games));
    }
  }
  return history;
}

}  // namespace

std::optional<PlayerView> view_of_player(Standing standing, contest::ReadRun& run, const std::string& name) {
  const auto& players = run.plan.players;
  const auto found = std::find_if(players.begin(), players.end(),
                                  [&name](const contest::Player& player) { return player.name == name; });
  if (found == players.end()) return std::nullopt;
  const auto player = static_cast<std::size_t>(found - players.begin());
  PlayerView view;
  view.player = player;
  view.history = ratings_of(run, player);
  view.history_of = view.history.empty() ? History::share : History::rating;
  if (view.history.empty()) view.history = shares_of(run.tournament, player);
  view.tournament = view_of(std::move(standing), run);
  view.opponents = opponents_of(view.tournament.summary.results, player);
  view.games = latest_games(run.tournament, player, kGames);
  return view;
}

}  // namespace rensa::pages
