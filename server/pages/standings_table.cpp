#include "server/pages/standings_table.h"

#include "server/base/formatted.h"
#include "server/league/interval.h"
#include "server/league/results.h"

namespace rensa::pages {

namespace {

using base::formatted;

Markup player_head(const Visitor& visitor, const TournamentView& view, std::size_t player) {
  Markup cell = player_link(visitor, view.standing.id, view.plan.players[player].name);
  if (view.summary.benched[player]) {
    cell.add(together({" ", element("em", {}, {text_of(visitor.language, Word::benched)})}));
  }
  return element("th", {{"scope", "row"}}, {cell});
}

Markup elo_cells(const Visitor& visitor, const league::Standing& standing, std::size_t group) {
  if (!standing.elo) return together({number_cell("–"), number_cell("")});
  const auto [value, low, high] = *standing.elo;
  std::string interval = range(low, high);
  if (group > 0) interval.append(" ").append(text_of(visitor.language, Word::elo_group, {std::to_string(group)}));
  return together({number_cell(with_sign(value)), number_cell(interval)});
}

Markup rating_cells(const league::Rating& rating) {
  const double half = league::kNormal95 * rating.deviation;
  return together({number_cell(whole(rating.rating)),
                   number_cell(formatted("[%.0f, %.0f]", rating.rating - half, rating.rating + half))});
}

bool has_groups(const std::vector<std::size_t>& groups) {
  for (const std::size_t group : groups) {
    if (group > 0) return true;
  }
  return false;
}

}  // namespace

std::string points(const league::GameCounts& games) {
  return formatted("%g", static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2);
}

std::string measured(const league::Performance& performance, league::Measure measure) {
  const auto value = performance.value(measure);
  return value ? formatted("%.2f", *value) : std::string("–");
}

Markup standings_table(const Visitor& visitor, const TournamentView& view, const Caption& caption,
                       const std::vector<league::Standing>& standings, const std::vector<league::Rating>& ratings) {
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
  const std::vector<std::size_t> groups = contest::groups_of(standings);
  Markup body;
  for (std::size_t place = 0; place < standings.size(); ++place) {
    const league::Standing& standing = standings[place];
    body.add(element(
        "tr", {},
        {number_cell(std::to_string(place + 1)), player_head(visitor, view, standing.player),
         number_cell(points(standing.games)), number_cell(std::to_string(standing.games.games())),
         number_cell(std::to_string(standing.games.wins)), number_cell(std::to_string(standing.games.draws)),
         number_cell(std::to_string(standing.games.losses)),
         ratings.empty() ? elo_cells(visitor, standing, groups[place]) : rating_cells(ratings[standing.player])}));
    body.add("\n");
  }
  Markup head;
  head.add(together({number_head(say(Word::place)), column_head(say(Word::player))}));
  for (const Word word : {Word::points, Word::games, Word::won, Word::drawn, Word::lost,
                          ratings.empty() ? Word::elo : Word::rating, Word::interval}) {
    head.add(number_head(say(word)));
  }
  Markup out = table(caption, head, body);
  if (ratings.empty() && has_groups(groups)) out.add(element("p", {}, {say(Word::elo_groups)}));
  return out;
}

Markup crosstable(const Visitor& visitor, const TournamentView& view) {
  constexpr std::size_t kMost = 40;
  const auto& standings = view.summary.standings;
  if (standings.size() > kMost || view.summary.results.pairings.empty()) return {};
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
  Markup head = together({number_head(say(Word::place)), column_head(say(Word::player))});
  Markup body;
  for (std::size_t row = 0; row < standings.size(); ++row) {
    const std::size_t player = standings[row].player;
    head.add(number_head(std::to_string(row + 1)));
    Markup cells;
    for (const league::Standing& other : standings) {
      const league::PairingResult* result = view.summary.results.find(player, other.player);
      if (result == nullptr) {
        cells.add(number_cell(""));
        continue;
      }
      const auto games = result->first == player ? result->games : league::reversed(result->games);
      cells.add(number_cell(points(games) + "/" + std::to_string(games.games())));
    }
    body.add(element("tr", {}, {number_cell(std::to_string(row + 1)), player_head(visitor, view, player), cells}));
    body.add("\n");
  }
  return together({heading(visitor, Word::crosstable), table({.text = say(Word::crosstable_is)}, head, body)});
}

Markup measures_table(const Visitor& visitor, const TournamentView& view) {
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
  const auto measures = league::measures_of(view.plan.ruleset.pacing);
  Markup head = together({column_head(say(Word::player)), number_head(say(Word::longest_of_all))});
  for (const league::Measure measure : measures) head.add(number_head(say(word_of(measure))));
  Markup body;
  for (const league::Standing& standing : view.summary.standings) {
    const league::Performance performance = view.summary.performance.of(standing.player);
    if (performance.games() == 0) continue;
    Markup cells = number_cell(std::to_string(performance.total().longest_chain));
    for (const league::Measure measure : measures) cells.add(number_cell(measured(performance, measure)));
    body.add(element("tr", {}, {player_head(visitor, view, standing.player), cells}));
    body.add("\n");
  }
  return together({heading(visitor, Word::how_they_play), table({.text = say(Word::averages)}, head, body)});
}

}  // namespace rensa::pages
