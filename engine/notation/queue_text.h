#pragma once

#include <string>
#include <string_view>

#include "engine/rules/pair_queue.h"
#include "engine/rules/parsed.h"

namespace rensa::notation {

// Queues as people write them: "RB YG PP", two of R B Y G P a pair, axis then child, with spaces or line ends between
// pairs where one likes. The reference's digits are in digits.h.

std::string text_of(rules::Pair pair);
// All 128 pairs, a space between two.
std::string text_of(const rules::PairQueue& queue);

// 1..128 pairs.
rules::Parsed<rules::PairQueue> queue_of_text(std::string_view text);

}  // namespace rensa::notation
