#include "server/pages/tournament_page.h"

#include <algorithm>

#include "server/base/formatted.h"
#include "server/base/utc_time.h"
#include "server/pages/bracket.h"
#include "server/pages/page_layout.h"
#include "server/pages/plot.h"
#include "server/pages/story_section.h"
#include "server/pages/tables.h"

namespace rensa::pages {

namespace {

using base::formatted;
using tournament::StageSummary;

// Makes one table for each group, in the order of the stage.
Markup groups_section(const Viewer& viewer, const TournamentView& view, const StageSummary& stage) {
  Markup out;
  for (std::size_t group = 0; group < stage.groups.size(); ++group) {
    std::vector<tournament::PlayerStanding> standings;
    for (const tournament::PlayerStanding& standing : stage.standings) {
      const auto& members = stage.groups[group];
      if (std::find(members.begin(), members.end(), standing.player) != members.end()) standings.push_back(standing);
    }
    const std::string caption = viewer.say(TextId::group) + " " + std::to_string(group + 1);
    out.add(standings_table(viewer, view, {.text = caption}, standings, {}));
  }
  return out;
}

Markup sprt_section(const Viewer& viewer, const TournamentView& view, const StageSummary& stage) {
  const tournament::Sprt& sprt = *stage.sprt;
  const std::string tested = view.plan.players[stage.players.front()].name;
  const std::string answer = sprt.verdict() == tournament::SprtVerdict::open ? viewer.say(TextId::sprt_open, {})
                             : sprt.verdict() == tournament::SprtVerdict::accept_elo1
                                 ? viewer.say(TextId::sprt_stronger, {tested})
                                 : viewer.say(TextId::sprt_not_stronger, {tested});
  const auto [low, high] = sprt.bounds();
  const PagePath plot{.kind = PageKind::sprt_plot, .tournament = view.status.id, .player = {}};
  return concatenated(
      {heading(viewer, TextId::sprt), element("p", {}, {element("strong", {}, {answer})}),
       element("p", {},
               {viewer.say(TextId::sprt_ratio, {formatted("%.2f", sprt.log_likelihood_ratio()), formatted("%.2f", low),
                                                formatted("%.2f", high), std::to_string(stage.ratios.size())})}),
       plot_image(viewer, plot, TextId::sprt_plot, stage.ratios.size())});
}

Markup title(const Viewer& viewer, const TournamentView& view, std::size_t number) {
  const StageSummary& stage = view.summary->stages[number];
  if (view.plan.stages.size() < 2) return heading(viewer, TextId::standings);
  return element("h2", {},
                 {viewer.say(TextId::stage, {std::to_string(number + 1), viewer.say(text_id_of(stage.plan.format))})});
}

Markup definition_item(const std::string& term, const Markup& what) {
  return concatenated({element("dt", {}, {term}), element("dd", {}, {what})});
}

// Returns true for a knock-out, in which no player leads before the final is decided.
bool has_bracket(tournament::FormatKind format) {
  return format == tournament::FormatKind::knock_out || format == tournament::FormatKind::double_knock_out;
}

// Names the winner of the tournament, or its leader while it is played. A sequential test has neither.
Markup leader_line(const Viewer& viewer, const TournamentView& view) {
  const auto& stages = view.summary->stages;
  const auto& standings = view.summary->standings;
  const bool has_ranks =
      std::none_of(stages.begin(), stages.end(), [](const StageSummary& stage) { return stage.sprt.has_value(); });
  if (!has_ranks || standings.empty() || view.status.games == 0) return {};
  const bool is_over = view.status.state == TextId::state_over;
  const bool is_knock_out = !stages.empty() && has_bracket(stages.back().plan.format);
  if (!is_over && (is_knock_out || standings.front().games.games() == 0)) return {};
  const TextId title = is_over ? TextId::winner : TextId::leader;
  const std::string& leader = view.plan.players[standings.front().player].name;
  return element("p", {{"class", "leader"}},
                 {element("span", {}, {viewer.say(title)}), " ", player_link(viewer, view.status.id, leader)});
}

// The page's script writes the local time and a countdown instead.
Markup start_time(std::chrono::sys_seconds starts) {
  const std::string text = base::utc_text(starts);
  return element("time", {{"class", "starts"}, {"datetime", text}},
                 {text.substr(0, 10) + " " + text.substr(11, 5) + " UTC"});
}

// Makes the list of facts at the top of the page: state, formats, ruleset, number of games, and awaited guests.
Markup tournament_facts(const Viewer& viewer, const TournamentView& view) {
  const TournamentStatus& status = view.status;
  Markup state = viewer.say(status.state);
  if (!status.why_failed.empty()) state.add(": " + status.why_failed);
  if (status.running > 0) {
    state.add(", " + viewer.say(TextId::games_running, {std::to_string(status.running)}));
  }
  if (view.summary->voided > 0) {
    state.add(", " + viewer.say(TextId::games_voided, {std::to_string(view.summary->voided)}));
  }
  if (view.summary->annulled > 0) {
    state.add(", " + viewer.say(TextId::games_annulled, {std::to_string(view.summary->annulled)}));
  }
  std::vector<tournament::FormatKind> formats;
  for (const tournament::StagePlan& stage : view.plan.stages) formats.push_back(stage.format);
  Markup start;
  // It may have been paused before its start.
  const bool is_begun = status.games > 0 || status.running > 0;
  const bool is_paused = status.state == TextId::state_paused;
  if (view.plan.starts && (status.state == TextId::state_waiting || (is_paused && !is_begun))) {
    start = definition_item(viewer.say(TextId::starts), start_time(*view.plan.starts));
  }
  Markup list =
      concatenated({definition_item(viewer.say(TextId::tournament_state), state), start,
                    definition_item(viewer.say(TextId::tournament_format), formats_text(viewer, formats)),
                    definition_item(viewer.say(TextId::ruleset), view.plan.ruleset.id),
                    definition_item(viewer.say(TextId::games), games_text(viewer, status, view.summary->max_games))});
  if (!status.awaited.empty()) {
    Markup guests;
    for (const std::string& guest : status.awaited) {
      if (!guests.html().empty()) guests.add(", ");
      guests.add(isolated_name(guest));
    }
    list.add(definition_item(viewer.say(TextId::waiting_for), guests));
  }
  return element("dl", {}, {list});
}

Markup cycles_section(const Viewer& viewer, const TournamentView& view) {
  constexpr std::size_t kMost = 10;
  if (view.summary->cycles.empty()) return {};
  Markup list;
  for (std::size_t i = 0; i < std::min(view.summary->cycles.size(), kMost); ++i) {
    const tournament::Cycle& cycle = view.summary->cycles[i];
    std::string players;
    for (const std::size_t player : cycle.players) players += view.plan.players[player].name + " > ";
    players += view.plan.players[cycle.players.front()].name;
    const TextId id = cycle.is_certain ? TextId::cycle_certain : TextId::cycle_perhaps;
    list.add(element("li", {}, {viewer.say(id, {players})}));
  }
  return concatenated({heading(viewer, TextId::cycles), element("ul", {}, {list})});
}

}  // namespace

Markup stage_section(const Viewer& viewer, const TournamentView& view, std::size_t number) {
  const StageSummary& stage = view.summary->stages[number];
  const bool is_alone = view.plan.stages.size() == 1;
  const auto& standings = is_alone ? view.summary->standings : stage.standings;
  const bool is_headed = stage.ratings.empty() && is_alone;
  const Caption caption{.text = stage.ratings.empty() ? viewer.say(TextId::standings)
                                                      : viewer.say(TextId::season, {std::to_string(stage.season + 1)}),
                        .visibility = is_headed ? Caption::Visibility::screen_readers : Caption::Visibility::visible};
  Markup out = title(viewer, view, number);
  if (stage.groups.empty()) {
    out.add(standings_table(viewer, view, caption, standings, stage.ratings));
  } else {
    out.add(groups_section(viewer, view, stage));
  }
  if (!stage.matches.empty()) out.add(bracket_section(viewer, view, stage));
  if (stage.sprt) out.add(sprt_section(viewer, view, stage));
  return out;
}

std::string formats_text(const Viewer& viewer, const std::vector<tournament::FormatKind>& formats) {
  std::string text;
  for (const tournament::FormatKind format : formats) {
    if (!text.empty()) text += " → ";
    text += viewer.say(text_id_of(format));
  }
  return text;
}

// A tournament can be over after fewer games than planned: those of withdrawn players, or without a part in the result,
// are not played.
std::string games_text(const Viewer& viewer, const TournamentStatus& status, std::optional<std::size_t> most) {
  if (!most || status.games > *most) return std::to_string(status.games);  // further games have broken ties
  const bool has_ended_early = status.state == TextId::state_over && status.games < *most;
  return viewer.say(has_ended_early ? TextId::games_of_planned : TextId::games_of_total,
                    {std::to_string(status.games), std::to_string(*most)});
}

std::string tournament_page(const Viewer& viewer, const TournamentView& view) {
  Markup content =
      concatenated({leader_line(viewer, view), story_section(viewer, view), tournament_facts(viewer, view)});
  if (!view.status.running_games.empty()) {
    content.add(heading(viewer, TextId::being_played));
    content.add(running_games_table(viewer, view));
  }
  for (std::size_t stage = 0; stage < view.summary->stages.size(); ++stage) {
    content.add(stage_section(viewer, view, stage));
  }
  if (view.plan.stages.size() > 1) {
    content.add(heading(viewer, TextId::standings_of_all));
    content.add(standings_table(
        viewer, view, {.text = viewer.say(TextId::standings_of_all), .visibility = Caption::Visibility::screen_readers},
        view.summary->standings, {}));
  }
  content.add(crosstable(viewer, view));
  content.add(heading(viewer, TextId::recent_games));
  content.add(games_section(viewer, TextId::recent_games,
                            {.tournament = view.status.id, .plan = view.plan, .games = view.games}));
  content.add(measures_table(viewer, view));
  content.add(cycles_section(viewer, view));
  return page_html(viewer, {.title = view.plan.name, .tournament = view.status.id}, content);
}

std::string sprt_plot(const Viewer& viewer, const TournamentView& view, ColourScheme scheme) {
  for (const tournament::StageSummary& stage : view.summary->stages) {
    if (!stage.sprt) continue;
    const auto [low, high] = stage.sprt->bounds();
    Plot plot{.title = viewer.say(TextId::sprt_plot),
              .x_label = viewer.say(TextId::pairs_played),
              .values = {{.value = 0, .low = 0, .high = 0}},
              .bounds = {low, high}};
    for (const double ratio : stage.ratios) plot.values.push_back({.value = ratio, .low = ratio, .high = ratio});
    return draw_plot(plot, scheme);
  }
  return "";
}

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
  return element("p", {}, {line});
}

Markup opponents_table(const Viewer& viewer, const PlayerView& view) {
  Markup head = column_head(viewer.say(TextId::opponent));
  for (const TextId id : {TextId::points, TextId::elo, TextId::share_of_points, TextId::games, TextId::won,
                          TextId::drawn, TextId::lost}) {
    head.add(number_head(viewer.say(id)));
  }
  Markup body;
  for (const OpponentRow& row : view.opponents) {
    const std::string& opponent = view.tournament.plan.players[row.opponent].name;
    const std::string elo = row.difference ? signed_text(row.difference->value) + " " +
                                                 range_text(row.difference->low, row.difference->high)
                                           : std::string("–");
    body.add(
        element("tr", {},
                {element("th", {{"scope", "row"}}, {player_link(viewer, view.tournament.status.id, opponent)}),
                 points_cell(row.games), number_cell(elo), number_cell(percent(row.share)), count_cells(row.games)}));
  }
  return table({.text = viewer.say(TextId::by_opponent), .visibility = Caption::Visibility::screen_readers}, head,
               body);
}

Markup player_measures_table(const Viewer& viewer, const PlayerView& view) {
  const tournament::Performance performance = view.tournament.summary->performance.of(view.player);
  Markup body;
  for (const tournament::Measure measure : tournament::measures_for(view.tournament.plan.ruleset.pacing)) {
    const auto interval = performance.interval(measure);
    body.add(
        element("tr", {},
                {element("th", {{"scope", "row"}}, {viewer.say(text_id_of(measure))}),
                 number_cell(measure_text(performance, measure)),
                 number_cell(interval ? formatted("[%.2f, %.2f]", interval->low, interval->high) : std::string())}));
  }
  return table(
      {.text = viewer.say(TextId::averages)},
      concatenated({column_head(viewer.say(TextId::measure_heading)), number_head(viewer.say(TextId::average_heading)),
                    number_head(viewer.say(TextId::interval_heading))}),
      body);
}

}  // namespace

std::string player_page(const Viewer& viewer, const PlayerView& view) {
  const TournamentView& tournament = view.tournament;
  const std::string& player = tournament.plan.players[view.player].name;
  Markup content = player_introduction(viewer, view);
  if (!view.history.empty()) {
    const PagePath plot{.kind = PageKind::player_plot, .tournament = tournament.status.id, .player = player};
    content.add(concatenated(
        {heading(viewer, plot_title(view)), plot_image(viewer, plot, plot_title(view), view.history.size())}));
  }
  if (!view.opponents.empty()) {
    content.add(concatenated({heading(viewer, TextId::by_opponent), opponents_table(viewer, view)}));
    content.add(concatenated({heading(viewer, TextId::how_they_play), player_measures_table(viewer, view)}));
  }
  content.add(heading(viewer, TextId::recent_games));
  content.add(games_section(viewer, TextId::recent_games,
                            {.tournament = tournament.status.id, .plan = tournament.plan, .games = view.games}));
  return page_html(viewer, {.title = player, .tournament = tournament.status.id}, content);
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
