#include "server/pages/player_page.h"

#include "server/base/formatted.h"
#include "server/pages/frame.h"
#include "server/pages/games_table.h"
#include "server/pages/plot.h"
#include "server/pages/standings_table.h"

namespace rensa::pages {

namespace {

using base::formatted;

std::string percent(const league::Interval& share) {
  return formatted("%.1f %% [%.1f, %.1f]", share.value * 100, share.low * 100, share.high * 100);
}

Word plot_title(const PlayerView& view) {
  return view.history_of == History::rating ? Word::rating_plot : Word::share_plot;
}

Markup introduction(const Visitor& visitor, const PlayerView& view) {
  const TournamentView& tournament = view.tournament;
  const std::string& author = tournament.plan.players[view.player].author;
  Markup line = link_to(visitor, {.kind = PageKind::tournament, .tournament = tournament.standing.id, .player = {}},
                        name(tournament.plan.name));
  if (!author.empty()) line.add(together({" · ", text_of(visitor.language, Word::author), ": ", name(author)}));
  if (tournament.summary.benched[view.player]) {
    line.add(together({" · ", element("em", {}, {text_of(visitor.language, Word::benched)})}));
  }
  return element("p", {}, {line});
}

Markup opponents(const Visitor& visitor, const PlayerView& view) {
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
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
                {element("th", {{"scope", "row"}}, {player_link(visitor, view.tournament.standing.id, opponent)}),
                 number_cell(points(row.games)), number_cell(std::to_string(row.games.games())),
                 number_cell(std::to_string(row.games.wins)), number_cell(std::to_string(row.games.draws)),
                 number_cell(std::to_string(row.games.losses)), number_cell(percent(row.share)), number_cell(elo)}));
  }
  return table({.text = say(Word::by_opponent), .shown = Caption::Shown::to_readers}, head, body);
}

Markup measures(const Visitor& visitor, const PlayerView& view) {
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
  const league::Performance performance = view.tournament.summary.performance.of(view.player);
  Markup body;
  for (const league::Measure measure : league::measures_of(view.tournament.plan.ruleset.pacing)) {
    const auto interval = performance.interval(measure);
    body.add(element(
        "tr", {},
        {element("th", {{"scope", "row"}}, {say(word_of(measure))}), number_cell(measured(performance, measure)),
         number_cell(interval ? formatted("[%.2f, %.2f]", interval->low, interval->high) : std::string())}));
  }
  return table(
      {.text = say(Word::averages)},
      together({column_head(say(Word::measure)), number_head(say(Word::average)), number_head(say(Word::interval))}),
      body);
}

}  // namespace

std::string player_page(const Visitor& visitor, const PlayerView& view) {
  const TournamentView& tournament = view.tournament;
  const std::string& player = tournament.plan.players[view.player].name;
  Markup content = introduction(visitor, view);
  if (!view.history.empty()) {
    const PagePath plot{.kind = PageKind::player_plot, .tournament = tournament.standing.id, .player = player};
    content.add(together(
        {heading(visitor, plot_title(view)), plot_image(visitor, plot, plot_title(view), view.history.size())}));
  }
  if (!view.opponents.empty()) {
    content.add(together({heading(visitor, Word::by_opponent), opponents(visitor, view)}));
    content.add(together({heading(visitor, Word::how_they_play), measures(visitor, view)}));
  }
  content.add(heading(visitor, Word::recent_games));
  content.add(games_section(visitor, Word::recent_games,
                            {.tournament = tournament.standing.id, .plan = tournament.plan, .games = view.games}));
  return page(visitor, {.title = player, .tournament = tournament.standing.id}, content);
}

std::string player_plot(const Visitor& visitor, const PlayerView& view, Scheme scheme) {
  return svg_of({.title = text_of(visitor.language, plot_title(view)),
                 .across = text_of(visitor.language,
                                   view.history_of == History::rating ? Word::pairs_played : Word::games_played),
                 .line = view.history,
                 .bounds = {}},
                scheme);
}

}  // namespace rensa::pages
