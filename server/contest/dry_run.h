#pragma once

#include <string>

#include "server/contest/plan.h"

namespace rensa::contest {

// What would be played, for people: each stage, and who meets whom first, as far as that is known beforehand.
std::string dry_run(const Plan& plan);

}  // namespace rensa::contest
