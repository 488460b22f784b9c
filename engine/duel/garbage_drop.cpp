#include "engine/duel/garbage_drop.h"

#include "engine/rules/link.h"

namespace rensa::duel {

void drop_garbage(rules::Field& field, GarbageColumns& columns) {
  do {
    enter_garbage_row(field, columns);
  } while (rules::settle(field) > 0);
}

}  // namespace rensa::duel
