#include "server/pages/tournament_page.h"

#include <algorithm>

#include "server/pages/frame.h"
#include "server/pages/games_table.h"
#include "server/pages/plot.h"
#include "server/pages/stage_section.h"
#include "server/pages/standings_table.h"

namespace rensa::pages {

namespace {

Markup item(const std::string& term, const Markup& what) {
  return together({element("dt", {}, {term}), element("dd", {}, {what})});
}

Markup state_of(const Visitor& visitor, const TournamentView& view) {
  const auto say = [&visitor](Word word) { return text_of(visitor.language, word); };
  const Standing& standing = view.standing;
  Markup state = say(standing.state);
  if (!standing.why_failed.empty()) state.add(": " + standing.why_failed);
  if (standing.running > 0) {
    state.add(", " + text_of(visitor.language, Word::games_now, {std::to_string(standing.running)}));
  }
  if (view.summary.voided > 0) {
    state.add(", " + text_of(visitor.language, Word::games_voided, {std::to_string(view.summary.voided)}));
  }
  std::vector<league::FormatKind> formats;
  for (const league::StagePlan& stage : view.plan.stages) formats.push_back(stage.format);
  Markup list = together({item(say(Word::state), state), item(say(Word::format), formats_text(visitor, formats)),
                          item(say(Word::ruleset), view.plan.ruleset.id),
                          item(say(Word::games), games_text(visitor, standing.games, view.summary.most_games))});
  if (!standing.awaited.empty()) {
    Markup guests;
    for (const std::string& guest : standing.awaited) {
      if (!guests.bytes().empty()) guests.add(", ");
      guests.add(name(guest));
    }
    list.add(item(say(Word::awaited), guests));
  }
  return element("dl", {}, {list});
}

Markup cycles_of(const Visitor& visitor, const TournamentView& view) {
  constexpr std::size_t kMost = 10;
  if (view.summary.cycles.empty()) return {};
  Markup list;
  for (std::size_t i = 0; i < std::min(view.summary.cycles.size(), kMost); ++i) {
    const league::Cycle& cycle = view.summary.cycles[i];
    std::string players;
    for (const std::size_t player : cycle.players) players += view.plan.players[player].name + " > ";
    players += view.plan.players[cycle.players.front()].name;
    const Word word = cycle.is_certain ? Word::cycle_certain : Word::cycle_perhaps;
    list.add(element("li", {}, {text_of(visitor.language, word, {players})}));
  }
  return together({heading(visitor, Word::cycles), element("ul", {}, {list})});
}

}  // namespace

std::string formats_text(const Visitor& visitor, const std::vector<league::FormatKind>& formats) {
  std::string text;
  for (const league::FormatKind format : formats) {
    if (!text.empty()) text += " → ";
    text += text_of(visitor.language, word_of(format));
  }
  return text;
}

std::string games_text(const Visitor& visitor, std::size_t games, std::optional<std::size_t> most) {
  if (!most || games > *most) return std::to_string(games);  // ties were broken by further games
  return text_of(visitor.language, Word::games_of, {std::to_string(games), std::to_string(*most)});
}

std::string tournament_page(const Visitor& visitor, const TournamentView& view) {
  Markup content = state_of(visitor, view);
  for (std::size_t stage = 0; stage < view.summary.stages.size(); ++stage) {
    content.add(stage_section(visitor, view, stage));
  }
  if (view.plan.stages.size() > 1) {
    content.add(heading(visitor, Word::standings_of_all));
    content.add(standings_table(
        visitor, view, {.text = text_of(visitor.language, Word::standings_of_all), .shown = Caption::Shown::to_readers},
        view.summary.standings, {}));
  }
  content.add(crosstable(visitor, view));
  content.add(heading(visitor, Word::recent_games));
  content.add(games_section(visitor, Word::recent_games,
                            {.tournament = view.standing.id, .plan = view.plan, .games = view.games}));
  content.add(measures_table(visitor, view));
  content.add(cycles_of(visitor, view));
  return page(visitor, {.title = view.plan.name, .tournament = view.standing.id}, content);
}

std::string test_plot(const Visitor& visitor, const TournamentView& view, Scheme scheme) {
  for (const contest::StageSummary& stage : view.summary.stages) {
    if (!stage.sprt) continue;
    const auto [low, high] = stage.sprt->bounds();
    Plot plot{.title = text_of(visitor.language, Word::test_plot),
              .across = text_of(visitor.language, Word::pairs_played),
              .line = {{.value = 0, .low = 0, .high = 0}},
              .bounds = {low, high}};
    for (const double ratio : stage.ratios) plot.line.push_back({.value = ratio, .low = ratio, .high = ratio});
    return svg_of(plot, scheme);
  }
  return "";
}

}  // namespace rensa::pages
