#pragma once

#include <functional>
#include <sched.h>
#include <sys/types.h>
#include <vector>

namespace rensa::processes {

// The processes below this one, which is their subreaper: whoever loses its parent becomes its child, so that nobody is
// below it when it has no children. For processes of one thread.
//
// Where the kernel was built without the list (CONFIG_PROC_CHILDREN), nobody is found.

// Before the first child.
void become_subreaper();
// Also those that have ended and were not waited for.
std::vector<pid_t> children();
// Whether this child has. It stays to be waited for, so that its number, and its group's, are nobody else's.
bool has_ended(pid_t child);
// Waits for those that have ended, except for one; how many others are left.
std::size_t reap_all_but(pid_t child);

// Everybody below this process: parents before their children, each once before its own are looked for. What comes and
// goes meanwhile may be missed. `meet` says whether to go on.
void meet_family(const std::function<bool(pid_t)>& meet);
// Its threads; one that has ended has itself.
std::vector<pid_t> threads_of(pid_t process);
// Of all its threads, and of the children that it has waited for; 0: it is gone.
double cpu_seconds_of(pid_t process);

// All are about to be gone when this returns, and start nobody.
void kill_family();
// But for those who start others faster than they can be found.
void stop_family();
void continue_family();
void move_family(const cpu_set_t& cores);

}  // namespace rensa::processes
