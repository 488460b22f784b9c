#include "server/processes/starter.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/base/descriptor.h"
#include "server/processes/call_filter.h"

namespace rensa::processes {

namespace {

template <typename Message>
void tell_supervisor(const Message& message) {
  if (write(kStatusDescriptor, &message, sizeof message) < 0) _exit(1);  // the supervisor is gone
}

// Becomes the program. Returns only if that fails.
StartMessage become_filtered_program(char* const* arguments) {
  setsid();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (const int error = filter_calls(); error != 0) return {.failed_step = StartStep::isolation, .error = error};
  execv(arguments[0], arguments + 1);
  return {.failed_step = StartStep::program, .error = errno};
}

// Returns the process of the program, or -1 and why it could not be started.
pid_t start_in_own_session(char* const* arguments, StartMessage& outcome) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    outcome.error = errno;
    return -1;
  }
  const base::Descriptor read_end(ends[0]);
  base::Descriptor write_end(ends[1]);
  const pid_t program = fork();
  if (program == 0) {
    const StartMessage failure = become_filtered_program(arguments);
    _exit(write(write_end.number(), &failure, sizeof failure) < 0 ? 1 : 0);
  }
  outcome.error = program < 0 ? errno : 0;
  write_end.close();
  StartMessage failure;
  if (program > 0 && read(read_end.number(), &failure, sizeof failure) == sizeof failure) {
    waitpid(program, nullptr, 0);
    outcome = failure;
  }
  return outcome.error == 0 ? program : -1;
}

// Waits for all processes that have ended. Returns true if no process of the sandbox is left besides this one. Tells
// the supervisor of the program's end.
bool reap(pid_t program, bool& has_ended) {
  for (;;) {
    int status = 0;
    const pid_t process = waitpid(-1, &status, WNOHANG);
    if (process <= 0) return process < 0;
    if (process != program) continue;
    tell_supervisor(EndMessage{.status = status});
    has_ended = true;
  }
}

}  // namespace

void run_starter(char* const* arguments) {
  fcntl(kStatusDescriptor, F_SETFD, FD_CLOEXEC);
  prctl(PR_SET_DUMPABLE, 0);  // the program may not look into this process
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);

  StartMessage outcome;
  const pid_t program = start_in_own_session(arguments, outcome);
  tell_supervisor(outcome);
  if (outcome.error != 0) _exit(1);

  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, SIGCHLD);
  sigaddset(&awaited, SIGTERM);
  sigaddset(&awaited, kSignalOfClosedInput);
  bool is_told_to_end = false;
  bool has_ended = false;
  for (;;) {
    const int signal = sigwaitinfo(&awaited, nullptr);
    is_told_to_end = is_told_to_end || signal == SIGTERM || signal == kSignalOfClosedInput;
    if (signal == SIGTERM) {
      kill(-program, SIGTERM);
      kill(-program, SIGCONT);  // a stopped process would not get the signal
    }
    if (reap(program, has_ended)) _exit(0);
    if (has_ended && !is_told_to_end) kill(-1, SIGKILL);  // all but this process
  }
}

}  // namespace rensa::processes
