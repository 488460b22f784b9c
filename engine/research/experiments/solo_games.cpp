#include "engine/research/experiments/solo_games.h"

#include <array>
#include <optional>

#include "engine/duel/outcome.h"
#include "engine/evaluation/chain_attack.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/search/template_search.h"

namespace rensa::experiments {

SoloResult play_solo_game(players::Player& player, const rules::Ruleset& ruleset, const rules::PairQueue& queue,
                          const SoloSettings& settings) {
  SoloResult game;
  duel::View view;
  view.pacing = rules::Pacing::turns;
  view.decision_due = true;
  view.own.pairs_shown = settings.known_pairs;
  rules::Field& field = view.own.field;
  while (game.hands < settings.max_hands) {
    for (int i = 0; i < settings.known_pairs; ++i) {
      view.own.pairs[static_cast<std::size_t>(i)] = queue.at(game.hands + i);
    }
    view.clock = game.hands;
    view.own.hand = ++game.hands;
    rules::drop_pair(field, view.own.pairs[0], player.choose(players::position_of(view, ruleset), {}));
    rules::Field before = field;
    const rules::ChainResult chain = rules::simulate_chain(field);
    if (chain.score > game.best.score) {
      game.best = {.links = chain.links,
                   .score = chain.score,
                   .attack = evaluation::literature_attack_of(before),
                   .hand = game.hands};
    }
    game.died = duel::is_lost(field, ruleset.choke);
    if (game.died || chain.links >= settings.stop_after_links) break;
  }
  return game;
}

namespace {

std::optional<std::size_t> choose(const rules::Field& field, std::span<const rules::Pair> known,
                                  const TemplateBuildSettings& settings) {
  const std::uint32_t placements = rules::droppable_placements(field.heights());
  limits::SearchBudget budget(limits::SearchLimits{});
  switch (settings.measure) {
    case TemplateMeasure::degree:
      return search::choose_by_templates(field, known, placements, settings.templates, search::TemplateRule::greatest,
                                         budget);
    case TemplateMeasure::degree_ahead:
      return search::choose_by_templates(field, known, placements, settings.templates,
                                         search::TemplateRule::with_next_pair, budget);
    case TemplateMeasure::hands_left:
      return search::choose_by_hands(field, known, placements, settings.templates, budget);
  }
  return std::nullopt;
}

}  // namespace

TemplateBuild build_template(const rules::PairQueue& queue, const TemplateBuildSettings& settings) {
  TemplateBuild build;
  rules::Field field;
  while (build.hands < settings.max_hands && !field.is_choked()) {
    std::array<rules::Pair, search::kMaxTemplatePairs> pairs;
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = queue.at(build.hands + static_cast<int>(i));
    const auto known = std::span(pairs).first(static_cast<std::size_t>(settings.depth));
    const auto choice = choose(field, known, settings);
    if (!choice) break;
    rules::drop_pair(field, pairs[0], rules::kPlacements[*choice]);
    ++build.hands;
    build.built = templates::is_any_built(settings.templates, field);
    if (build.built) break;
    rules::simulate_chain(field);
  }
  return build;
}

}  // namespace rensa::experiments
