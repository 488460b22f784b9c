#include "server/pages/league_page.h"

#include <algorithm>

#include "server/pages/page_layout.h"
#include "server/pages/tables.h"
#include "server/pages/tournament_page.h"
#include "server/tournament/statistics/elo.h"

namespace rensa::pages {

namespace {

constexpr std::size_t kShownPlayers = 6;
Markup strength_text(const Viewer& viewer, const LeaguePlayer& player) {
  if (!player.strength) return {};
  const bool is_rating = player.strength_kind == TextId::rating;
  const std::string text = is_rating ? integer_text(*player.strength) : signed_text(*player.strength);
  return element("span", {{"class", "strength"}}, {viewer.say(player.strength_kind) + " " + text});
}

Markup player_line(const Viewer& viewer, const std::string& tournament, const LeaguePlayer& player) {
  return element("li", {},
                 {player_link(viewer, tournament, player.name), " ", strength_text(viewer, player), " ",
                  results_row(viewer, player.form)});
}

// Makes the link to the game of a tournament that is worth seeing first.
Markup game_card(const Viewer& viewer, const std::string& tournament, const LeagueGame& game) {
  const auto side = [](const std::string& name) {
    return element("span", {{"class", "cup_player"}}, {isolated_name(name)});
  };
  return element("a", {{"class", "cup_game"}, {"href", replay_url(tournament, game.game) + "#moment=longest_chain"}},
                 {element("span", {{"class", "cup_title"}}, {viewer.say(TextId::story_longest_chain)}), " ",
                  element("strong", {}, {viewer.say(TextId::chain_of, {std::to_string(game.links)})}), " ",
                  element("span", {{"class", "cup_players"}},
                          {side(game.player), " ", element("span", {}, {"–"}), " ", side(game.opponent)}),
                  " ", element("span", {{"class", "button"}}, {viewer.say(TextId::story_see)})});
}

Markup chips_of(const Viewer& viewer, const LeagueRow& row) {
  const bool is_running = row.status.state == TextId::state_running;
  const bool is_readable = row.status.state != TextId::state_unreadable;
  std::string state = viewer.say(row.status.state);
  if (!is_readable) state += ": " + row.status.why_failed;
  Markup chips = element("span", {{"class", is_running ? "state is_running" : "state"}}, {state});
  if (is_readable) {
    const std::string games = viewer.say(TextId::games) + " " + games_text(viewer, row.status, row.most_games);
    chips.add(concatenated(
        {" ", element("span", {}, {formats_text(viewer, row.formats)}), " ", element("span", {}, {games})}));
  }
  return element("p", {{"class", "chips"}}, {chips});
}

// A tournament that cannot be read has no page, so its card tells the reason.
Markup tournament_card(const Viewer& viewer, const LeagueRow& row) {
  const std::string& id = row.status.id;
  const bool is_readable = row.status.state != TextId::state_unreadable;
  const Markup title = is_readable ? link_to(viewer, {.kind = PageKind::tournament, .tournament = id, .player = {}},
                                             isolated_name(row.name))
                                   : isolated_name(row.name);
  Markup players;
  for (const LeaguePlayer& player : row.best.players) players.add(player_line(viewer, id, player));
  const Markup told =
      element("div", {{"class", "cup_told"}},
              {element("h2", {}, {title}), chips_of(viewer, row),
               row.best.players.empty() ? Markup() : element("ol", {{"class", "league_players"}}, {players})});
  return element("li", {{"class", row.status.state == TextId::state_over ? "is_over" : "is_open"}},
                 {told, row.best.game ? game_card(viewer, id, *row.best.game) : Markup(), "\n"});
}

// Returns the place of a state in the list: what happens now comes first.
int order_of(TextId state) {
  if (state == TextId::state_running) return 0;
  if (state == TextId::state_over) return 2;
  return state == TextId::state_failed || state == TextId::state_unreadable ? 3 : 1;
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
  for (std::size_t place = 0; place < std::min(kShownPlayers, summary->standings.size()); ++place) {
    const tournament::PlayerStanding& standing = summary->standings[place];
    LeaguePlayer player{.name = run.plan.players[standing.player].name,
                        .form = latest_results(run.progress, standing.player)};
    if (!ratings.empty()) {
      player.strength_kind = TextId::rating;
      player.strength = ratings[standing.player].rating;
    } else if (scales[place] == 0 && standing.elo) {
      player.strength = standing.elo->value;
    }
    best.players.push_back(std::move(player));
  }
  return best;
}

std::string league_page(const Viewer& viewer, const std::vector<LeagueRow>& rows) {
  Markup content;
  if (rows.empty()) {
    content = element("p", {}, {viewer.say(TextId::no_tournaments)});
  } else {
    std::vector<LeagueRow> ordered = rows;
    std::stable_sort(ordered.begin(), ordered.end(), [](const LeagueRow& one, const LeagueRow& two) {
      return order_of(one.status.state) < order_of(two.status.state);
    });
    Markup cards;
    for (const LeagueRow& row : ordered) cards.add(tournament_card(viewer, row));
    content = element("ul", {{"class", "league_cards"}, {"aria-label", viewer.say(TextId::tournaments)}}, {cards});
  }
  return page_html(viewer, {.title = viewer.say(TextId::league), .tournament = ""}, content);
}

}  // namespace rensa::pages
