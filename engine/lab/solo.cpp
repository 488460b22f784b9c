#include "engine/lab/solo.h"

#include <cassert>

#include "engine/duel/legal.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/search/firing.h"

namespace rensa::lab {

namespace {

bool is_dead(const rules::Field& field, rules::Choke choke) {
  if (duel::legal_placements(field) == 0) return true;
  return choke == rules::Choke::spawn_cell && field.is_choked();
}

}  // namespace

SoloGame play_alone(players::Player& player, const rules::Ruleset& ruleset, const rules::PairQueue& queue,
                    const SoloSettings& settings) {
  SoloGame game;
  duel::View view;
  view.pacing = rules::Pacing::turns;
  view.decision_due = true;
  view.own.pairs_shown = settings.known_pairs;
  rules::Field& field = view.own.field;
  while (game.hands < settings.most_hands && game.best.links < settings.enough_links) {
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
    if (is_dead(field, ruleset.choke)) {
      game.died = true;
      break;
    }
  }
  return game;
}

}  // namespace rensa::lab
