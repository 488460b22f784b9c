#pragma once

#include <sys/types.h>
#include <vector>

namespace rensa::exec {

// The processes below this one, which is their subreaper: whoever loses its parent becomes its child, so that nobody is
// below it when it has no children. For processes of one thread.

// Before the first child.
void become_subreaper();
// Also those that have ended and were not waited for. Nobody, where the kernel was built without the list
// (CONFIG_PROC_CHILDREN): then who left the program's group is not found.
std::vector<pid_t> children();
// Whether this child has. It stays to be waited for, so that its number, and its group's, are nobody else's.
bool has_ended(pid_t child);
// Waits for those that have ended, except for one; how many others are left.
std::size_t reap_all_but(pid_t child);

}  // namespace rensa::exec
