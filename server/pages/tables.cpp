#include "server/pages/tables.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "server/base/formatted.h"
#include "server/tournament/statistics/interval.h"
#include "server/tournament/statistics/standings.h"

namespace rensa::pages {

namespace {

using base::formatted;

Markup player_row_head(const Viewer& viewer, const TournamentView& view, std::size_t player) {
  Markup cell = player_link(viewer, view.status.id, view.plan.players[player].name);
  if (const std::string note = exclusion_text(viewer, view, player); !note.empty()) {
    cell.add(concatenated({" ", element("em", {}, {note})}));
  }
  return element("th", {{"scope", "row"}}, {cell});
}

Markup elo_cells(const Viewer& viewer, const tournament::PlayerStanding& standing, std::size_t scale) {
  if (!standing.elo) return concatenated({number_cell("–"), number_cell("")});
  const auto [value, low, high] = *standing.elo;
  std::string interval = range_text(low, high);
  if (scale > 0) interval.append(" ").append(viewer.say(TextId::elo_scale, {std::to_string(scale)}));
  return concatenated({number_cell(signed_text(value)), number_cell(interval)});
}

Markup rating_cells(const tournament::Rating& rating) {
  const double half = tournament::kNormal95 * rating.deviation;
  return concatenated({number_cell(integer_text(rating.rating)),
                       number_cell(formatted("[%.0f, %.0f]", rating.rating - half, rating.rating + half))});
}

// Returns the points as text, such as "3.5": the wins plus half of the draws.
std::string points_text(const tournament::GameCounts& games) {
  return formatted("%g", static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2);
}

struct ResultTexts {
  const char* style;
  TextId letter;
  TextId word;
};
constexpr std::array kResultTexts{ResultTexts{"form_won", TextId::form_won, TextId::won},
                                  ResultTexts{"form_drawn", TextId::form_drawn, TextId::drawn},
                                  ResultTexts{"form_lost", TextId::form_lost, TextId::lost}};

}  // namespace

Markup results_row(const Viewer& viewer, const std::vector<GameResult>& form) {
  if (form.empty()) return {};
  Markup letters;
  std::string words;
  for (const GameResult result : form) {
    const auto& [style, letter, word] = kResultTexts[static_cast<std::size_t>(result)];
    letters.add(element("span", {{"class", style}}, {viewer.say(letter)}));
    words += (words.empty() ? "" : ", ") + viewer.say(word);
  }
  return element("span",
                 {{"class", "form"}, {"role", "img"}, {"aria-label", viewer.say(TextId::latest_results, {words})}},
                 {letters});
}

std::string exclusion_text(const Viewer& viewer, const TournamentView& view, std::size_t player) {
  const auto reason = view.summary->disqualified.find(player);
  if (reason != view.summary->disqualified.end()) return viewer.say(TextId::disqualified, {reason->second});
  return view.summary->benched[player] ? viewer.say(TextId::benched) : "";
}

Markup running_games_table(const Viewer& viewer, const TournamentView& view) {
  Markup body;
  for (const RunningGameRow& row : view.status.running_games) {
    const auto player = [&](std::size_t number) {
      return element("td", {}, {player_link(viewer, view.status.id, view.plan.players[number].name)});
    };
    const Markup link =
        element("a", {{"href", watch_url(row.match)}, {"aria-label", viewer.say(TextId::watch_game, {row.game})}},
                {viewer.say(TextId::watch)});
    body.add(element("tr", {},
                     {element("th", {{"scope", "row"}}, {row.game}), element("td", {}, {link}), player(row.first),
                      player(row.second)}));
  }
  return table(
      {.text = viewer.say(TextId::being_played), .visibility = Caption::Visibility::screen_readers},
      concatenated({column_head(viewer.say(TextId::game)), column_head(viewer.say(TextId::watch)),
                    column_head(viewer.say(TextId::player) + " 1"), column_head(viewer.say(TextId::player) + " 2")}),
      body);
}

Markup points_cell(const tournament::GameCounts& games) { return number_cell(points_text(games)); }

Markup count_cells(const tournament::GameCounts& games) {
  Markup cells;
  for (const std::int64_t count : {games.games(), games.wins, games.draws, games.losses}) {
    cells.add(number_cell(std::to_string(count)));
  }
  return cells;
}

std::string average_text(double value) {
  constexpr double kWholeFrom = 1000;
  return value < kWholeFrom ? formatted("%.2f", value) : grouped_text(std::llround(value));
}

std::string measure_text(const tournament::Performance& performance, tournament::Measure measure) {
  const auto value = performance.value(measure);
  return value ? average_text(*value) : std::string("–");
}

Markup standings_table(const Viewer& viewer, const TournamentView& view, const Caption& caption,
                       const std::vector<tournament::PlayerStanding>& standings,
                       const std::vector<tournament::Rating>& ratings) {
  const auto wide_cell = [](const std::string& text) { return element("td", {{"class", "number wide"}}, {text}); };
  Markup body;
  for (std::size_t place = 0; place < standings.size(); ++place) {
    const tournament::PlayerStanding& standing = standings[place];
    Markup counts;
    for (const std::int64_t count : {standing.games.wins, standing.games.draws, standing.games.losses}) {
      counts.add(wide_cell(std::to_string(count)));
    }
    const std::string strength = !ratings.empty() ? integer_text(ratings[standing.player].rating)
                                 : standing.elo   ? signed_text(standing.elo->value)
                                                  : "–";
    body.add(element("tr", {},
                     {number_cell(std::to_string(place + 1)), player_row_head(viewer, view, standing.player),
                      element("td", {}, {results_row(viewer, view.latest_results[standing.player])}),
                      points_cell(standing.games), counts, wide_cell(strength)}));
    body.add("\n");
  }
  Markup head =
      concatenated({number_head(viewer.say(TextId::place_in_standings)), column_head(viewer.say(TextId::player)),
                    column_head(viewer.say(TextId::results_heading)), number_head(viewer.say(TextId::points))});
  for (const TextId id : {TextId::won, TextId::drawn, TextId::lost, ratings.empty() ? TextId::elo : TextId::rating}) {
    head.add(element("th", {{"scope", "col"}, {"class", "number wide"}}, {viewer.say(id)}));
  }
  return element("div", {{"class", "standings"}}, {table(caption, head, body)});
}

Markup standings_details_table(const Viewer& viewer, const TournamentView& view, const Caption& caption,
                               const std::vector<tournament::PlayerStanding>& standings,
                               const std::vector<tournament::Rating>& ratings) {
  const std::vector<std::size_t> scales = tournament::elo_scales(standings);
  const auto has_decisions = [&](std::int64_t duel::DecisionCounts::* count) {
    return std::any_of(standings.begin(), standings.end(),
                       [count](const auto& standing) { return standing.decisions.*count > 0; });
  };
  const bool has_refused = has_decisions(&duel::DecisionCounts::refused);
  const bool has_late = has_decisions(&duel::DecisionCounts::late);
  Markup body;
  // A phone shows the first columns: the points and the strength come before the counts.
  for (std::size_t place = 0; place < standings.size(); ++place) {
    const tournament::PlayerStanding& standing = standings[place];
    body.add(element(
        "tr", {},
        {number_cell(std::to_string(place + 1)), player_row_head(viewer, view, standing.player),
         points_cell(standing.games),
         ratings.empty() ? elo_cells(viewer, standing, scales[place]) : rating_cells(ratings[standing.player]),
         count_cells(standing.games), has_refused ? number_cell(std::to_string(standing.decisions.refused)) : Markup(),
         has_late ? number_cell(std::to_string(standing.decisions.late)) : Markup()}));
    body.add("\n");
  }
  Markup head;
  head.add(
      concatenated({number_head(viewer.say(TextId::place_in_standings)), column_head(viewer.say(TextId::player))}));
  for (const TextId id : {TextId::points, ratings.empty() ? TextId::elo : TextId::rating, TextId::interval_heading,
                          TextId::games, TextId::won, TextId::drawn, TextId::lost}) {
    head.add(number_head(viewer.say(id)));
  }
  if (has_refused) head.add(number_head(viewer.say(TextId::refused_decisions)));
  if (has_late) head.add(number_head(viewer.say(TextId::late_decisions)));
  Markup out = table(caption, head, body);
  const bool has_scales = std::any_of(scales.begin(), scales.end(), [](std::size_t scale) { return scale > 0; });
  if (ratings.empty() && has_scales) out.add(element("p", {}, {viewer.say(TextId::elo_scales_explained)}));
  return out;
}

Markup crosstable(const Viewer& viewer, const TournamentView& view) {
  constexpr std::size_t kMost = 40;
  const auto& standings = view.summary->standings;
  if (standings.size() > kMost || view.summary->results.pairings.empty()) return {};
  Markup head =
      concatenated({number_head(viewer.say(TextId::place_in_standings)), column_head(viewer.say(TextId::player))});
  Markup body;
  for (std::size_t row = 0; row < standings.size(); ++row) {
    const std::size_t player = standings[row].player;
    head.add(number_head(std::to_string(row + 1)));
    Markup cells;
    for (const tournament::PlayerStanding& other : standings) {
      const tournament::PairingResult* result = view.summary->results.find(player, other.player);
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
      {heading(viewer, TextId::crosstable), table({.text = viewer.say(TextId::crosstable_caption)}, head, body)});
}

Markup measures_table(const Viewer& viewer, const TournamentView& view) {
  const auto measures = tournament::measures_for(view.plan.ruleset.pacing);
  Markup head =
      concatenated({column_head(viewer.say(TextId::player)), number_head(viewer.say(TextId::longest_chain_of_all))});
  for (const tournament::Measure measure : measures) head.add(number_head(viewer.say(text_id_of(measure))));
  Markup body;
  for (const tournament::PlayerStanding& standing : view.summary->standings) {
    const tournament::Performance performance = view.summary->performance.of(standing.player);
    if (performance.games() == 0) continue;
    Markup cells = number_cell(std::to_string(performance.total().longest_chain));
    for (const tournament::Measure measure : measures) cells.add(number_cell(measure_text(performance, measure)));
    body.add(element("tr", {}, {player_row_head(viewer, view, standing.player), cells}));
    body.add("\n");
  }
  return concatenated(
      {heading(viewer, TextId::how_they_play), table({.text = viewer.say(TextId::averages)}, head, body)});
}

}  // namespace rensa::pages
