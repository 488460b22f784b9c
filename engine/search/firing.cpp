#include "engine/search/firing.h"

#include "engine/duel/attack.h"
#include "engine/rules/link.h"

namespace rensa::search {

int literature_attack_of(rules::Field field) {
  int attack = 0;
  for (int number = 1;; ++number) {
    const rules::Link link = rules::erase_groups(field);
    if (link.erased == 0) return attack;
    attack += duel::literature_attack(number, link.erased);
    rules::settle(field);
  }
}

int attack_of(const rules::Field& placed, const rules::ChainResult& chain, rules::AttackFormula formula) {
  return formula == rules::AttackFormula::score ? chain.score : literature_attack_of(placed);
}

}  // namespace rensa::search
