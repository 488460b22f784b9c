#include "server/pages/tournament_page.h"

#include <algorithm>

#include "server/base/formatted.h"
#include "server/base/utc_time.h"
#include "server/pages/page_layout.h"
#include "server/pages/page_path.h"
#include "server/pages/plot.h"
#include "server/pages/tables.h"
#include "server/pages/tournament_parts.h"

namespace rensa::pages {

namespace {

using base::formatted;
using tournament::StageSummary;

// So many messages of the organisers are in sight. The earlier ones are behind a button.
constexpr std::size_t kShownMessages = 3;
// A larger crosstable is among the statistics.
constexpr std::size_t kMostInShownCrosstable = 12;

using StandingsTable = Markup (*)(const Viewer&, const TournamentView&, const Caption&,
                                  const std::vector<tournament::PlayerStanding>&,
                                  const std::vector<tournament::Rating>&);

// Makes one table for each group, in the order of the stage.
Markup group_tables(const Viewer& viewer, const TournamentView& view, const StageSummary& stage,
                    StandingsTable make_table) {
  Markup out;
  for (std::size_t group = 0; group < stage.groups.size(); ++group) {
    std::vector<tournament::PlayerStanding> standings;
    for (const tournament::PlayerStanding& standing : stage.standings) {
      const auto& members = stage.groups[group];
      if (std::find(members.begin(), members.end(), standing.player) != members.end()) standings.push_back(standing);
    }
    const std::string caption = viewer.say(TextId::group) + " " + std::to_string(group + 1);
    out.add(make_table(viewer, view, {.text = caption}, standings, {}));
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

// Makes an element for a time, in UTC. The page's script writes the local time instead.
Markup time_element(const std::string& kind, std::chrono::sys_seconds time) {
  const std::string text = base::utc_text(time);
  return element("time", {{"class", kind}, {"datetime", text}},
                 {text.substr(0, 10) + " " + text.substr(11, 5) + " UTC"});
}

// Makes the list of the messages of the organisers.
Markup messages_section(const Viewer& viewer, const TournamentView& view) {
  if (view.messages.empty()) return {};
  Markup shown;
  Markup earlier;
  for (std::size_t i = 0; i < view.messages.size(); ++i) {
    const tournament::MessageSent& message = *view.messages[i].message;
    (i < kShownMessages ? shown : earlier)
        .add(element("li", {},
                     {element("p", {{"dir", "auto"}}, {message.text}), time_element("sent", message.sent_at)}));
  }
  Markup lists = element("ul", {}, {shown});
  if (!earlier.html().empty()) {
    lists.add(element("details", {{"class", "earlier_messages"}},
                      {element("summary", {}, {viewer.say(TextId::earlier_messages)}), element("ul", {}, {earlier})}));
  }
  return element("section", {{"class", "messages"}, {"aria-label", viewer.say(TextId::messages)}},
                 {heading(viewer, TextId::messages), lists});
}

std::string stage_name(const Viewer& viewer, const TournamentView& view, std::size_t number) {
  const TextId format = text_id_of(view.summary->stages[number].plan.format);
  return viewer.say(TextId::stage, {std::to_string(number + 1), viewer.say(format)});
}

Markup definition_item(const std::string& term, const Markup& what) {
  return element("div", {}, {element("dt", {}, {term}), element("dd", {}, {what})});
}

// Returns true if the places follow from the points alone. In a knock-out, and after several stages, the winner may
// have fewer points than others.
bool points_tell_places(const TournamentView& view) {
  return view.summary->stages.size() == 1 && view.summary->stages.front().matches.empty();
}

// Makes a step of the podium: the player, its points, and its place.
Markup podium_step(const Viewer& viewer, const TournamentView& view, std::size_t place) {
  const tournament::PlayerStanding& standing = view.summary->standings[place];
  const std::string title =
      place == 0 ? viewer.say(TextId::winner) : viewer.say(TextId::place_number, {std::to_string(place + 1)});
  Markup told = concatenated({element("span", {{"class", "podium_place"}}, {title}), " ",
                              player_link(viewer, view.status.id, view.plan.players[standing.player].name)});
  if (points_tell_places(view)) {
    const std::string points = viewer.say(TextId::points_count, {formatted("%g", standing.points())});
    told.add(concatenated({" ", element("span", {{"class", "podium_points"}}, {points})}));
  }
  return element("li", {}, {told});
}

// Returns the number of players on the podium. A disqualified player does not stand on it. The two players that have
// lost their semi-finals are equal, unless they have played for the third place.
std::size_t podium_size(const TournamentView& view) {
  constexpr std::size_t kSteps = 3;
  constexpr std::size_t kFewestWithTwoSemiFinals = 4;
  const auto& standings = view.summary->standings;
  const StageSummary& last = view.summary->stages.back();
  const bool has_third = std::any_of(last.matches.begin(), last.matches.end(),
                                     [](const tournament::MatchSummary& match) { return match.is_for_third_place; });
  const bool are_losers_equal = last.plan.format == tournament::FormatKind::knock_out && !has_third &&
                                last.players.size() >= kFewestWithTwoSemiFinals;
  const std::size_t most = std::min(are_losers_equal ? kSteps - 1 : kSteps, standings.size());
  std::size_t size = 0;
  while (size < most && !view.summary->disqualified.contains(standings[size].player)) ++size;
  return size;
}

// Shows the best three players of a tournament that is over, or names its leader while it is played. A sequential test
// has neither.
Markup leader_section(const Viewer& viewer, const TournamentView& view) {
  const auto& standings = view.summary->standings;
  if (!view.has_places() || standings.empty() || view.status.games == 0) return {};
  if (view.status.state == TextId::state_over) {
    Markup steps;
    const std::size_t size = podium_size(view);
    for (std::size_t place = 0; place < size; ++place) steps.add(podium_step(viewer, view, place));
    if (size == 0) return {};
    return element("ol", {{"class", "leader podium"}}, {steps});
  }
  if (standings.front().games.games() == 0) return {};
  const std::string& leader = view.plan.players[standings.front().player].name;
  return element("p", {{"class", "leader"}},
                 {element("span", {}, {viewer.say(TextId::leader)}), " ", player_link(viewer, view.status.id, leader)});
}

// Makes the lists of what is played now and what comes next. A paused tournament has no next games for now.
Markup programme_section(const Viewer& viewer, const TournamentView& view) {
  const auto line_of = [&](const auto& row) {
    return PairLine{.players = {view.plan.players[row.first].name, view.plan.players[row.second].name},
                    .name = game_name(viewer, row.place)};
  };
  std::vector<PairLine> running;
  for (const RunningGameRow& row : view.status.running_games) {
    running.push_back(line_of(row));
    running.back().match = row.match;
  }
  std::vector<PairLine> next;
  if (view.status.state == TextId::state_running) {
    for (const NextPairRow& row : view.next_pairs) next.push_back(line_of(row));
  }
  Markup parts;
  if (!running.empty()) {
    parts.add(element("section", {}, {heading(viewer, TextId::being_played), pair_lines(viewer, running)}));
  }
  if (!next.empty()) {
    parts.add(element("section", {}, {heading(viewer, TextId::next_pairs), pair_lines(viewer, next)}));
  }
  return parts.html().empty() ? Markup() : element("div", {{"class", "programme"}}, {parts});
}

std::string state_style(TextId state) {
  return state == TextId::state_running  ? "state is_running"
         : state == TextId::state_failed ? "state is_failed"
                                         : "state";
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
      concatenated({element("div", {{"class", state_style(status.state)}},
                            {element("dt", {{"class", "unseen"}}, {viewer.say(TextId::tournament_state)}),
                             element("dd", {}, {state})}),
                    start, definition_item(viewer.say(TextId::tournament_format), formats_text(viewer, formats)),
                    definition_item(viewer.say(TextId::games), games_text(viewer, status, view.summary->max_games))});
  if (!status.awaited.empty()) {
    Markup guests;
    for (const std::string& guest : status.awaited) {
      if (!guests.html().empty()) guests.add(", ");
      guests.add(isolated_name(guest));
    }
    list.add(definition_item(viewer.say(TextId::waiting_for), guests));
  }
  return element("dl", {{"class", "chips"}}, {list});
}

// Makes the one main action of the page: to watch what is played now or, in the end, the game that has decided.
Markup main_action(const Viewer& viewer, const TournamentView& view) {
  const TournamentStatus& status = view.status;
  if (!status.running_games.empty()) {
    return element("a", {{"class", "button primary"}, {"href", watch_url(status.running_games.front().match)}},
                   {viewer.say(TextId::watch_live)});
  }
  if (status.state != TextId::state_over || !view.story.last_win) return {};
  const TextId text = view.story.is_last_win_final ? TextId::watch_final : TextId::watch_last_win;
  return element("a", {{"class", "button primary"}, {"href", replay_url(status.id, view.story.last_win->game)}},
                 {viewer.say(text)});
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

// Makes the table that tells how the tournament stands: that of its stage while it is played, and in the end that of
// all stages. Each group of the only stage has a table of its own.
Markup standings_section(const Viewer& viewer, const TournamentView& view) {
  const auto& stages = view.summary->stages;
  const bool is_over = view.status.state == TextId::state_over;
  const bool has_stages = view.plan.stages.size() > 1;
  const bool shows_stage = has_stages && !is_over && !stages.empty();
  const std::string title = shows_stage             ? stage_name(viewer, view, stages.size() - 1)
                            : is_over && has_stages ? viewer.say(TextId::final_standings)
                                                    : viewer.say(TextId::standings);
  Markup out = element("h2", {}, {title});
  if (!stages.empty() && !stages.back().groups.empty() && (shows_stage || !has_stages)) {
    out.add(group_tables(viewer, view, stages.back(), standings_table));
    return out;
  }
  const bool has_season = stages.size() == 1 && !stages.back().ratings.empty();
  const Caption caption{
      .text = has_season ? viewer.say(TextId::season, {std::to_string(stages.back().season + 1)}) : title,
      .visibility = has_season ? Caption::Visibility::visible : Caption::Visibility::screen_readers};
  const auto& standings = shows_stage ? stages.back().standings : view.summary->standings;
  const bool has_ratings = !stages.empty() && (shows_stage || !has_stages);
  out.add(standings_table(viewer, view, caption, standings,
                          has_ratings ? stages.back().ratings : std::vector<tournament::Rating>()));
  return out;
}

// Makes the tables with all numbers of a stage.
Markup stage_details(const Viewer& viewer, const TournamentView& view, std::size_t number) {
  const StageSummary& stage = view.summary->stages[number];
  const bool is_alone = view.plan.stages.size() == 1;
  const std::string title = is_alone ? viewer.say(TextId::standings) : stage_name(viewer, view, number);
  Markup out = element("h2", {}, {title});
  if (!stage.groups.empty()) {
    out.add(group_tables(viewer, view, stage, standings_details_table));
    return out;
  }
  const bool has_season = !stage.ratings.empty();
  const Caption caption{.text = has_season ? viewer.say(TextId::season, {std::to_string(stage.season + 1)}) : title,
                        .visibility = has_season ? Caption::Visibility::visible : Caption::Visibility::screen_readers};
  const auto& standings = is_alone ? view.summary->standings : stage.standings;
  out.add(standings_details_table(viewer, view, caption, standings, stage.ratings));
  return out;
}

// Makes the part that opens when it is pressed: the ruleset, all numbers, and who has played against whom.
Markup statistics_section(const Viewer& viewer, const TournamentView& view) {
  Markup facts = definition_item(viewer.say(TextId::ruleset), view.plan.ruleset.id);
  if (view.summary->max_games) {
    facts.add(definition_item(viewer.say(TextId::planned_games), std::to_string(*view.summary->max_games)));
  }
  Markup out = element("dl", {}, {facts});
  for (std::size_t stage = 0; stage < view.summary->stages.size(); ++stage) {
    out.add(stage_details(viewer, view, stage));
  }
  if (view.plan.stages.size() > 1) {
    const std::string title = viewer.say(TextId::standings_of_all);
    out.add(element("h2", {}, {title}));
    out.add(standings_details_table(viewer, view, {.text = title, .visibility = Caption::Visibility::screen_readers},
                                    view.summary->standings, {}));
  }
  const bool has_large_crosstable = view.summary->standings.size() > kMostInShownCrosstable;
  out.add(concatenated({has_large_crosstable ? crosstable(viewer, view) : Markup(), measures_table(viewer, view),
                        cycles_section(viewer, view)}));
  return element("details", {{"class", "statistics"}}, {element("summary", {}, {viewer.say(TextId::statistics)}), out});
}

}  // namespace

Markup start_time(std::chrono::sys_seconds starts) { return time_element("starts", starts); }

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
  const bool is_over = status.state == TextId::state_over;
  if (is_over || !most || status.games > *most) return std::to_string(status.games);  // further games have broken ties
  return viewer.say(TextId::games_of_total, {std::to_string(status.games), std::to_string(*most)});
}

std::string tournament_page(const Viewer& viewer, const TournamentView& view) {
  Markup content =
      concatenated({messages_section(viewer, view), leader_section(viewer, view), programme_section(viewer, view)});
  for (const StageSummary& stage : view.summary->stages) {
    if (!stage.matches.empty()) content.add(bracket_section(viewer, view, stage));
    if (stage.sprt) content.add(sprt_section(viewer, view, stage));
  }
  const bool has_small_crosstable = view.summary->standings.size() <= kMostInShownCrosstable;
  content.add(concatenated(
      {story_section(viewer, view), standings_section(viewer, view),
       has_small_crosstable ? crosstable(viewer, view) : Markup(), heading(viewer, TextId::recent_games),
       games_section(
           viewer,
           {.tournament = view.status.id, .plan = view.plan, .games = view.games, .games_of_all = view.status.games}),
       statistics_section(viewer, view)}));
  return page_html(viewer,
                   {.title = view.plan.name,
                    .tournament = view.status.id,
                    .below_title = concatenated({tournament_facts(viewer, view), main_action(viewer, view)})},
                   content);
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

}  // namespace rensa::pages
