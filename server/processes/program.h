#pragma once

#include <cstdint>
#include <optional>
#include <sched.h>
#include <string>
#include <string_view>
#include <vector>

#include "server/processes/isolation.h"

namespace rensa::processes {

// A program to be run, the resources that it may use, and a report of how it ended.

// The limits of a program. 0 means that we set no limit. A limit above that of this process has no effect.
struct Limits {
  // Memory. Each process may have so much private writable memory, by RLIMIT_DATA. (RLIMIT_AS would count addresses, of
  // which virtual machines, such as those of Java, Go and JavaScript, reserve gigabytes that they never use.) Besides,
  // the supervisor checks now and then that all processes together take no more from the machine (process_memory.h); a
  // program that takes more is killed. The files in memory of an isolated program count, too.
  std::uint64_t memory_bytes = 0;

  // These limits hold for each process of the program by itself.

  std::uint64_t cpu_seconds = 0;    // a process over it gets SIGXCPU, and is killed a second later
  std::uint64_t open_files = 1024;  // a higher number breaks programs that use select()
  std::int64_t nice = 0;            // added to the niceness of this process

  // These limits hold for all processes of the program together. The supervisor checks them now and then.

  std::uint64_t processes = 0;  // processes and threads; a program with more is killed
  cpu_set_t cores{};  // the cores to run on; a program that leaves them gets no more time than they have; empty: all
};

// The program is started without a shell and with none of our descriptors.
struct Command {
  std::vector<std::string> words;        // the first without a slash: found in its PATH; with one: relative to `folder`
  std::string folder;                    // the working directory; empty: ours
  std::vector<std::string> environment;  // NAME=value; these override the variables of our own environment
  // If it is given, the program is isolated: it is the program of the sandbox, and inherits nothing of our environment.
  std::optional<Sandbox> sandbox{};
  Limits limits;
  // True: its input has no bytes, and ends when the program is asked to end. False: its input is empty from the start.
  bool has_open_input = false;
};

enum class ExitKind : std::int32_t {
  exited,
  signalled,
  not_started,
  too_many_processes,  // the program was killed because it had more processes than it may have
  too_much_memory,     // the program was killed because its processes took more memory than they may take together
  unknown,             // its supervisor was killed, or could not kill it
};

// The part of a start that failed.
enum class StartStep : std::int32_t { program, folder, limits, log, pipes, supervisor, isolation };

struct ExitReport {
  ExitKind kind = ExitKind::unknown;
  std::int32_t code = 0;  // the exit status, the signal, the errno of not_started, the limit of processes, or megabytes
  StartStep failed_step = StartStep::program;
  std::int32_t padding = 0;      // fills a gap, since the report is sent as bytes
  double cpu_seconds = 0;        // of all its processes that were waited for
  std::uint64_t peak_bytes = 0;  // resident memory of the largest of them
};

// Describes the end of a program, such as "exited with 3", "ended by signal 9 (killed)", or "could not be started: No
// such file or directory".
std::string describe(const ExitReport& report);

// Returns the paths at which a program is looked for. For a name without a slash, these are in the folders of PATH, in
// their order. A name with a slash is the only path.
std::vector<std::string> candidate_paths(std::string_view program);

// Returns the path of the program that would be run, which is relative if the name is; empty: none can be run.
std::string path_of_program(const std::string& program);

// Returns a sentence that says why the program cannot be run from here; empty: no reason is known.
std::string why_not_runnable(const std::string& program);

}  // namespace rensa::processes
