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
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "server/base/descriptor.h"
#include "server/base/exit_code.h"
#include "server/processes/process_limits.h"
#include "server/processes/process_tree.h"
#include "server/processes/program.h"
#include "server/processes/starter.h"
#include "server/processes/supervisor.h"

namespace rensa::processes {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kKillPause{20};        // between two attempts to kill the processes that are left
constexpr milliseconds kMaxStartTime{3'000};  // after the server has asked for the end
constexpr milliseconds kMaxStarterTime{500};  // for a starter to wait for the processes of its sandbox
constexpr milliseconds kMaxKillTime{5'000};   // then processes that cannot be killed are left alone
constexpr milliseconds kLongestGrace{3'600'000};

// Blocks all signals, since a signal must not end this process. Returns a descriptor that becomes readable when a child
// ends.
base::Descriptor block_signals() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  sigset_t of_children;
  sigemptyset(&of_children);
  sigaddset(&of_children, SIGCHLD);
  return base::Descriptor(signalfd(-1, &of_children, SFD_CLOEXEC | SFD_NONBLOCK));
}

using Resource = decltype(RLIMIT_CORE);

bool set_limit(Resource resource, rlim_t soft, rlim_t hard) {
  rlimit now{};
  if (getrlimit(resource, &now) != 0) return false;
  const rlimit then{std::min(soft, now.rlim_max), std::min(hard, now.rlim_max)};
  return setrlimit(resource, &then) == 0;
}

bool set_limit_if_any(Resource resource, rlim_t most) { return most == 0 || set_limit(resource, most, most); }

// When the memory of the machine runs out, the system ends programs of players before other processes.
void prefer_for_oom_killer() {
  constexpr std::string_view kScore = "500";  // of 1000
  const base::Descriptor file(open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
  if (file.is_open() && write(file.number(), kScore.data(), kScore.size()) < 0) errno = 0;  // it keeps its score
}

bool apply_limits(const Limits& limits) {
  // Where the system refuses these cores, the supervisor still limits the time that the program takes.
  if (CPU_COUNT(&limits.cores) > 0) sched_setaffinity(0, sizeof limits.cores, &limits.cores);
  prefer_for_oom_killer();
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

struct DescriptorsOfProgram {
  int input = -1;   // negative: its input is empty from the start
  int status = -1;  // the pipe to the supervisor
};

// Prepares the new process and starts the program in it. Returns only if that fails. Bubblewrap keeps all signals
// blocked, so that SIGTERM ends the isolated program and not bubblewrap. It passes the pipe on to the starter.
StartMessage become_program(const std::vector<std::string>& candidates, const char* folder, char* const* words,
                            const StartRequest& request, pid_t supervisor, const DescriptorsOfProgram& descriptors) {
  setsid();
  if (descriptors.input >= 0 && dup2(descriptors.input, STDIN_FILENO) < 0) return {StartStep::pipes, errno};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(1);  // it ended before PR_SET_PDEATHSIG took effect
  if (*folder != '\0' && chdir(folder) != 0) return {StartStep::folder, errno};
  if (!apply_limits(request.limits)) return {StartStep::limits, errno};
  if (request.is_isolated != 0) {
    if (dup2(descriptors.status, kStatusDescriptor) < 0) return {StartStep::pipes, errno};
    return {StartStep::isolation, run_first_candidate(candidates, words)};
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  return {StartStep::program, run_first_candidate(candidates, words)};
}

// Waits until the new process has sent its message or has become the program. Returns false if the server is gone
// before that, or if the start takes long after the server has asked for the end. The request is left for later: the
// program may run already, and then has its grace.
bool has_started(int pipe) {
  std::array<pollfd, 2> entries{pollfd{pipe, POLLIN, 0}, pollfd{kControlDescriptor, POLLIN, 0}};
  poll(entries.data(), entries.size(), -1);
  if (entries[0].revents == 0 && (entries[1].revents & POLLHUP) == 0) {
    entries[1].events = 0;  // without the request, but with the end of the server
    poll(entries.data(), entries.size(), static_cast<int>(kMaxStartTime.count()));
  }
  return entries[0].revents != 0;
}

struct StartedProgram {
  pid_t process = -1;  // of the program, or of bubblewrap
  StartMessage outcome;
  base::Descriptor pipe{};   // from the new process, or from the starter
  base::Descriptor input{};  // our end of its open input
};

// Starts the program in a session and a group of its own. It inherits our environment and all descriptors that are
// not marked to be closed; no signal is blocked in it. The system kills it when this thread ends, unless it changes its
// user.
StartedProgram start_program(const char* folder, char* const* words, const StartRequest& request) {
  base::Descriptor input_of_program;
  base::Descriptor input;
  if (request.has_open_input != 0) {
    std::array<int, 2> pipe{};
    if (pipe2(pipe.data(), O_CLOEXEC) != 0) return {-1, {StartStep::pipes, errno}};
    input_of_program = base::Descriptor(pipe[0]);
    input = base::Descriptor(pipe[1]);
  }
  // Until the program begins, the new process can report through the pipe why it failed. Then the pipe closes; that of
  // a starter stays open until the starter ends.
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {-1, {StartStep::pipes, errno}};
  base::Descriptor read_end(ends[0]);
  base::Descriptor write_end(ends[1]);
  const std::vector<std::string> candidates = candidate_paths(words[0]);
  const pid_t supervisor = getpid();
  const pid_t process = fork();
  if (process < 0) return {-1, {StartStep::program, errno}};
  if (process == 0) {
    const StartMessage failure = become_program(candidates, folder, words, request, supervisor,
                                                {.input = input_of_program.number(), .status = write_end.number()});
    if (write(write_end.number(), &failure, sizeof failure) < 0) _exit(1);
    _exit(0);
  }
  write_end.close();
  StartMessage message;
  if (!has_started(read_end.number())) {
    kill(-process, SIGKILL);
    kill(process, SIGKILL);  // it may not have its own group yet
    // The children of each that ends become ours.
    do kill_descendants({});
    while (waitpid(-1, nullptr, 0) > 0);
    return {-1, {request.is_isolated != 0 ? StartStep::isolation : StartStep::program, ECANCELED}};
  }
  const bool has_message = read(read_end.number(), &message, sizeof message) == sizeof message;
  if (!has_message && request.is_isolated != 0) message = {StartStep::isolation, EPERM};  // bubblewrap has said why
  if (message.error == 0) return {process, message, std::move(read_end), std::move(input)};
  waitpid(process, nullptr, 0);
  return {-1, message};
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
  // `isolators` are bubblewrap and the starter; none if the program is not isolated.
  Supervision(pid_t program, base::Descriptor input, std::vector<pid_t> isolators, int signals, LimitEnforcer& limits)
      : program_(program),
        input_(std::move(input)),
        isolators_(std::move(isolators)),
        signals_(signals),
        limits_(limits) {}

  // Returns the limit for which the program was killed.
  Excess run() {
    Excess excess = Excess::none;
    bool is_idle = false;
    while (excess == Excess::none && (is_idle || !is_time_to_kill())) {
      signal_if_due();
      is_idle = !wait_for_child_or_request() && !kill_deadline_;
      excess = limits_.enforce();
    }
    if (!isolators_.empty()) end_sandbox();
    const auto until = Clock::now() + kMaxKillTime;
    while (kill_all() && Clock::now() < until) wait_for_child(kKillPause);
    return excess;
  }

 private:
  // When a program ends by itself, all processes that it started are killed. When it was told to end, they have the
  // grace.
  bool is_time_to_kill() const {
    if (kill_deadline_ && Clock::now() >= *kill_deadline_) return true;
    // The order matters: the program's children become ours when it has ended, not before.
    const bool ended = has_ended(program_);
    const bool is_alone = reap_all_but(program_) == 0;
    return ended && (is_alone || !kill_deadline_);
  }

  // Kills all processes of the sandbox but the starter, which waits for them and ends. The system would not count the
  // CPU time of processes that are killed together with the first process of their namespace.
  void end_sandbox() {
    limits_.stop_enforcing();  // a stopped starter does not wait
    const auto until = Clock::now() + kMaxStarterTime;
    while (!has_ended(program_) && Clock::now() < until) {
      kill_descendants(isolators_);
      wait_for_child(kKillPause);
    }
  }

  // Kills the group at once, so that no process in it can fork meanwhile, and then the processes that left the group.
  // Returns true if some processes have not ended yet.
  bool kill_all() const {
    kill(-program_, SIGKILL);
    kill_descendants({});
    const bool ended = has_ended(program_);
    return reap_all_but(program_) > 0 || !ended;
  }

  milliseconds time_left() const {
    const milliseconds until_check = limits_.time_until_check();
    if (!kill_deadline_) return until_check;
    const Clock::time_point next = signal_deadline_ ? std::min(*signal_deadline_, *kill_deadline_) : *kill_deadline_;
    const auto until_end = std::max(std::chrono::ceil<milliseconds>(next - Clock::now()), milliseconds(0));
    return until_check < milliseconds(0) ? until_end : std::min(until_check, until_end);
  }

  void wait_for_child(milliseconds time) {
    pollfd entry{signals_, POLLIN, 0};
    poll(&entry, 1, static_cast<int>(time.count()));
    signalfd_siginfo signal{};
    while (read(signals_, &signal, sizeof signal) > 0) {
    }
  }

  // Returns false if the time for a check has come first.
  bool wait_for_child_or_request() {
    std::array<pollfd, 2> entries{pollfd{signals_, POLLIN, 0}, pollfd{kControlDescriptor, POLLIN, 0}};
    if (poll(entries.data(), entries.size(), static_cast<int>(time_left().count())) == 0) return false;
    wait_for_child({});
    if (entries[1].revents != 0) receive_request();
    return true;
  }

  void receive_request() {
    TerminateRequest request;
    const bool is_request = recv(kControlDescriptor, &request, sizeof request, MSG_DONTWAIT) == sizeof request;
    const auto within_limit = [](std::int64_t grace_ms) {
      return std::clamp(milliseconds(grace_ms), milliseconds(0), kLongestGrace);
    };
    const auto now = Clock::now();
    auto end = now;
    if (is_request) {
      limits_.stop_enforcing();
      has_open_input_ = has_open_input_ || input_.is_open();
      input_.close();
      if (!isolators_.empty()) kill(-program_, kSignalOfClosedInput);
      const auto signal_at = has_open_input_ ? now + within_limit(request.input_grace_ms) : now;
      end = signal_at + within_limit(request.grace_ms);
      if (!is_signalled_) signal_deadline_ = signal_deadline_ ? std::min(*signal_deadline_, signal_at) : signal_at;
      signal_if_due();
    }
    kill_deadline_ = kill_deadline_ ? std::min(*kill_deadline_, end) : end;
  }

  void signal_if_due() {
    if (!signal_deadline_ || Clock::now() < *signal_deadline_) return;
    kill(-program_, SIGTERM);
    kill(-program_, SIGCONT);  // a stopped process would not get the signal
    is_signalled_ = true;
    signal_deadline_.reset();
  }

  const pid_t program_;
  base::Descriptor input_;  // its open input, until it is asked to end
  const std::vector<pid_t> isolators_;
  const int signals_;
  LimitEnforcer& limits_;
  bool has_open_input_ = false;
  bool is_signalled_ = false;
  std::optional<Clock::time_point> signal_deadline_;  // of SIGTERM, once the program was told to end
  std::optional<Clock::time_point> kill_deadline_;    // the end of both graces, once the program was told to end
};

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// Returns the status of the program that the starter has sent, if any.
std::optional<int> status_from_starter(const base::Descriptor& pipe) {
  EndMessage message;
  fcntl(pipe.number(), F_SETFL, O_NONBLOCK);
  if (read(pipe.number(), &message, sizeof message) != sizeof message) return std::nullopt;
  return message.status;
}

ExitReport exit_report_of(const StartedProgram& program) {
  ExitReport report;
  int status = 0;
  if (waitpid(program.process, &status, WNOHANG) == program.process) {
    status = status_from_starter(program.pipe).value_or(status);
    report.kind = WIFSIGNALED(status) ? ExitKind::signalled : ExitKind::exited;
    report.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  report.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  report.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
  return report;
}

// Returns the processes of bubblewrap and of the starter, which runs.
std::vector<pid_t> find_isolators() {
  std::vector<pid_t> isolators;
  visit_descendants([&](pid_t process) {
    isolators.push_back(process);
    return isolators.size() < kProcessesOfIsolation;
  });
  return isolators;
}

// The limits for all processes of the program, with those that isolate it.
Limits limits_to_enforce(const StartRequest& request) {
  Limits limits = request.limits;
  if (request.is_isolated != 0 && limits.processes > 0) limits.processes += kProcessesOfIsolation;
  return limits;
}

ExitReport supervise(char** arguments, const StartRequest& request) {
  const base::Descriptor signals = block_signals();
  become_subreaper();
  LimitEnforcer enforcer(limits_to_enforce(request));
  StartedProgram program = start_program(arguments[0], arguments + 1, request);
  if (program.outcome.error != 0) {
    ExitReport report;
    report.kind = ExitKind::not_started;
    report.code = program.outcome.error;
    report.failed_step = program.outcome.failed_step;
    return report;
  }
  raise_own_priority(request.limits.cores);
  std::vector<pid_t> isolators = request.is_isolated != 0 ? find_isolators() : std::vector<pid_t>{};
  if (isolators.size() == kProcessesOfIsolation) enforcer.count_files_of(isolators.back());
  const Excess excess =
      Supervision(program.process, std::move(program.input), std::move(isolators), signals.number(), enforcer).run();
  ExitReport report = exit_report_of(program);
  if (report.kind == ExitKind::unknown) return report;
  if (excess == Excess::processes) {
    report.kind = ExitKind::too_many_processes;
    report.code = static_cast<std::int32_t>(request.limits.processes);
  } else if (excess == Excess::memory) {
    report.kind = ExitKind::too_much_memory;
    report.code = static_cast<std::int32_t>(request.limits.memory_bytes >> 20U);
  }
  return report;
}

// A socket that is closed with an unread request would give the server an error in place of the report.
void refuse_requests() {
  shutdown(kControlDescriptor, SHUT_RD);
  TerminateRequest request;
  while (recv(kControlDescriptor, &request, sizeof request, MSG_DONTWAIT) > 0) {
  }
}

}  // namespace
}  // namespace rensa::processes

int main(int count, char** arguments) {
  using namespace rensa::processes;
  if (count > 3 && std::string_view(arguments[1]) == kStarterFlag) run_starter(arguments + 2);
  if (count == 2 && std::string_view(arguments[1]) == "--help") {
    std::puts(
        "rensa-keeper starts, limits, isolates and stops the program of one player of a tournament.\n"
        "rensa-server and rensa start it by themselves, with a request on a socket: it has no options for people.");
    return rensa::base::kExitSuccess;
  }
  if (count == 2 && std::string_view(arguments[1]) == "--version") {
    std::puts("rensa-keeper " RENSA_VERSION);
    return rensa::base::kExitSuccess;
  }
  StartRequest request;
  const bool has_request = recv(kControlDescriptor, &request, sizeof request, MSG_DONTWAIT) == sizeof request;
  if (count < 3 || !has_request || request.version != kProtocolVersion) {
    std::fputs("rensa-keeper: only a server of the same version can start this program\n", stderr);
    return rensa::base::kExitWrongCall;
  }
  fcntl(kControlDescriptor, F_SETFD, FD_CLOEXEC);
  FinalReport report;
  report.exit = supervise(arguments + 1, request);
  refuse_requests();
  send(kControlDescriptor, &report, sizeof report, MSG_NOSIGNAL);
  // The process ends without cleaning up, because nothing is left that needs it. The sanitizers are skipped, too.
  _exit(0);
}
