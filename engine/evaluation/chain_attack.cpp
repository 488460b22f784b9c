#include "engine/evaluation/chain_attack.h"

#include "engine/duel/garbage.h"
#include "engine/rules/link.h"
#include "engine/rules/timing.h"

namespace rensa::evaluation {

int literature_attack_of(rules::Field field) {
  int attack = 0;
  for (int number = 1;; ++number) {
    const rules::Link link = rules::erase_groups(field);
    if (link.erased == 0) return attack;
    attack += duel::literature_attack(number, link.erased);
    rules::settle(field);
  }
}

int chain_attack(const rules::Field& placed, const rules::ChainResult& chain, rules::AttackFormula formula) {
  return formula == rules::AttackFormula::score ? chain.score : literature_attack_of(placed);
}

RunningChain remaining_chain(const rules::Field& field, int links, rules::AttackFormula formula) {
  RunningChain rest{.attack = 0, .frames = 0, .after = field};
  rest.frames += rules::fast_fall_frames(rules::settle(rest.after));
  for (;;) {
    const rules::Link link = rules::erase_groups(rest.after);
    if (link.erased == 0) return rest;
    ++links;
    rest.attack += formula == rules::AttackFormula::literature ? duel::literature_attack(links, link.erased)
                                                               : rules::link_score(link, links);
    const int rows = rules::settle(rest.after);
    rest.frames += rules::kVanishFrames + (rows > 0 ? rules::fast_fall_frames(rows) + rules::kGroundingFrames : 0);
  }
}

}  // namespace rensa::evaluation
