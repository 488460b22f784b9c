#include "server/pages/bracket.h"

#include <set>
#include <string>

#include "server/base/formatted.h"

namespace rensa::pages {

namespace {

using base::formatted;
using tournament::MatchSummary;

std::string name_of_match(const Viewer& viewer, const MatchSummary& match) {
  const std::string name = viewer.say(TextId::knock_out_match) + " " + std::to_string(match.match + 1);
  return match.is_for_third_place ? name + " · " + viewer.say(TextId::match_for_third_place) : name;
}

// Makes the line of a player. The word that marks the winner is seen only if the points do not tell who has won.
Markup player_line(const Viewer& viewer, const TournamentView& view, const MatchSummary& match, std::size_t player) {
  const double points = player == match.first ? match.first_points : match.second_points;
  Markup line = concatenated({player_link(viewer, view.status.id, view.plan.players[player].name), " ",
                              element("span", {{"class", "points"}}, {formatted("%g", points)})});
  if (!match.is_decided) return element("li", {}, {line});
  if (player != match.winner) return element("li", {{"class", "lost"}}, {line});
  const bool is_level = match.first_points == match.second_points;
  const TextId word = is_level ? TextId::advances_on_equal_points : TextId::winner;
  line.add(concatenated({" ", element("span", {{"class", is_level ? "advances" : "unseen"}}, {viewer.say(word)})}));
  return element("li", {{"class", "won"}}, {line});
}

Markup match_box(const Viewer& viewer, const TournamentView& view, const MatchSummary& match) {
  return element(
      "li", {{"class", "match"}},
      {element("span", {{"class", "match_name"}}, {name_of_match(viewer, match)}),
       element("ul", {},
               {player_line(viewer, view, match, match.first), player_line(viewer, view, match, match.second)}),
       "\n"});
}

}  // namespace

Markup bracket_section(const Viewer& viewer, const TournamentView& view, const tournament::StageSummary& stage) {
  std::set<int> rounds;
  for (const MatchSummary& match : stage.matches) rounds.insert(match.round);
  Markup list;
  int number = 0;
  for (const int round : rounds) {
    Markup matches;
    for (const MatchSummary& match : stage.matches) {
      if (match.round == round) matches.add(match_box(viewer, view, match));
    }
    list.add(element(
        "li", {},
        {element("h3", {}, {viewer.say(TextId::round, {std::to_string(++number)})}), element("ol", {}, {matches})}));
  }
  const Attributes attributes{{"class", "bracket"}, {"aria-label", viewer.say(TextId::bracket)}};
  return concatenated({heading(viewer, TextId::bracket), element("ol", attributes, {list})});
}

}  // namespace rensa::pages
