#pragma once

#include <sched.h>

namespace rensa::exec {

// Adds to the nice value of this process, which leads a session. Where the system gives each session the same share of
// time, as that of desktops does (sched_autogroup_enabled), nice counts only within it; so the session stands back as
// well, if the system is not asked for that too often. False: it may not, and errno says why.
bool stand_back(int nice);

// Takes this process off the cores of others, if there are more, and before all others, if it may: for who needs little
// time, but needs it when very many want some.
void come_before(const cpu_set_t& cores_of_others);

}  // namespace rensa::exec
