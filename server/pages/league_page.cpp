#include "server/pages/league_page.h"

#include <algorithm>
#include <array>
#include <set>

#include "server/pages/page_layout.h"
#include "server/pages/page_path.h"
#include "server/pages/tables.h"
#include "server/pages/tournament_page.h"
#include "server/pages/tournament_parts.h"
#include "server/tournament/statistics/elo.h"

namespace rensa::pages {

namespace {

constexpr std::size_t kShownPlayers = 8;
constexpr std::size_t kPlayersOfSmallCard = 3;

// The parts of the page, in their order.
enum class LeaguePart : std::uint8_t { now, next, over };

LeaguePart part_of(TextId state) {
  if (state == TextId::state_running) return LeaguePart::now;
  const bool is_over =
      state == TextId::state_over || state == TextId::state_failed || state == TextId::state_unreadable;
  return is_over ? LeaguePart::over : LeaguePart::next;
}

// Tournaments that have failed come after those that are over.
bool has_failed(const LeagueRow& row) {
  return row.status.state == TextId::state_failed || row.status.state == TextId::state_unreadable;
}

enum class NameUse : std::uint8_t { unique, shared };

// Returns the names that more than one tournament has.
std::set<std::string> shared_names(const std::vector<LeagueRow>& rows) {
  std::set<std::string> seen;
  std::set<std::string> shared;
  for (const LeagueRow& row : rows) {
    if (!seen.insert(row.name).second) shared.insert(row.name);
  }
  return shared;
}

// If several tournaments have a name, the unique id of each is shown, and its start if that is known.
Markup chips_of(const Viewer& viewer, const LeagueRow& row, NameUse name_use) {
  const bool is_running = row.status.state == TextId::state_running;
  const bool is_readable = row.status.state != TextId::state_unreadable;
  std::string state = viewer.say(row.status.state);
  if (!is_readable) state += ": " + row.status.why_failed;
  Markup chips = element("span", {{"class", is_running ? "state is_running" : "state"}}, {state});
  if (row.starts && (name_use == NameUse::shared || part_of(row.status.state) == LeaguePart::next))
    chips.add(concatenated({" ", start_time(*row.starts)}));
  if (name_use == NameUse::shared) chips.add(concatenated({" ", isolated_name(row.status.id)}));
  if (is_readable) {
    const std::string games = viewer.say(TextId::games) + " " + games_text(viewer, row.status, row.most_games);
    chips.add(concatenated({" ", element("span", {}, {formats_text(viewer, row.formats)})}));
    if (row.players > 0) {
      chips.add(
          concatenated({" ", element("span", {}, {viewer.say(TextId::players_count, {std::to_string(row.players)})})}));
    }
    if (row.status.games > 0) chips.add(concatenated({" ", element("span", {}, {games})}));
  }
  return element("p", {{"class", "chips"}}, {chips});
}

// Makes the one main action of a large card.
Markup action_of(const Viewer& viewer, const LeagueRow& row) {
  const auto action = [&](const std::string& address, TextId text) {
    return element("a", {{"class", "button primary"}, {"href", address}}, {viewer.say(text)});
  };
  if (!row.live.empty()) return action(watch_url(row.live.front().match), TextId::watch_live);
  if (row.status.state != TextId::state_over || !row.best.last_win) return {};
  return action(replay_url(row.status.id, *row.best.last_win),
                row.best.is_last_win_final ? TextId::watch_final : TextId::watch_last_win);
}

// Makes the table of a large card: the players with their results against each other, points and strength.
Markup league_table(const Viewer& viewer, const LeagueRow& row) {
  const LeagueBest& best = row.best;
  Markup head =
      concatenated({number_head(viewer.say(TextId::place_in_standings)), column_head(viewer.say(TextId::player))});
  for (std::size_t column = 0; column < best.cross.size(); ++column) {
    head.add(element("th", {{"scope", "col"}, {"class", "cross_head"}}, {std::to_string(column + 1)}));
  }
  if (best.cross.empty()) head.add(column_head(viewer.say(TextId::results_heading)));
  head.add(concatenated({number_head(viewer.say(TextId::points)),
                         element("th", {{"scope", "col"}, {"class", "number wide"}}, {viewer.say(TextId::rating)})}));
  Markup body;
  const bool is_over = row.status.state == TextId::state_over;
  for (std::size_t place = 0; place < best.players.size(); ++place) {
    const LeaguePlayer& player = best.players[place];
    Markup cells;
    for (std::size_t column = 0; column < best.cross.size(); ++column) {
      cells.add(column == place ? cross_diagonal() : cross_cell(best.cross[place][column]));
    }
    if (best.cross.empty()) cells.add(element("td", {}, {results_row(viewer, player.form)}));
    body.add(element("tr", is_over && place == 0 ? Attributes{{"class", "is_winner"}} : Attributes{},
                     {number_cell(std::to_string(place + 1)),
                      element("th", {{"scope", "row"}}, {player_link(viewer, row.status.id, player.name)}), cells,
                      number_cell(player.points), element("td", {{"class", "number wide"}}, {player.strength})}));
    body.add("\n");
  }
  const Caption caption{.text = viewer.say(TextId::standings), .visibility = Caption::Visibility::screen_readers};
  const Markup note = best.has_average_rating ? rating_note(viewer) : Markup();
  return element("div", {{"class", "league_table"}}, {table(caption, head, body), note});
}

// Makes the short list of a small card.
Markup league_list(const Viewer& viewer, const LeagueRow& row) {
  Markup players;
  for (std::size_t place = 0; place < std::min(kPlayersOfSmallCard, row.best.players.size()); ++place) {
    const LeaguePlayer& player = row.best.players[place];
    players.add(
        element("li", {}, {player_link(viewer, row.status.id, player.name), " ", results_row(viewer, player.form)}));
  }
  return element("ol", {{"class", "league_players"}}, {players});
}

// Makes the row of faces of those who take part in a tournament without results.
Markup entrants_of(const LeagueRow& row) {
  Markup names;
  for (const std::string& name : row.entrants) {
    names.add(element("li", {}, {element("span", {{"class", "cup_player"}}, {isolated_name(name)}), "\n"}));
  }
  return element("ul", {{"class", "entrants"}}, {names});
}

Markup live_games(const Viewer& viewer, const LeagueRow& row) {
  if (row.live.empty()) return {};
  std::vector<PairLine> lines;
  for (const LeagueLiveGame& game : row.live) {
    lines.push_back({.players = game.players, .name = game_name(viewer, game.place), .match = game.match});
  }
  return pair_lines(viewer, lines);
}

Markup chain_game_of(const Viewer& viewer, const LeagueRow& row) {
  if (!row.best.game) return {};
  const LeagueGame& game = *row.best.game;
  return chain_game_card(viewer, {.address = replay_url(row.status.id, game.game) + "#moment=longest_chain",
                                  .links = game.links,
                                  .player = game.player,
                                  .opponent = game.opponent});
}

enum class CardSize : std::uint8_t { large, small };

// Makes the card of a tournament. One that cannot be read has no page, so its card tells the reason.
Markup tournament_card(const Viewer& viewer, const LeagueRow& row, NameUse name_use, CardSize size) {
  const bool is_readable = row.status.state != TextId::state_unreadable;
  const PagePath page{.kind = PageKind::tournament, .tournament = row.status.id, .player = {}};
  const Markup title = is_readable ? link_to(viewer, page, isolated_name(row.name)) : isolated_name(row.name);
  const bool is_large = size == CardSize::large;
  const Markup head = element(
      "div", {{"class", "cup_head"}},
      {element("h3", {}, {title}), chips_of(viewer, row, name_use), is_large ? action_of(viewer, row) : Markup()});
  Markup told;
  if (row.best.players.empty()) {
    if (!row.entrants.empty()) told = entrants_of(row);
  } else {
    told = is_large ? league_table(viewer, row) : league_list(viewer, row);
  }
  const Markup games = concatenated({live_games(viewer, row), is_large ? chain_game_of(viewer, row) : Markup()});
  const Markup beside = games.html().empty() ? Markup() : element("div", {{"class", "cup_games"}}, {games});
  return element("li", {{"class", is_large ? "is_large" : "is_small"}}, {head, told, beside, "\n"});
}

std::optional<LeagueGame> best_game_of(const tournament::TournamentSnapshot& run,
                                       const tournament::TournamentSummary& summary) {
  const auto longest = story_of(run.progress, summary.standings).longest_chain;
  if (!longest) return std::nullopt;
  return LeagueGame{.game = longest->game,
                    .player = run.plan.players[longest->player].name,
                    .opponent = run.plan.players[longest->opponent].name,
                    .links = longest->links};
}

}  // namespace

LeagueBest league_best_of(tournament::TournamentSnapshot& run) {
  if (run.progress.games_finished() == 0) return {};
  const auto summary = tournament::summarise(run);
  const auto& stages = summary->stages;
  LeagueBest best{.players = {}, .game = best_game_of(run, *summary)};
  const auto is_test = [](const tournament::StageSummary& stage) { return stage.sprt.has_value(); };
  if (std::any_of(stages.begin(), stages.end(), is_test)) return best;
  const std::vector<std::size_t> scales = tournament::elo_scales(summary->standings);
  const auto& ratings = stages.back().ratings;
  best.has_average_rating = ratings.empty();
  const std::size_t shown = std::min(kShownPlayers, summary->standings.size());
  for (std::size_t place = 0; place < shown; ++place) {
    const tournament::PlayerStanding& standing = summary->standings[place];
    best.players.push_back({.name = run.plan.players[standing.player].name,
                            .strength = ratings.empty() ? rating_text(standing, scales[place])
                                                        : integer_text(ratings[standing.player].rating),
                            .form = latest_results(run.progress, standing.player),
                            .points = points_text(standing.games)});
  }
  if (shown == summary->standings.size()) best.cross = cross_cells(summary->results, summary->standings);
  if (const auto win = story_of(run.progress, summary->standings).last_win) {
    best.last_win = win->game;
    best.is_last_win_final = place_of(run.plan, run.progress, *tournament::game_of_name(win->game)).is_final();
  }
  return best;
}

std::string league_page(const Viewer& viewer, const std::vector<LeagueRow>& rows) {
  struct Part {
    LeaguePart part;
    TextId title;
  };
  constexpr std::array kParts{Part{LeaguePart::now, TextId::league_now}, Part{LeaguePart::next, TextId::league_next},
                              Part{LeaguePart::over, TextId::league_over}};
  Markup content;
  if (rows.empty()) content = element("p", {}, {viewer.say(TextId::no_tournaments)});
  const std::set<std::string> shared = shared_names(rows);
  CardSize size = CardSize::large;  // of the first card of the page
  for (const auto& [part, title] : kParts) {
    std::vector<LeagueRow> shown;
    for (const LeagueRow& row : rows) {
      if (part_of(row.status.state) == part) shown.push_back(row);
    }
    std::stable_partition(shown.begin(), shown.end(), [](const LeagueRow& row) { return !has_failed(row); });
    if (shown.empty()) continue;
    Markup cards;
    for (const LeagueRow& row : shown) {
      const NameUse name_use = shared.contains(row.name) ? NameUse::shared : NameUse::unique;
      cards.add(tournament_card(viewer, row, name_use, size));
      size = CardSize::small;
    }
    content.add(element("section", {{"class", "league_part"}},
                        {heading(viewer, title), element("ul", {{"class", "league_cards"}}, {cards})}));
  }
  content.add(element("p", {}, {element("a", {{"href", "/organise"}}, {viewer.say(TextId::organise_link)})}));
  return page_html(viewer, {.title = viewer.say(TextId::league), .tournament = ""}, content);
}

}  // namespace rensa::pages
