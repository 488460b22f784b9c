#pragma once

#include "server/contest/plan.h"
#include "server/host/company.h"

namespace rensa::wiring {

// The programs of ours that players need: beside this one, or where a build leaves them. What is not found is only
// missed when somebody needs it.
host::Programs find_programs();

// Throws std::runtime_error with a sentence where a program of the plan cannot be run from here.
void check_programs(const contest::Plan& plan);

}  // namespace rensa::wiring
