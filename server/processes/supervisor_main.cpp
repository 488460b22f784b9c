// The program rensa-keeper runs one program for the server, and leaves no process of it behind. Each process of the
// program becomes a child of this one when its parent has ended, so this process knows when none is left. The closed
// end of a socket tells it to kill them, which happens however the server ends.
//
// It is a program of its own instead of a fork of the server, so that it has one thread and little memory. The memory
// of a big process would count as the player's own, since the peak of a process is kept when it becomes another
// program. A process that ends with its parent ends with the thread that forked it.

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sched.h>
#include <string>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "server/processes/descriptor.h"
#include "server/processes/process_limits.h"
#include "server/processes/process_tree.h"
#include "server/processes/program.h"
#include "server/processes/supervisor.h"

namespace rensa::processes {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kKillPause{20};       // between two attempts to kill the processes that are left
constexpr milliseconds kMaxKillTime{5'000};  // then processes that cannot be killed are left alone
constexpr milliseconds kLongestGrace{3'600'000};

// Blocks all signals, since a signal must not end this process. Returns a descriptor that becomes readable when a child
// ends.
Descriptor block_signals() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  sigset_t of_children;
  sigemptyset(&of_children);
  sigaddset(&of_children, SIGCHLD);
  return Descriptor(signalfd(-1, &of_children, SFD_CLOEXEC | SFD_NONBLOCK));
}

struct StartFailure {
  StartStep step = StartStep::program;
  int error = 0;
};

using Resource = decltype(RLIMIT_CORE);

bool set_limit(Resource resource, rlim_t soft, rlim_t hard) {
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return false;
  const rlimit then{std::min(soft, now.rlim_max), std::min(hard, now.rlim_max)};
  return setrlimit(resource, &then) == 0;
}

bool set_limit_if_any(Resource resource, rlim_t most) { return most == 0 || set_limit(resource, most, most); }

bool apply_limits(const Limits& limits) {
  // Where the system refuses these cores, the supervisor still limits the time that the program takes.
  if (CPU_COUNT(&limits.cores) > 0) sched_setaffinity(0, sizeof limits.cores, &limits.cores);
  errno = 0;  // -1 may be the new value of nice()
  if (limits.nice != 0 && nice(static_cast<int>(limits.nice)) == -1 && errno != 0) return false;
  const rlim_t cpu = limits.cpu_seconds;
  return set_limit(RLIMIT_CORE, 0, 0) && (cpu == 0 || set_limit(RLIMIT_CPU, cpu, cpu + 1)) &&
         set_limit_if_any(RLIMIT_NOFILE, limits.open_files) && set_limit_if_any(RLIMIT_DATA, limits.memory_bytes);
}

// Runs the first candidate that can be run. Returns only if none can be run, with the errno that tells most.
int run_first_candidate(const std::vector<std::string>& candidates, char* const* words) {
  int error = ENOENT;
  for (const std::string& path : candidates) {
    execv(path.c_str(), words);
    if (errno != EACCES && errno != ENOENT && errno != ENOTDIR) return errno;
    // The error may come from a folder of PATH that we may not read, in which the program need not be.
    if (errno == EACCES && (candidates.size() == 1 || access(path.c_str(), F_OK) == 0)) error = EACCES;
  }
  return error;
}

// Prepares the new process and starts the program in it. Returns only if that fails.
StartFailure become_program(const std::vector<std::string>& candidates, const char* folder, char* const* words,
                            const Limits& limits, pid_t supervisor) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(1);  // it ended before PR_SET_PDEATHSIG took effect
  if (*folder != '\0' && chdir(folder) != 0) return {StartStep::folder, errno};
  if (!apply_limits(limits)) return {StartStep::limits, errno};
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  return {StartStep::program, run_first_candidate(candidates, words)};
}

struct StartedProgram {
  pid_t process = -1;
  StartStep failed_step = StartStep::program;
  int error = 0;  // an errno; 0: the program runs
};

// Starts the program in a session and a group of its own. It inherits our environment and all descriptors that are
// not marked to be closed; no signal is blocked in it. The system kills it when this thread ends, unless it changes its
// user.
StartedProgram start_program(const char* folder, char* const* words, const Limits& limits) {
  // The pipe closes when the program begins. Until then the new process can report through it why it failed.
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {-1, StartStep::pipes, errno};
  const Descriptor read_end(ends[0]);
  Descriptor write_end(ends[1]);
  const std::vector<std::string> candidates = candidate_paths(words[0]);
  const pid_t supervisor = getpid();
  const pid_t process = fork();
  if (process < 0) return {-1, StartStep::program, errno};
  if (process == 0) {
    const StartFailure failure = become_program(candidates, folder, words, limits, supervisor);
    if (write(write_end.number(), &failure, sizeof failure) < 0) _exit(1);
    _exit(0);
  }
  write_end.close();
  StartFailure failure;
  if (read(read_end.number(), &failure, sizeof failure) != sizeof failure) return {process, StartStep::program, 0};
  waitpid(process, nullptr, 0);
  return {-1, failure.step, failure.error};
}

// Moves this process off the cores of the program, if there are others, and before all other processes, if it may (as
// root). It needs little time, but needs it when very many processes want some. A lower niceness would not do: where
// each session has the same share (sched_autogroup_enabled), it counts only within one session, and a program that
// starts many sessions gets most of the time.
void raise_own_priority(const cpu_set_t& cores_of_program) {
  cpu_set_t ours;
  if (sched_getaffinity(0, sizeof ours, &ours) == 0) {
    cpu_set_t shared;
    CPU_AND(&shared, &ours, &cores_of_program);
    CPU_XOR(&ours, &ours, &shared);
    sched_setaffinity(0, sizeof ours, &ours);  // fails, and changes nothing, if none is left
  }
  const sched_param first{.sched_priority = 1};
  sched_setscheduler(0, SCHED_FIFO, &first);
}

// Supervises a program until none of its processes is left.
class Supervision {
 public:
  Supervision(pid_t program, int signals, LimitEnforcer& limits)
      : program_(program), signals_(signals), limits_(limits) {}

  // Returns false if the program was killed because it had too many processes.
  bool run();

 private:
  bool is_time_to_kill() const;
  bool kill_all() const;  // true: some processes have not ended yet
  milliseconds time_left() const;
  void wait_for_child(milliseconds time);
  bool wait_for_child_or_request();  // false: the time for a check has come first
  void receive_request();

  const pid_t program_;
  const int signals_;
  LimitEnforcer& limits_;
  std::optional<Clock::time_point> kill_deadline_;  // the end of the grace, once the program was told to end
};

bool Supervision::run() {
  bool is_within_limits = true;
  bool is_idle = false;
  while (is_within_limits && (is_idle || !is_time_to_kill())) {
    is_idle = !wait_for_child_or_request() && !kill_deadline_;
    is_within_limits = limits_.enforce();
  }
  const auto until = Clock::now() + kMaxKillTime;
  while (kill_all() && Clock::now() < until) wait_for_child(kKillPause);
  return is_within_limits;
}

// When a program ends by itself, all processes that it started are killed. When it was told to end, they have the
// grace.
bool Supervision::is_time_to_kill() const {
  if (kill_deadline_ && Clock::now() >= *kill_deadline_) return true;
  // The order matters: the program's children become ours when it has ended, not before.
  const bool ended = has_ended(program_);
  const bool is_alone = reap_all_but(program_) == 0;
  return ended && (is_alone || !kill_deadline_);
}

// Kills the group at once, so that no process in it can fork meanwhile, and then the processes that left the group.
bool Supervision::kill_all() const {
  kill(-program_, SIGKILL);
  kill_descendants();
  const bool ended = has_ended(program_);
  return reap_all_but(program_) > 0 || !ended;
}

milliseconds Supervision::time_left() const {
  const milliseconds until_check = limits_.time_until_check();
  if (!kill_deadline_) return until_check;
  const auto until_end = std::max(std::chrono::ceil<milliseconds>(*kill_deadline_ - Clock::now()), milliseconds(0));
  return until_check < milliseconds(0) ? until_end : std::min(until_check, until_end);
}

void Supervision::wait_for_child(milliseconds time) {
  pollfd entry{signals_, POLLIN, 0};
  poll(&entry, 1, static_cast<int>(time.count()));
  signalfd_siginfo signal{};
  while (read(signals_, &signal, sizeof signal) > 0) {
  }
}

bool Supervision::wait_for_child_or_request() {
  std::array<pollfd, 2> entries{pollfd{signals_, POLLIN, 0}, pollfd{kControlDescriptor, POLLIN, 0}};
  if (poll(entries.data(), entries.size(), static_cast<int>(time_left().count())) == 0) return false;
  wait_for_child({});
  if (entries[1].revents != 0) receive_request();
  return true;
}

void Supervision::receive_request() {
  TerminateRequest request;
  const bool is_request = recv(kControlDescriptor, &request, sizeof request, MSG_DONTWAIT) == sizeof request;
  if (is_request) {
    kill(-program_, SIGTERM);
    kill(-program_, SIGCONT);  // a stopped process would not get the signal
    limits_.stop_enforcing();
  }
  const milliseconds grace(is_request ? request.grace_ms : 0);
  const auto end = Clock::now() + std::clamp(grace, milliseconds(0), kLongestGrace);
  kill_deadline_ = kill_deadline_ ? std::min(*kill_deadline_, end) : end;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

ExitReport exit_report_of(pid_t program) {
  ExitReport report;
  int status = 0;
  if (waitpid(program, &status, WNOHANG) == program) {
    report.kind = WIFSIGNALED(status) ? ExitKind::signalled : ExitKind::exited;
    report.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  report.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  report.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
  return report;
}

ExitReport supervise(char** arguments, const Limits& limits) {
  const Descriptor signals = block_signals();
  become_subreaper();
  LimitEnforcer enforcer(limits);
  const StartedProgram program = start_program(arguments[0], arguments + 1, limits);
  if (program.error != 0) {
    ExitReport report;
    report.kind = ExitKind::not_started;
    report.code = program.error;
    report.failed_step = program.failed_step;
    return report;
  }
  raise_own_priority(limits.cores);
  const bool kept_limits = Supervision(program.process, signals.number(), enforcer).run();
  ExitReport report = exit_report_of(program.process);
  if (!kept_limits && report.kind != ExitKind::unknown) {
    report.kind = ExitKind::too_many_processes;
    report.code = static_cast<std::int32_t>(limits.processes);
  }
  return report;
}

}  // namespace
}  // namespace rensa::processes

int main(int count, char** arguments) {
  using namespace rensa::processes;
  StartRequest request;
  const bool has_request = recv(kControlDescriptor, &request, sizeof request, MSG_DONTWAIT) == sizeof request;
  if (count < 3 || !has_request || request.version != kProtocolVersion) {
    std::fputs("rensa-keeper: only a server of the same version can start this program\n", stderr);
    return 2;
  }
  fcntl(kControlDescriptor, F_SETFD, FD_CLOEXEC);
  FinalReport report;
  report.exit = supervise(arguments + 1, request.limits);
  send(kControlDescriptor, &report, sizeof report, MSG_NOSIGNAL);
  // The process ends without cleaning up, because nothing is left that needs it. The sanitizers are skipped, too.
  _exit(0);
}
