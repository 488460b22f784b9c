#include "engine/search/stacking.h"

namespace rensa::search {

// Found by games alone on many queues: weights were changed a little at random and kept where a search of two pairs
// then came to longer chains.
StackingPlan default_stacking_plan() {
  constexpr StackingWeights kOpening{.link = 1000,
                                     .puyo = -200,
                                     .puyo_squared = 8,
                                     .trigger_row = 135,
                                     .side = 13,
                                     .contact_left = 91,
                                     .between_left = 35,
                                     .contact = 94,
                                     .between = 94,
                                     .step = -13,
                                     .valley = -39,
                                     .ridge = 11,
                                     .bowl = -15,
                                     .edge = -1,
                                     .near = -2,
                                     .middle = -9,
                                     .garbage = -100,
                                     .tear = 18,
                                     .wasted = 73};
  constexpr StackingWeights kMiddle{.link = 1000,
                                    .puyo = -200,
                                    .puyo_squared = 37,
                                    .trigger_row = 179,
                                    .side = 11,
                                    .contact_left = 90,
                                    .between_left = 26,
                                    .contact = 60,
                                    .between = 53,
                                    .step = -14,
                                    .valley = -24,
                                    .ridge = 7,
                                    .bowl = -16,
                                    .edge = 3,
                                    .near = -2,
                                    .middle = -8,
                                    .garbage = -100,
                                    .tear = -20,
                                    .wasted = 179};
  constexpr StackingWeights kLate{.link = 1000,
                                  .puyo = -148,
                                  .puyo_squared = -90,
                                  .trigger_row = 180,
                                  .side = 44,
                                  .contact_left = 49,
                                  .between_left = 28,
                                  .contact = 34,
                                  .between = 94,
                                  .step = -21,
                                  .valley = -46,
                                  .ridge = 6,
                                  .bowl = -7,
                                  .edge = -1,
                                  .near = -1,
                                  .middle = -6,
                                  .garbage = -100,
                                  .tear = -285,
                                  .wasted = -102};
  return {{kOpening, kMiddle, kLate}};
}

}  // namespace rensa::search
