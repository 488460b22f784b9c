#include <algorithm>
#include <variant>

#include "server/base/formatted.h"
#include "server/pages/page_layout.h"
#include "server/pages/page_path.h"
#include "server/pages/plot.h"
#include "server/pages/tables.h"
#include "server/pages/tournament_page.h"
#include "server/pages/tournament_parts.h"

namespace rensa::pages {

namespace {

using base::formatted;

std::string percent(const tournament::Interval& share) {
  return formatted("%.1f %% [%.1f, %.1f]", share.value * 100, share.low * 100, share.high * 100);
}

TextId plot_title(const PlayerView& view) {
  return view.history_kind == HistoryKind::rating ? TextId::rating_plot : TextId::share_plot;
}

// Makes the first line of a player's page: a link to the tournament, the player's author, and a note if it is benched
// or disqualified.
Markup player_introduction(const Viewer& viewer, const PlayerView& view) {
  const TournamentView& tournament = view.tournament;
  const std::string& author = tournament.plan.players[view.player].author;
  Markup line = link_to(viewer, {.kind = PageKind::tournament, .tournament = tournament.status.id, .player = {}},
                        isolated_name(tournament.plan.name));
  if (!author.empty()) line.add(concatenated({" · ", viewer.say(TextId::author), ": ", isolated_name(author)}));
  if (const std::string note = exclusion_text(viewer, tournament, view.player); !note.empty()) {
    line.add(concatenated({" · ", element("em", {}, {note})}));
  }
  return element("p", {{"class", "player_about"}}, {line});
}

// Returns in words how a player builds, by the average of the longest chains of its games.
std::string style_text(const Viewer& viewer, double longest_chain) {
  constexpr double kLong = 6;
  constexpr double kShort = 3;
  return viewer.say(longest_chain >= kLong    ? TextId::style_long_chains
                    : longest_chain >= kShort ? TextId::style_middle_chains
                                              : TextId::style_short_chains);
}

Markup tile(const Viewer& viewer, TextId title, const Markup& fact) {
  return element("div", {{"class", "tile"}}, {element("dt", {}, {viewer.say(title)}), element("dd", {}, {fact})});
}

// Returns the strength as a whole number: on a ladder the rating, else 1500 plus the Elo. "–" if it is not known.
std::string strength_text(const PlayerView& view, std::size_t place) {
  const auto& stages = view.tournament.summary->stages;
  const auto& standings = view.tournament.summary->standings;
  const bool is_ladder = stages.size() == 1 && !stages.front().ratings.empty();
  if (is_ladder) return integer_text(stages.front().ratings[view.player].rating);
  return rating_text(standings[place], tournament::elo_scales(standings)[place]);
}

// Makes the tiles at the top of a player's page: its place, its results, its rating, its longest chain, and how it
// plays.
Markup player_tiles(const Viewer& viewer, const PlayerView& view) {
  const auto& standings = view.tournament.summary->standings;
  const auto own = std::find_if(standings.begin(), standings.end(),
                                [&view](const auto& standing) { return standing.player == view.player; });
  if (own == standings.end() || own->games.games() == 0) return {};
  const auto place = static_cast<std::size_t>(own - standings.begin());
  const std::string results =
      formatted("%lld – %lld – %lld", static_cast<long long>(own->games.wins), static_cast<long long>(own->games.draws),
                static_cast<long long>(own->games.losses));
  Markup tiles;
  if (view.tournament.has_places() && !view.tournament.summary->disqualified.contains(view.player)) {
    const std::string text =
        viewer.say(TextId::place_of_players, {std::to_string(place + 1), std::to_string(standings.size())});
    tiles.add(tile(viewer, TextId::place_in_standings, text));
  }
  tiles.add(tile(viewer, TextId::won_drawn_lost, results));
  if (const std::string strength = strength_text(view, place); strength != "–") {
    tiles.add(tile(viewer, TextId::rating, strength));
  }
  const tournament::Performance performance = view.tournament.summary->performance.of(view.player);
  const auto longest = performance.value(tournament::Measure::longest_chain);
  if (longest) {
    tiles.add(tile(viewer, TextId::story_longest_chain, std::to_string(performance.total().longest_chain)));
  }
  tiles.add(tile(viewer, TextId::latest_form, results_row(viewer, view.tournament.latest_results[view.player])));
  if (longest) tiles.add(tile(viewer, TextId::style, style_text(viewer, *longest)));
  return element("dl", {{"class", "tiles"}}, {tiles});
}

// Makes a link to each game that the player plays now. A script adds a link to challenge the player, if it is free.
Markup player_actions(const Viewer& viewer, const PlayerView& view) {
  Markup links;
  for (const RunningGameRow& row : view.tournament.status.running_games) {
    if (row.first != view.player && row.second != view.player) continue;
    links.add(
        element("a", {{"class", "button primary"}, {"href", watch_url(row.match)}}, {viewer.say(TextId::watch_live)}));
  }
  return element("p", {{"class", "player_actions"}, {"data-player", view.tournament.plan.players[view.player].name}},
                 {links});
}

Markup opponent_head(const Viewer& viewer, const PlayerView& view, const OpponentRow& row) {
  const std::string& opponent = view.tournament.plan.players[row.opponent].name;
  return element("th", {{"scope", "row"}}, {player_link(viewer, view.tournament.status.id, opponent)});
}

// Makes the table of the results against each opponent.
Markup opponents_table(const Viewer& viewer, const PlayerView& view) {
  Markup head = column_head(viewer.say(TextId::opponent));
  for (const TextId id : {TextId::points, TextId::won, TextId::drawn, TextId::lost}) {
    head.add(number_head(viewer.say(id)));
  }
  Markup body;
  for (const OpponentRow& row : view.opponents) {
    Markup counts;
    for (const std::int64_t count : {row.games.wins, row.games.draws, row.games.losses}) {
      counts.add(number_cell(std::to_string(count)));
    }
    body.add(element("tr", {}, {opponent_head(viewer, view, row), points_cell(row.games), counts}));
  }
  return table({.text = viewer.say(TextId::by_opponent), .visibility = Caption::Visibility::screen_readers}, head,
               body);
}

// Makes the table of what the results tell about the strength against each opponent.
Markup opponents_strength_table(const Viewer& viewer, const PlayerView& view) {
  Markup head = column_head(viewer.say(TextId::opponent));
  for (const TextId id : {TextId::games, TextId::share_of_points, TextId::elo}) head.add(number_head(viewer.say(id)));
  Markup body;
  for (const OpponentRow& row : view.opponents) {
    const std::string elo = row.difference ? signed_text(row.difference->value) + " " +
                                                 range_text(row.difference->low, row.difference->high)
                                           : std::string("–");
    body.add(element("tr", {},
                     {opponent_head(viewer, view, row), number_cell(std::to_string(row.games.games())),
                      number_cell(percent(row.share)), number_cell(elo)}));
  }
  return table({.text = viewer.say(TextId::strength_by_opponent)}, head, body);
}

Markup player_measures_table(const Viewer& viewer, const PlayerView& view) {
  const tournament::Performance performance = view.tournament.summary->performance.of(view.player);
  Markup body;
  for (const tournament::Measure measure : tournament::measures_for(view.tournament.plan.ruleset.pacing)) {
    const auto interval = performance.interval(measure);
    const std::string range =
        interval ? "[" + average_text(interval->low) + ", " + average_text(interval->high) + "]" : std::string();
    body.add(element("tr", {},
                     {element("th", {{"scope", "row"}}, {viewer.say(text_id_of(measure))}),
                      number_cell(measure_text(performance, measure)), number_cell(range)}));
  }
  return table(
      {.text = viewer.say(TextId::averages)},
      concatenated({column_head(viewer.say(TextId::measure_heading)), number_head(viewer.say(TextId::average_heading)),
                    number_head(viewer.say(TextId::interval_heading))}),
      body);
}

// Makes the plot of the player's history.
Markup history_plot(const Viewer& viewer, const PlayerView& view) {
  if (view.history.empty()) return {};
  const PagePath plot{.kind = PageKind::player_plot,
                      .tournament = view.tournament.status.id,
                      .player = view.tournament.plan.players[view.player].name};
  return concatenated(
      {heading(viewer, plot_title(view)), plot_image(viewer, plot, plot_title(view), view.history.size())});
}

// Makes the list of the best games, and beside it the results against each opponent.
Markup results_section(const Viewer& viewer, const PlayerView& view) {
  Markup parts;
  if (!view.opponents.empty()) {
    parts.add(element("section", {}, {heading(viewer, TextId::by_opponent), opponents_table(viewer, view)}));
  }
  if (!view.best_games.empty()) {
    const GameList best{.tournament = view.tournament.status.id,
                        .plan = view.tournament.plan,
                        .games = view.best_games,
                        .games_of_all = view.best_games.size()};
    parts.add(element("section", {}, {heading(viewer, TextId::best_games), games_section(viewer, best)}));
  }
  return parts.html().empty() ? Markup() : element("div", {{"class", "history"}}, {parts});
}

// Makes the part that opens when it is pressed: what the player runs as, the plot of its history, and all numbers.
Markup player_statistics(const Viewer& viewer, const PlayerView& view) {
  Markup out;
  const auto& kind = view.tournament.plan.players[view.player].kind;
  if (const auto* built_in = std::get_if<tournament::BuiltInPlayer>(&kind)) {
    out.add(
        element("dl", {},
                {element("div", {},
                         {element("dt", {}, {viewer.say(TextId::version)}), element("dd", {}, {built_in->player})})}));
  }
  out.add(history_plot(viewer, view));
  if (!view.opponents.empty()) {
    out.add(concatenated({heading(viewer, TextId::how_they_play), player_measures_table(viewer, view),
                          opponents_strength_table(viewer, view)}));
  }
  return element("details", {{"class", "statistics"}}, {element("summary", {}, {viewer.say(TextId::statistics)}), out});
}

}  // namespace

std::string player_page(const Viewer& viewer, const PlayerView& view) {
  const TournamentView& tournament = view.tournament;
  Markup content = results_section(viewer, view);
  content.add(concatenated({heading(viewer, TextId::recent_games),
                            games_section(viewer, {.tournament = tournament.status.id,
                                                   .plan = tournament.plan,
                                                   .games = view.games,
                                                   .games_of_all = view.games_of_all}),
                            player_statistics(viewer, view)}));
  return page_html(viewer,
                   {.title = tournament.plan.players[view.player].name,
                    .tournament = tournament.status.id,
                    .below_title = concatenated(
                        {player_introduction(viewer, view), player_tiles(viewer, view), player_actions(viewer, view)})},
                   content);
}

std::string player_plot(const Viewer& viewer, const PlayerView& view, ColourScheme scheme) {
  return draw_plot(
      {.title = viewer.say(plot_title(view)),
       .x_label = text_of(viewer.language,
                          view.history_kind == HistoryKind::rating ? TextId::pairs_played : TextId::games_played),
       .values = view.history,
       .bounds = {}},
      scheme);
}

}  // namespace rensa::pages
