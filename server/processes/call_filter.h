#pragma once

namespace rensa::processes {

// A filter for the system calls of an isolated program, by which the kernel refuses some of them (seccomp). The
// namespaces of a sandbox do not contain what these calls reach: sockets besides those of Unix and the internet, for
// example to the host of a virtual machine, and interfaces of the kernel that a player does not need. Memory that
// processes share without a file is refused, too, because it stays when no process shows it any more. Files in /dev/shm
// take its place.

// Filters the calls of this process and of all that it starts from now on; nobody can undo that. A call that is refused
// fails as if the kernel did not have it. On x86-64, a program for another kind of processor (32 bits) is killed at its
// first call. Does nothing on machines other than x86-64 and aarch64. Returns an errno; 0: success.
int filter_calls();

}  // namespace rensa::processes
