#include "engine/research/experiments/solo.h"

#include <cassert>

#include "engine/duel/legal.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/search/firing.h"

namespace rensa::experiments {

SoloGame play_alone(players::Player& player, const rules::Ruleset& ruleset, const rules::PairQueue& queue,
                    const SoloSettings& settings) {
  SoloGame game;
  duel::View view;
  view.pacing = rules::Pacing::turns;
  view.decision_due = true;
  view.own.pairs_shown = settings.known_pairs;
  rules::Field& field = view.own.field;
  while (game.hands < settings.most_hands) {
    for (int i = 0; i < settings.known_pairs; ++i) {
      view.own.pairs[static_cast<std::size_t>(i)] = queue.at(game.hands + i);
    }
    view.clock = game.hands;
    view.own.hand = ++game.hands;
    rules::drop_pair(field, view.own.pairs[0], player.choose(view));
    rules::Field before = field;
    const rules::ChainResult chain = rules::simulate_chain(field);
    if (chain.score > game.best.score) {
      game.best = {.links = chain.links,
                   .score = chain.score,
                   .attack = search::literature_attack_of(before),
                   .hand = game.hands};
    }
    game.died = duel::is_lost(field, ruleset.choke);
    if (game.died || chain.links >= settings.enough_links) break;
  }
  return game;
}

}  // namespace rensa::experiments
