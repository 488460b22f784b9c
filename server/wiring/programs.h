#pragma once

#include "server/host/company.h"

namespace rensa::wiring {

// The programs of ours that players need: beside this one, or where a build leaves them. What is not found is only
// missed when somebody needs it.
host::Programs find_programs();

}  // namespace rensa::wiring
