#include <memory>

#include "clients/bindings/c/arguments.h"
#include "clients/bindings/c/values.h"
#include "engine/chances/chance_to_win.h"

// The estimated chance to win.

namespace {
constexpr int kLastClock = 1'000'000'000;
}  // namespace

using namespace rensa;
using namespace rensa::bindings;

rensa_status rensa_chance_to_win(rensa_engine* engine, rensa_handle ruleset, int32_t clock, const rensa_side* one,
                                 const rensa_side* two, int32_t* chance) noexcept {
  return run(engine, [&](Arguments& given) {
    const auto* rules = given.object<RulesetObject>(ruleset, "ruleset");
    chances::Moment moment;
    given.number(clock, 0, kLastClock, "clock");
    if (given.pointer(one, "one")) moment.sides[0] = read_side(given, *one, "one");
    if (given.pointer(two, "two")) moment.sides[1] = read_side(given, *two, "two");
    given.pointer(chance, "chance");
    if (!given.is_ok()) return given.status();
    if (!chances::can_estimate(rules->ruleset)) {
      return given.refuse(RENSA_ERROR_VALUE, "ruleset", "has no frames, or garbage that does not follow from points");
    }
    moment.clock = clock;
    *chance = std::make_unique<chances::ChanceEstimator>()->chance_of_seat_one(moment, rules->ruleset);
    return RENSA_OK;
  });
}
