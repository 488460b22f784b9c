#include "server/pages/league_page.h"

#include <algorithm>
#include <array>

#include "server/base/formatted.h"
#include "server/pages/page_layout.h"
#include "server/pages/tournament_page.h"
#include "server/tournament/statistics/elo.h"

namespace rensa::pages {

namespace {

using base::formatted;

constexpr std::size_t kShownPlayers = 3;
constexpr std::size_t kShownResults = 5;

// Returns the results of the latest games of a player that count, the newest last.
std::vector<GameResult> form_of(const tournament::TournamentProgress& progress, std::size_t player) {
  std::vector<GameResult> form;
  for (std::size_t number = progress.pairs().size(); number-- > 0 && form.size() < kShownResults;) {
    const tournament::PlayerPair& pair = progress.pairs()[number];
    if ((pair.first != player && pair.second != player) || !progress.counts(number)) continue;
    const tournament::PairSide side = pair.first == player ? 0 : 1;
    for (std::size_t leg = progress.leg_count(number); leg-- > 0 && form.size() < kShownResults;) {
      const tournament::GameEnded* ended = progress.game_result(number, leg);
      if (ended == nullptr) continue;
      form.push_back(!ended->winner ? GameResult::drawn : *ended->winner == side ? GameResult::won : GameResult::lost);
    }
  }
  std::reverse(form.begin(), form.end());
  return form;
}

struct ResultTexts {
  const char* style;
  TextId letter;
  TextId word;
};
constexpr std::array kResultTexts{ResultTexts{"form_won", TextId::form_won, TextId::won},
                                  ResultTexts{"form_drawn", TextId::form_drawn, TextId::drawn},
                                  ResultTexts{"form_lost", TextId::form_lost, TextId::lost}};

// Makes the row of letters for the latest games. A screen reader reads the words.
Markup form_row(const Viewer& viewer, const std::vector<GameResult>& form) {
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

Markup strength_text(const Viewer& viewer, const LeaguePlayer& player) {
  if (!player.strength) return {};
  const auto& [value, low, high] = *player.strength;
  const bool is_rating = player.strength_kind == TextId::rating;
  const std::string text =
      is_rating ? formatted("%.0f [%.0f, %.0f]", value, low, high) : signed_text(value) + " " + range_text(low, high);
  return element("span", {{"class", "strength"}}, {viewer.say(player.strength_kind) + " " + text});
}

Markup player_line(const Viewer& viewer, const std::string& tournament, const LeaguePlayer& player) {
  return element("li", {},
                 {player_link(viewer, tournament, player.name), " ", strength_text(viewer, player), " ",
                  form_row(viewer, player.form)});
}

// A tournament that cannot be read has no page, so its card tells the reason.
Markup tournament_card(const Viewer& viewer, const LeagueRow& row) {
  const std::string& id = row.status.id;
  const bool is_readable = row.status.state != TextId::state_unreadable;
  const Markup title = is_readable ? link_to(viewer, {.kind = PageKind::tournament, .tournament = id, .player = {}},
                                             isolated_name(row.name))
                                   : isolated_name(row.name);
  const char* style = row.status.state == TextId::state_running ? "league_state is_running" : "league_state";
  std::string state = viewer.say(row.status.state);
  if (!is_readable) state += ": " + row.status.why_failed;
  Markup facts;
  if (is_readable) {
    facts = element("p", {{"class", "dim"}},
                    {formats_text(viewer, row.formats), " · ", viewer.say(TextId::games), " ",
                     games_text(viewer, row.status, row.most_games)});
  }
  Markup players;
  for (const LeaguePlayer& player : row.players) players.add(player_line(viewer, id, player));
  return element("li", {},
                 {element("h2", {}, {title}), element("p", {{"class", style}}, {state}), facts,
                  row.players.empty() ? Markup() : element("ol", {{"class", "league_players"}}, {players}), "\n"});
}

}  // namespace

std::vector<LeaguePlayer> league_players_of(tournament::TournamentSnapshot& run) {
  if (run.progress.games_finished() == 0) return {};
  const auto summary = tournament::summarise(run);
  const auto& stages = summary->stages;
  const auto is_test = [](const tournament::StageSummary& stage) { return stage.sprt.has_value(); };
  if (std::any_of(stages.begin(), stages.end(), is_test)) return {};
  const std::vector<std::size_t> scales = tournament::elo_scales(summary->standings);
  const auto& ratings = stages.back().ratings;
  std::vector<LeaguePlayer> players;
  for (std::size_t place = 0; place < std::min(kShownPlayers, summary->standings.size()); ++place) {
    const tournament::PlayerStanding& standing = summary->standings[place];
    LeaguePlayer player{.name = run.plan.players[standing.player].name, .form = form_of(run.progress, standing.player)};
    if (!ratings.empty()) {
      const tournament::Rating& rating = ratings[standing.player];
      const double half = tournament::kNormal95 * rating.deviation;
      player.strength_kind = TextId::rating;
      player.strength = {.value = rating.rating, .low = rating.rating - half, .high = rating.rating + half};
    } else if (scales[place] == 0) {
      player.strength = standing.elo;
    }
    players.push_back(std::move(player));
  }
  return players;
}

std::string league_page(const Viewer& viewer, const std::vector<LeagueRow>& rows) {
  Markup content;
  if (rows.empty()) {
    content = element("p", {}, {viewer.say(TextId::no_tournaments)});
  } else {
    Markup cards;
    for (const LeagueRow& row : rows) cards.add(tournament_card(viewer, row));
    content = element("ul", {{"class", "league_cards"}, {"aria-label", viewer.say(TextId::tournaments)}}, {cards});
  }
  return page_html(viewer, {.title = viewer.say(TextId::league), .tournament = ""}, content);
}

}  // namespace rensa::pages
