#pragma once

#include "server/contest/plan.h"
#include "server/live_tournaments/company.h"

namespace rensa::app {

// The programs of ours that players need: beside this one, or where a build leaves them. What is not found is only
// missed when somebody needs it.
live_tournaments::Programs find_programs();

// Throws std::runtime_error with a sentence where a program of the plan cannot be run from here.
void check_programs(const contest::Plan& plan);

}  // namespace rensa::app
