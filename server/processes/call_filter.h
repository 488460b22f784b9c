#pragma once

namespace rensa::processes {

// A filter for the system calls of an isolated program, by which the kernel refuses some of them (seccomp). The
// namespaces of a sandbox do not contain what these calls reach: sockets besides those of Unix and the internet, for
// example to the host of a virtual machine, and interfaces of the kernel that a player does not need. Memory that no
// limit counts is refused, too: memory that processes share without a file, semaphores and message queues of System V,
// and pages that a pipe keeps. Files in /dev/shm take the place of shared memory.

// Filters the calls of this process and of all that it starts from now on. No process can remove the filter. Refused
// sockets fail with EAFNOSUPPORT, refused mappings with EPERM, and other refused calls with ENOSYS, as if the kernel
// did not have them. A program for another kind of processor (32 bits) is killed at its first call.
//
// Returns an errno; 0: success. On machines other than x86-64 and aarch64 it is ENOTSUP, so no program is isolated
// there.
int filter_calls();

}  // namespace rensa::processes
