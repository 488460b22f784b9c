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

std::string rating_text(const tournament::PlayerStanding& standing, std::size_t scale) {
  constexpr double kAverage = 1500;
  return standing.elo && scale == 0 ? integer_text(kAverage + standing.elo->value) : std::string("–");
}

Markup rating_note(const Viewer& viewer) {
  return element("p", {{"class", "note wide"}}, {viewer.say(TextId::rating_explained)});
}

std::string points_text(const tournament::GameCounts& games) {
  return formatted("%g", static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2);
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

std::vector<std::vector<CrossCell>> cross_cells(const tournament::GameResults& results,
                                                std::span<const tournament::PlayerStanding> standings) {
  std::vector<std::vector<CrossCell>> rows(standings.size(), std::vector<CrossCell>(standings.size()));
  for (std::size_t row = 0; row < standings.size(); ++row) {
    for (std::size_t column = 0; column < standings.size(); ++column) {
      const auto* result = row == column ? nullptr : results.find(standings[row].player, standings[column].player);
      if (result == nullptr) continue;
      rows[row][column] = result->first == standings[row].player ? result->games : tournament::reversed(result->games);
    }
  }
  return rows;
}

Markup cross_diagonal() { return element("td", {{"class", "cross_self"}}, {}); }

Markup cross_cell(const CrossCell& games) {
  if (games.games() == 0) return element("td", {{"class", "cross"}}, {});
  const auto against = tournament::reversed(games);
  const char* style = games.wins > games.losses   ? "cross cross_won"
                      : games.wins < games.losses ? "cross cross_lost"
                                                  : "cross cross_even";
  return element("td", {{"class", style}}, {points_text(games) + "–" + points_text(against)});
}

Markup standings_table(const Viewer& viewer, const TournamentView& view, const Caption& caption,
                       const std::vector<tournament::PlayerStanding>& standings,
                       const std::vector<tournament::Rating>& ratings) {
  const auto wide_cell = [](const std::string& text) { return element("td", {{"class", "number wide"}}, {text}); };
  const std::vector<std::size_t> scales = tournament::elo_scales(standings);
  Markup body;
  for (std::size_t place = 0; place < standings.size(); ++place) {
    const tournament::PlayerStanding& standing = standings[place];
    Markup counts;
    for (const std::int64_t count : {standing.games.wins, standing.games.draws, standing.games.losses}) {
      counts.add(wide_cell(std::to_string(count)));
    }
    const std::string strength =
        ratings.empty() ? rating_text(standing, scales[place]) : integer_text(ratings[standing.player].rating);
    const bool has_won = place == 0 && view.status.state == TextId::state_over && view.has_places();
    body.add(element("tr", has_won ? Attributes{{"class", "is_winner"}} : Attributes{},
                     {number_cell(std::to_string(place + 1)), player_row_head(viewer, view, standing.player),
                      element("td", {}, {results_row(viewer, view.latest_results[standing.player])}),
                      points_cell(standing.games), counts, wide_cell(strength)}));
    body.add("\n");
  }
  Markup head =
      concatenated({number_head(viewer.say(TextId::place_in_standings)), column_head(viewer.say(TextId::player)),
                    column_head(viewer.say(TextId::results_heading)), number_head(viewer.say(TextId::points))});
  for (const TextId id : {TextId::won, TextId::drawn, TextId::lost, TextId::rating}) {
    head.add(element("th", {{"scope", "col"}, {"class", "number wide"}}, {viewer.say(id)}));
  }
  const Markup note = ratings.empty() ? rating_note(viewer) : Markup();
  return element("div", {{"class", "standings"}}, {table(caption, head, body), note});
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
  const std::vector<std::vector<CrossCell>> cells = cross_cells(view.summary->results, standings);
  Markup head =
      concatenated({number_head(viewer.say(TextId::place_in_standings)), column_head(viewer.say(TextId::player))});
  Markup body;
  for (std::size_t row = 0; row < standings.size(); ++row) {
    const std::size_t player = standings[row].player;
    head.add(number_head(std::to_string(row + 1)));
    Markup markups;
    for (std::size_t column = 0; column < standings.size(); ++column) {
      markups.add(row == column ? cross_diagonal() : cross_cell(cells[row][column]));
    }
    body.add(element("tr", {}, {number_cell(std::to_string(row + 1)), player_row_head(viewer, view, player), markups}));
    body.add("\n");
  }
  return concatenated({heading(viewer, TextId::crosstable),
                       element("div", {{"class", "crosstable"}},
                               {table({.text = viewer.say(TextId::crosstable_caption)}, head, body)})});
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
