#include <algorithm>
#include <string>

#include "server/pages/page_layout.h"
#include "server/pages/page_path.h"
#include "server/pages/tournament_parts.h"

namespace rensa::pages {

namespace {

// A card of the story.
struct StoryCard {
  TextId title;
  std::string fact;
  std::string game;
  std::string_view moment;  // of the game, as the replay page names it
  std::size_t first = 0;    // the players by number, the one of whom the story tells first
  std::size_t second = 0;
};

Markup card_of(const Viewer& viewer, const TournamentView& view, const StoryCard& card) {
  const auto player = [&](std::size_t number) {
    return player_link(viewer, view.status.id, view.plan.players[number].name);
  };
  const std::string title = viewer.say(card.title);
  const std::string see = viewer.say(TextId::story_see);
  const std::string address = replay_url(view.status.id, card.game) + "#moment=" + std::string(card.moment);
  return element(
      "li", {},
      {element("h3", {}, {title}), element("p", {{"class", "story_fact"}}, {card.fact}),
       element("p", {{"class", "story_players"}},
               {player(card.first), " ", element("span", {}, {"–"}), " ", player(card.second)}),
       element("a", {{"class", "button"}, {"href", address}, {"aria-label", see + ": " + title}}, {see}), "\n"});
}

// Returns the place of a player, counted from 1.
std::size_t place_in_standings(const tournament::TournamentSummary& summary, std::size_t player) {
  const auto& standings = summary.standings;
  const auto found = std::find_if(standings.begin(), standings.end(),
                                  [player](const auto& standing) { return standing.player == player; });
  return static_cast<std::size_t>(found - standings.begin()) + 1;
}

}  // namespace

Markup story_section(const Viewer& viewer, const TournamentView& view) {
  const TournamentStory& story = view.story;
  Markup cards;
  const auto add = [&](const StoryCard& card) { cards.add(card_of(viewer, view, card)); };
  if (const auto& win = story.last_win) {
    const bool is_over = view.status.state == TextId::state_over;
    add({.title = story.is_last_win_final ? TextId::final_round
                  : is_over               ? TextId::story_last_win
                                          : TextId::story_leader_win,
         .fact = viewer.say(TextId::story_places, {"1", std::to_string(place_in_standings(*view.summary, win->loser))}),
         .game = win->game,
         .moment = "decision",
         .first = win->winner,
         .second = win->loser});
  }
  if (const auto& chain = story.longest_chain) {
    add({.title = TextId::story_longest_chain,
         .fact = viewer.say(TextId::chain_of, {std::to_string(chain->links)}),
         .game = chain->game,
         .moment = "longest_chain",
         .first = chain->player,
         .second = chain->opponent});
  }
  if (const auto& close = story.closest_game) {
    add({.title = TextId::story_closest_game,
         .fact =
             viewer.say(TextId::story_scores, {grouped_text(close->winner_score), grouped_text(close->loser_score)}),
         .game = close->game.game,
         .moment = "decision",
         .first = close->game.winner,
         .second = close->game.loser});
  }
  if (const auto& upset = story.upset) {
    add({.title = TextId::story_upset,
         .fact = viewer.say(TextId::story_places,
                            {std::to_string(upset->winner_place), std::to_string(upset->loser_place)}),
         .game = upset->game.game,
         .moment = "decision",
         .first = upset->game.winner,
         .second = upset->game.loser});
  }
  if (cards.html().empty()) return {};
  return concatenated({heading(viewer, TextId::story), element("ul", {{"class", "story"}}, {cards})});
}

}  // namespace rensa::pages
