#include "engine/rules/trigger.h"

#include <vector>

#include "engine/rules/chain_kernels.h"
#include "engine/rules/link.h"

namespace rensa::rules {

namespace {

void fire_portable(std::span<const Trigger> triggers, TriggeredChain* chains) {
  for (const Trigger& trigger : triggers) {
    Field field = *trigger.field;
    for (int i = 0; i < trigger.puyos; ++i) field.put(trigger.x, trigger.row + i, trigger.colour);
    chains->links = 0;
    for (; erase_groups(field).erased > 0; ++chains->links) settle(field);
    chains->after = field.planes();
    ++chains;
  }
}

std::vector<TriggerKernel> trigger_kernels_of_this_machine() {
  std::vector<TriggerKernel> kernels;
#if defined(__x86_64__)
  if (has_avx512()) kernels.push_back(avx512_triggers());
  if (has_avx2()) kernels.push_back(avx2_triggers());
#endif
  kernels.push_back({"portable", fire_portable});
  return kernels;
}

}  // namespace

std::span<const TriggerKernel> trigger_kernels() {
  static const std::vector<TriggerKernel> kernels = trigger_kernels_of_this_machine();
  return kernels;
}

const TriggerKernel& fastest_trigger_kernel() {
  static const TriggerKernel& fastest = trigger_kernels().front();
  return fastest;
}

}  // namespace rensa::rules
