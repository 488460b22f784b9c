#pragma once

#include <cstdint>

#include "engine/research/spider/table.h"

namespace rensa::spider {

// Two packs, shuffled and dealt; the same for a seed on every machine. With one suit or two, all cards are of these.
// Precondition: suits is 1, 2 or 4. The ranks lie where they do with any other number of suits of that seed.
Table shuffled(std::uint64_t seed, int suits);

}  // namespace rensa::spider
