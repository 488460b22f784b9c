#pragma once

#include <sched.h>

namespace rensa::processes {

// Takes this process off the cores of others, if there are more, and before all others, if it may (as root): for who
// needs little time, but needs it when very many want some. Nice would not do: where each session has the same share
// (sched_autogroup_enabled), it counts only within one, and whoever starts sessions has the time.
void come_before(const cpu_set_t& cores_of_others);

}  // namespace rensa::processes
