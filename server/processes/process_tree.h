#pragma once

#include <functional>
#include <sched.h>
#include <string>
#include <sys/types.h>
#include <vector>

namespace rensa::processes {

// The processes below this one. This process is their subreaper: a process that loses its parent becomes its child, so
// no descendant is left when it has no children. Only for processes with one thread.
//
// A kernel that was built without lists of children (CONFIG_PROC_CHILDREN) shows no descendants.

// Call it before the first child is started.
void become_subreaper();
// Includes children that have ended and were not waited for.
std::vector<pid_t> children();
// Returns true if this child has ended. It is not waited for, so no other process can get its number or its group's.
bool has_ended(pid_t child);
// Waits for all ended children except one. Returns how many others have not ended.
std::size_t reap_all_but(pid_t child);

// Calls `visit` for each descendant, a parent before its children, until it returns false. The children of a process
// are looked up after the call for it. A process that starts or ends meanwhile may be missed.
void visit_descendants(const std::function<bool(pid_t)>& visit);
// The threads of a process; an ended process has one.
std::vector<pid_t> threads_of(pid_t process);
// Returns the content of a file in the folder of a process below /proc; empty: the process is gone, or the file cannot
// be read.
std::string read_process_file(pid_t process, const char* name);
// The CPU time of all threads of a process and of the children that it has waited for. 0: the process is gone.
double cpu_seconds_of(pid_t process);

// When this returns, all descendants but the spared ones are about to end and can start no process.
void kill_descendants(const std::vector<pid_t>& spared);
// May miss processes that are started faster than they can be found.
void stop_descendants();
void continue_descendants();
// Restricts all descendants to these cores.
void move_descendants(const cpu_set_t& cores);

}  // namespace rensa::processes
