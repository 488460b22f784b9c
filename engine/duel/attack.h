#pragma once

#include <cstdint>

#include "engine/rules/ruleset.h"

namespace rensa::duel {

// How much garbage a chain makes. What becomes of it is in garbage.h.

// What the points that were not yet converted are worth at this frame; what is left over stays for the next link.
int attack_of_points(const rules::Ruleset& ruleset, int frame, std::int64_t score, std::int64_t& converted);

// 3N(N-1) + sum of i(c_i - 4) for a chain of N links, c_i the coloured cells that link i erases: the literature's
// formula. It is a sum over the links, of which this is link i's part, 6(i-1) + i(c_i - 4).
constexpr int literature_attack(int link, int erased) { return 6 * (link - 1) + link * (erased - 4); }

}  // namespace rensa::duel
