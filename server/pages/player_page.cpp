#include "server/pages/player_page.h"

#include "server/base/formatted.h"
#include "server/pages/page_layout.h"
#include "server/pages/plot.h"
#include "server/pages/tables.h"

namespace rensa::pages {

namespace {

using base::formatted;

std::string percent(const tournament::Interval& share) {
  return formatted("%.1f %% [%.1f, %.1f]", share.value * 100, share.low * 100, share.high * 100);
}

Word plot_title(const PlayerView& view) {
  return view.history_kind == HistoryKind::rating ? Word::rating_plot : Word::share_plot;
}

Markup introduction(const Viewer& viewer, const PlayerView& view) {
  const TournamentView& tournament = view.tournament;
  const std::string& author = tournament.plan.players[view.player].author;
  Markup line = link_to(viewer, {.kind = PageKind::tournament, .tournament = tournament.status.id, .player = {}},
                        isolated_name(tournament.plan.name));
  if (!author.empty())
    line.add(concatenated({" · ", text_of(viewer.language, Word::author), ": ", isolated_name(author)}));
  if (tournament.summary.benched[view.player]) {
    line.add(concatenated({" · ", element("em", {}, {text_of(viewer.language, Word::benched)})}));
  }
  return element("p", {}, {line});
}

Markup opponents(const Viewer& viewer, const PlayerView& view) {
  const auto say = [&viewer](Word word) { return text_of(viewer.language, word); };
  Markup head = column_head(say(Word::opponent));
  for (const Word word : {Word::points, Word::games, Word::won, Word::drawn, Word::lost, Word::share, Word::elo}) {
    head.add(number_head(say(word)));
  }
  Markup body;
  for (const OpponentRow& row : view.opponents) {
    const std::string& opponent = view.tournament.plan.players[row.opponent].name;
    const std::string elo =
        row.difference ? with_sign(row.difference->value) + " " + range(row.difference->low, row.difference->high)
                       : std::string("–");
    body.add(
        element("tr", {},
                {element("th", {{"scope", "row"}}, {player_link(viewer, view.tournament.status.id, opponent)}),
                 number_cell(points_text(row.games)), number_cell(std::to_string(row.games.games())),
                 number_cell(std::to_string(row.games.wins)), number_cell(std::to_string(row.games.draws)),
                 number_cell(std::to_string(row.games.losses)), number_cell(percent(row.share)), number_cell(elo)}));
  }
  return table({.text = say(Word::by_opponent), .visibility = Caption::Visibility::screen_readers}, head, body);
}

Markup measures(const Viewer& viewer, const PlayerView& view) {
  const auto say = [&viewer](Word word) { return text_of(viewer.language, word); };
  const tournament::Performance performance = view.tournament.summary.performance.of(view.player);
  Markup body;
  for (const tournament::Measure measure : tournament::measures_for(view.tournament.plan.ruleset.pacing)) {
    const auto interval = performance.interval(measure);
    body.add(element(
        "tr", {},
        {element("th", {{"scope", "row"}}, {say(word_of(measure))}), number_cell(measure_text(performance, measure)),
         number_cell(interval ? formatted("[%.2f, %.2f]", interval->low, interval->high) : std::string())}));
  }
  return table({.text = say(Word::averages)},
               concatenated({column_head(say(Word::measure)), number_head(say(Word::average)),
                             number_head(say(Word::interval))}),
               body);
}

}  // namespace

std::string player_page(const Viewer& viewer, const PlayerView& view) {
  const TournamentView& tournament = view.tournament;
  const std::string& player = tournament.plan.players[view.player].name;
  Markup content = introduction(viewer, view);
  if (!view.history.empty()) {
    const PagePath plot{.kind = PageKind::player_plot, .tournament = tournament.status.id, .player = player};
    content.add(concatenated(
        {heading(viewer, plot_title(view)), plot_image(viewer, plot, plot_title(view), view.history.size())}));
  }
  if (!view.opponents.empty()) {
    content.add(concatenated({heading(viewer, Word::by_opponent), opponents(viewer, view)}));
    content.add(concatenated({heading(viewer, Word::how_they_play), measures(viewer, view)}));
  }
  content.add(heading(viewer, Word::recent_games));
  content.add(games_section(viewer, Word::recent_games,
                            {.tournament = tournament.status.id, .plan = tournament.plan, .games = view.games}));
  return page_html(viewer, {.title = player, .tournament = tournament.status.id}, content);
}

std::string player_plot(const Viewer& viewer, const PlayerView& view, ColourScheme scheme) {
  return draw_plot({.title = text_of(viewer.language, plot_title(view)),
                    .x_label = text_of(viewer.language, view.history_kind == HistoryKind::rating ? Word::pairs_played
                                                                                                 : Word::games_played),
                    .values = view.history,
                    .bounds = {}},
                   scheme);
}

}  // namespace rensa::pages
