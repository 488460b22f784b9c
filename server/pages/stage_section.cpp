#include "server/pages/stage_section.h"

#include <algorithm>

#include "server/base/formatted.h"
#include "server/pages/standings_table.h"

namespace rensa::pages {

namespace {

using base::formatted;
using contest::MatchSummary;
using contest::StageSummary;

Markup match_row(const Visitor& visitor, const TournamentView& view, const MatchSummary& match) {
  const auto player = [&](std::size_t number) {
    return player_link(visitor, view.standing.id, view.plan.players[number].name);
  };
  Markup winner;
  if (match.is_decided) {
    winner.add(player(match.winner));
    const bool is_level = match.first_points == match.second_points;
    if (is_level) winner.add(together({" ", text_of(visitor.language, Word::goes_on)}));
  }
  return element(
      "tr", {},
      {element("th", {{"scope", "row"}}, {std::to_string(match.place + 1)}), element("td", {}, {player(match.first)}),
       element("td", {}, {player(match.second)}),
       number_cell(formatted("%g : %g", match.first_points, match.second_points)), element("td", {}, {winner})});
}

// Round by round: matches stand in the order in which they can be played.
Markup bracket(const Visitor& visitor, const TournamentView& view, const StageSummary& stage) {
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
  const Markup head =
      together({column_head(say(Word::match)), column_head(say(Word::player) + " 1"),
                column_head(say(Word::player) + " 2"), number_head(say(Word::result)), column_head(say(Word::winner))});
  std::vector<int> rounds;
  for (const MatchSummary& match : stage.matches) {
    if (std::find(rounds.begin(), rounds.end(), match.round) == rounds.end()) rounds.push_back(match.round);
  }
  std::sort(rounds.begin(), rounds.end());
  Markup out = heading(visitor, Word::bracket);
  for (std::size_t round = 0; round < rounds.size(); ++round) {
    Markup body;
    for (const MatchSummary& match : stage.matches) {
      if (match.round == rounds[round]) body.add(match_row(visitor, view, match));
    }
    out.add(table({.text = text_of(visitor.language, Word::round, {std::to_string(round + 1)})}, head, body));
  }
  return out;
}

// The table of each, in the order of the stage.
Markup groups(const Visitor& visitor, const TournamentView& view, const StageSummary& stage) {
  Markup out;
  for (std::size_t group = 0; group < stage.groups.size(); ++group) {
    std::vector<league::Standing> standings;
    for (const league::Standing& standing : stage.standings) {
      const auto& members = stage.groups[group];
      if (std::find(members.begin(), members.end(), standing.player) != members.end()) standings.push_back(standing);
    }
    const std::string caption = text_of(visitor.language, Word::group) + " " + std::to_string(group + 1);
    out.add(standings_table(visitor, view, {.text = caption}, standings, {}));
  }
  return out;
}

Markup test(const Visitor& visitor, const TournamentView& view, const StageSummary& stage) {
  const auto fill = [&visitor](Word word, std::initializer_list<std::string> values) {
    return text_of(visitor.language, word, values);
  };
  const league::Sprt& sprt = *stage.sprt;
  const std::string tested = view.plan.players[stage.players.front()].name;
  const std::string answer = sprt.verdict() == league::SprtVerdict::open ? fill(Word::test_open, {})
                             : sprt.verdict() == league::SprtVerdict::accept_elo1
                                 ? fill(Word::test_stronger, {tested})
                                 : fill(Word::test_not_stronger, {tested});
  const auto [low, high] = sprt.bounds();
  const PagePath plot{.kind = PageKind::test_plot, .tournament = view.standing.id, .player = {}};
  return together(
      {heading(visitor, Word::test), element("p", {}, {element("strong", {}, {answer})}),
       element("p", {},
               {fill(Word::test_ratio, {formatted("%.2f", sprt.log_likelihood_ratio()), formatted("%.2f", low),
                                        formatted("%.2f", high), std::to_string(stage.ratios.size())})}),
       plot_image(visitor, plot, Word::test_plot, stage.ratios.size())});
}

Markup title(const Visitor& visitor, const TournamentView& view, std::size_t number) {
  const StageSummary& stage = view.summary.stages[number];
  if (view.plan.stages.size() < 2) return heading(visitor, Word::standings);
  return element("h2", {},
                 {text_of(visitor.language, Word::stage,
                          {std::to_string(number + 1), text_of(visitor.language, word_of(stage.plan.format))})});
}

}  // namespace

Markup stage_section(const Visitor& visitor, const TournamentView& view, std::size_t number) {
  const StageSummary& stage = view.summary.stages[number];
  const bool is_alone = view.plan.stages.size() == 1;
  const auto standings = is_alone ? contest::final_table(view.plan, view.summary) : stage.standings;
  const bool is_headed = stage.ratings.empty() && is_alone;
  const Caption caption{.text = stage.ratings.empty()
                                    ? text_of(visitor.language, Word::standings)
                                    : text_of(visitor.language, Word::season, {std::to_string(stage.season + 1)}),
                        .shown = is_headed ? Caption::Shown::to_readers : Caption::Shown::to_all};
  Markup out = title(visitor, view, number);
  if (stage.groups.empty()) {
    out.add(standings_table(visitor, view, caption, standings, stage.ratings));
  } else {
    out.add(groups(visitor, view, stage));
  }
  if (!stage.matches.empty()) out.add(bracket(visitor, view, stage));
  if (stage.sprt) out.add(test(visitor, view, stage));
  return out;
}

}  // namespace rensa::pages
