#include <bit>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/base/formatted.h"
#include "server/pages/page_layout.h"
#include "server/pages/tournament_parts.h"

namespace rensa::pages {

namespace {

using base::formatted;
using tournament::MatchSummary;
using tournament::StageSummary;

// The winner of a tournament that is over, whose way through the bracket shines.
std::optional<std::size_t> champion_of(const TournamentView& view) {
  if (view.status.state != TextId::state_over || view.summary->standings.empty()) return std::nullopt;
  return view.summary->standings.front().player;
}

bool plays_in(const MatchSummary& match, std::optional<std::size_t> player) {
  return player == match.first || player == match.second;
}

// Makes the line of a player. The word that marks the winner is seen only if the points do not tell who has won.
Markup player_line(const Viewer& viewer, const TournamentView& view, const MatchSummary& match, std::size_t player) {
  const double points = player == match.first ? match.first_points : match.second_points;
  const std::string shown_points = match.is_scheduled ? formatted("%g", points) : "–";
  Markup line = concatenated({player_link(viewer, view.status.id, view.plan.players[player].name), " ",
                              element("span", {{"class", "points"}}, {shown_points})});
  if (!match.is_decided) return element("li", {}, {line});
  const TextId absent = view.summary->disqualified.contains(player) ? TextId::bracket_disqualified : TextId::benched;
  const Markup absence = match.has_withdrawn_player
                             ? concatenated({" ", element("span", {{"class", "advances"}}, {viewer.say(absent)})})
                             : Markup();
  if (player != match.winner) return element("li", {{"class", "lost"}}, {line, absence});
  const bool is_level = match.first_points == match.second_points && !match.has_withdrawn_player;
  const TextId word = is_level ? TextId::advances_on_equal_points : TextId::winner;
  line.add(concatenated({" ", element("span", {{"class", is_level ? "advances" : "unseen"}}, {viewer.say(word)})}));
  return element("li", {{"class", player == champion_of(view) ? "won gold" : "won"}}, {line});
}

Markup match_players(const Viewer& viewer, const TournamentView& view, const MatchSummary& match) {
  return element("ul", {},
                 {player_line(viewer, view, match, match.first), player_line(viewer, view, match, match.second)});
}

// A place in the tree of a knock-out. A match without players is not known yet, or was not played; in the first round,
// a player has a bye there.
struct TreeCell {
  const MatchSummary* match = nullptr;
  bool is_bye = false;
  bool has_line_from_before = false;
  bool has_line_to_next = false;
};

// Returns the cells of each round. The matches are numbered round by round, and neighbours play their next match
// against each other.
std::vector<std::vector<TreeCell>> tree_of(const StageSummary& stage) {
  std::vector<std::vector<TreeCell>> rounds;
  std::size_t number = 0;
  for (std::size_t size = std::bit_ceil(stage.players.size()) / 2; size > 0; size /= 2) {
    std::vector<TreeCell> cells(size);
    for (std::size_t i = 0; i < size; ++i, ++number) {
      for (const MatchSummary& match : stage.matches) {
        if (match.match == static_cast<int>(number)) cells[i].match = &match;
      }
      cells[i].is_bye = rounds.empty() && cells[i].match == nullptr;
      cells[i].has_line_to_next = size > 1 && !cells[i].is_bye;
      if (rounds.empty()) continue;
      const std::vector<TreeCell>& before = rounds.back();
      cells[i].has_line_from_before = before[2 * i].has_line_to_next || before[2 * i + 1].has_line_to_next;
    }
    rounds.push_back(std::move(cells));
  }
  return rounds;
}

Markup tree_cell(const Viewer& viewer, const TournamentView& view, const TreeCell& cell) {
  if (cell.is_bye) return element("li", {{"class", "match"}, {"aria-hidden", "true"}}, {});
  const auto champion = champion_of(view);
  const bool is_golden = cell.match != nullptr && plays_in(*cell.match, champion);
  std::string style = "match";
  if (cell.has_line_from_before) style += is_golden ? " from_before golden_from" : " from_before";
  if (cell.has_line_to_next) style += is_golden && cell.match->winner == champion ? " to_next golden_to" : " to_next";
  const Markup players =
      cell.match != nullptr ? match_players(viewer, view, *cell.match) : element("p", {{"class", "match_open"}}, {"–"});
  return element("li", {{"class", style}}, {element("div", {{"class", "match_box"}}, {players}), "\n"});
}

// Makes the list of rounds, which is scrolled sideways by keyboard, too.
Markup scrolling_bracket(const Viewer& viewer, const char* style, const Markup& rounds) {
  return element(
      "div",
      {{"class", "bracket_scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", viewer.say(TextId::bracket)}},
      {element("ol", {{"class", style}}, {rounds})});
}

Markup knock_out_tree(const Viewer& viewer, const TournamentView& view, const StageSummary& stage) {
  const auto rounds = tree_of(stage);
  Markup list;
  for (std::size_t round = 0; round < rounds.size(); ++round) {
    Markup cells;
    for (const TreeCell& cell : rounds[round]) cells.add(tree_cell(viewer, view, cell));
    const std::string name = round_name(viewer, static_cast<int>(round), static_cast<int>(rounds.size()));
    list.add(element("li", {}, {element("h3", {}, {name}), element("ol", {}, {cells})}));
  }
  Markup out = scrolling_bracket(viewer, "bracket tree", list);
  for (const MatchSummary& match : stage.matches) {
    if (!match.is_for_third_place) continue;
    out.add(element("div", {{"class", "bracket third_place"}},
                    {element("h3", {}, {viewer.say(TextId::match_for_third_place)}),
                     element("div", {{"class", "match_box"}}, {match_players(viewer, view, match)})}));
  }
  return element("div", {{"class", "bracket_frame"}}, {out});
}

// The rounds of a double knock-out have no tree: the number of each match tells which one it is.
Markup list_of_rounds(const Viewer& viewer, const TournamentView& view, const StageSummary& stage) {
  std::set<int> rounds;
  for (const MatchSummary& match : stage.matches) rounds.insert(match.round);
  Markup list;
  int number = 0;
  for (const int round : rounds) {
    Markup matches;
    for (const MatchSummary& match : stage.matches) {
      if (match.round != round) continue;
      const std::string name = viewer.say(TextId::knock_out_match) + " " + std::to_string(match.match + 1);
      matches.add(element(
          "li", {{"class", "match"}},
          {element("div", {{"class", "match_box"}},
                   {element("span", {{"class", "match_name"}}, {name}), match_players(viewer, view, match), "\n"})}));
    }
    list.add(element(
        "li", {},
        {element("h3", {}, {viewer.say(TextId::round, {std::to_string(++number)})}), element("ol", {}, {matches})}));
  }
  return scrolling_bracket(viewer, "bracket", list);
}

}  // namespace

Markup bracket_section(const Viewer& viewer, const TournamentView& view, const StageSummary& stage) {
  const bool is_tree = stage.plan.format == tournament::FormatKind::knock_out;
  return concatenated({heading(viewer, TextId::bracket),
                       is_tree ? knock_out_tree(viewer, view, stage) : list_of_rounds(viewer, view, stage)});
}

}  // namespace rensa::pages
