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

}  // namespace rensa::search
