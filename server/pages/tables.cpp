#include "server/pages/tables.h"

#include "server/base/formatted.h"
#include "server/tournament/statistics/interval.h"
#include "server/tournament/statistics/standings.h"

namespace rensa::pages {

namespace {

Markup replay_link(const Viewer& viewer, const std::string& tournament, const GameRow& row) {
  const auto say = [&viewer](TextId id) { return text_of(viewer.language, id); };
  if (!row.is_public) return say(TextId::replay_not_public_yet);
  return element("a",
                 {{"href", replay_url(tournament, row.game)},
                  {"aria-label", text_of(viewer.language, TextId::replay_of, {row.game})}},
                 {say(TextId::replay)});
}

// Makes the row of a game. The link to the replay comes before the names, because a phone does not show the columns
// after them.
Markup row_of(const Viewer& viewer, const GameList& list, const GameRow& row) {
  const auto player = [&](std::size_t number) {
    return player_link(viewer, list.tournament, list.plan.players[number].name);
  };
  const Markup winner = row.winner ? player(*row.winner) : Markup(text_of(viewer.language, TextId::draw));
  return element(
      "tr", {},
      {element("th", {{"scope", "row"}}, {row.game}), element("td", {}, {replay_link(viewer, list.tournament, row)}),
       element("td", {}, {player(row.first)}), element("td", {}, {player(row.second)}), element("td", {}, {winner}),
       element("td", {}, {text_of(viewer.language, text_id_of(row.cause))})});
}

using base::formatted;

Markup player_row_head(const Viewer& viewer, const TournamentView& view, std::size_t player) {
  Markup cell = player_link(viewer, view.status.id, view.plan.players[player].name);
  if (view.summary.benched[player]) {
    cell.add(concatenated({" ", element("em", {}, {text_of(viewer.language, TextId::benched)})}));
  }
  return element("th", {{"scope", "row"}}, {cell});
}

Markup elo_cells(const Viewer& viewer, const tournament::PlayerStanding& standing, std::size_t group) {
  if (!standing.elo) return concatenated({number_cell("–"), number_cell("")});
  const auto [value, low, high] = *standing.elo;
  std::string interval = range_text(low, high);
  if (group > 0) interval.append(" ").append(text_of(viewer.language, TextId::elo_group, {std::to_string(group)}));
  return concatenated({number_cell(signed_text(value)), number_cell(interval)});
}

Markup rating_cells(const tournament::Rating& rating) {
  const double half = tournament::kNormal95 * rating.deviation;
  return concatenated({number_cell(integer_text(rating.rating)),
                       number_cell(formatted("[%.0f, %.0f]", rating.rating - half, rating.rating + half))});
}

bool has_groups(const std::vector<std::size_t>& groups) {
  for (const std::size_t group : groups) {
    if (group > 0) return true;
  }
  return false;
}

}  // namespace

Markup games_section(const Viewer& viewer, TextId title, const GameList& list) {
  const auto say = [&viewer](TextId id) { return text_of(viewer.language, id); };
  if (list.games.empty()) return element("p", {}, {say(TextId::no_games)});
  Markup body;
  for (const GameRow& row : list.games) body.add(row_of(viewer, list, row));
  return table({.text = say(title), .visibility = Caption::Visibility::screen_readers},
               concatenated({column_head(say(TextId::game)), column_head(say(TextId::replay)),
                             column_head(say(TextId::player) + " 1"), column_head(say(TextId::player) + " 2"),
                             column_head(say(TextId::winner)), column_head(say(TextId::ended_by))}),
               body);
}

std::string points_text(const tournament::GameCounts& games) {
  return formatted("%g", static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2);
}

std::string measure_text(const tournament::Performance& performance, tournament::Measure measure) {
  const auto value = performance.value(measure);
  return value ? formatted("%.2f", *value) : std::string("–");
}

Markup standings_table(const Viewer& viewer, const TournamentView& view, const Caption& caption,
                       const std::vector<tournament::PlayerStanding>& standings,
                       const std::vector<tournament::Rating>& ratings) {
  const auto say = [&viewer](TextId id) { return text_of(viewer.language, id); };
  const std::vector<std::size_t> groups = tournament::elo_groups(standings);
  Markup body;
  for (std::size_t place = 0; place < standings.size(); ++place) {
    const tournament::PlayerStanding& standing = standings[place];
    body.add(element(
        "tr", {},
        {number_cell(std::to_string(place + 1)), player_row_head(viewer, view, standing.player),
         number_cell(points_text(standing.games)), number_cell(std::to_string(standing.games.games())),
         number_cell(std::to_string(standing.games.wins)), number_cell(std::to_string(standing.games.draws)),
         number_cell(std::to_string(standing.games.losses)),
         ratings.empty() ? elo_cells(viewer, standing, groups[place]) : rating_cells(ratings[standing.player])}));
    body.add("\n");
  }
  Markup head;
  head.add(concatenated({number_head(say(TextId::place_in_standings)), column_head(say(TextId::player))}));
  for (const TextId id : {TextId::points, TextId::games, TextId::won, TextId::drawn, TextId::lost,
                          ratings.empty() ? TextId::elo : TextId::rating, TextId::interval_heading}) {
    head.add(number_head(say(id)));
  }
  Markup out = table(caption, head, body);
  if (ratings.empty() && has_groups(groups)) out.add(element("p", {}, {say(TextId::elo_groups_explained)}));
  return out;
}

Markup crosstable(const Viewer& viewer, const TournamentView& view) {
  constexpr std::size_t kMost = 40;
  const auto& standings = view.summary.standings;
  if (standings.size() > kMost || view.summary.results.pairings.empty()) return {};
  const auto say = [&viewer](TextId id) { return text_of(viewer.language, id); };
  Markup head = concatenated({number_head(say(TextId::place_in_standings)), column_head(say(TextId::player))});
  Markup body;
  for (std::size_t row = 0; row < standings.size(); ++row) {
    const std::size_t player = standings[row].player;
    head.add(number_head(std::to_string(row + 1)));
    Markup cells;
    for (const tournament::PlayerStanding& other : standings) {
      const tournament::PairingResult* result = view.summary.results.find(player, other.player);
      if (result == nullptr) {
        cells.add(number_cell(""));
        continue;
      }
      const auto games = result->first == player ? result->games : tournament::reversed(result->games);
      cells.add(number_cell(points_text(games) + "/" + std::to_string(games.games())));
    }
    body.add(element("tr", {}, {number_cell(std::to_string(row + 1)), player_row_head(viewer, view, player), cells}));
    body.add("\n");
  }
  return concatenated(
      {heading(viewer, TextId::crosstable), table({.text = say(TextId::crosstable_caption)}, head, body)});
}

Markup measures_table(const Viewer& viewer, const TournamentView& view) {
  const auto say = [&viewer](TextId id) { return text_of(viewer.language, id); };
  const auto measures = tournament::measures_for(view.plan.ruleset.pacing);
  Markup head = concatenated({column_head(say(TextId::player)), number_head(say(TextId::longest_chain_of_all))});
  for (const tournament::Measure measure : measures) head.add(number_head(say(text_id_of(measure))));
  Markup body;
  for (const tournament::PlayerStanding& standing : view.summary.standings) {
    const tournament::Performance performance = view.summary.performance.of(standing.player);
    if (performance.games() == 0) continue;
    Markup cells = number_cell(std::to_string(performance.total().longest_chain));
    for (const tournament::Measure measure : measures) cells.add(number_cell(measure_text(performance, measure)));
    body.add(element("tr", {}, {player_row_head(viewer, view, standing.player), cells}));
    body.add("\n");
  }
  return concatenated({heading(viewer, TextId::how_they_play), table({.text = say(TextId::averages)}, head, body)});
}

}  // namespace rensa::pages
