// rensa-keeper: runs one program for the server and leaves nothing of it behind. Whatever the program starts becomes a
// child of this process when its parent is gone, so this process knows when nobody is left; and it is told to kill by
// the end of a socket, which comes however the server ends.
//
// It is a program and not a fork of the server, so that it has one small thread: the memory of a big process would
// count as the players' own (the peak of a process is kept when it becomes another program), and what ends with its
// parent ends with the thread that forked it.

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "server/processes/bounds.h"
#include "server/processes/descriptor.h"
#include "server/processes/family.h"
#include "server/processes/keeping.h"
#include "server/processes/launch.h"
#include "server/processes/priority.h"

namespace rensa::processes {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kLook{20};        // between two looks whether anybody is left to be killed
constexpr milliseconds kKilling{5'000};  // then those who cannot be killed are left alone
constexpr milliseconds kLongestGrace{3'600'000};

// Signals are for the program: one to this process must not be its end. Those of children come as something to read.
Descriptor take_signals() {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  sigset_t of_children;
  sigemptyset(&of_children);
  sigaddset(&of_children, SIGCHLD);
  return Descriptor(signalfd(-1, &of_children, SFD_CLOEXEC | SFD_NONBLOCK));
}

// Looks after a program until nobody is left of it.
class Watch {
 public:
  Watch(pid_t program, int signals, Bounds& bounds) : program_(program), signals_(signals), bounds_(bounds) {}

  // Whether it kept within its bounds.
  bool keep();

 private:
  bool is_time_to_kill() const;
  bool is_anybody_left_to_kill() const;
  milliseconds time_left() const;
  void wait_for_child(milliseconds time);
  bool wait_for_child_or_order();
  void hear();

  const pid_t program_;
  const int signals_;
  Bounds& bounds_;
  std::optional<Clock::time_point> end_;  // by which it was told to end
};

bool Watch::keep() {
  bool is_within_bounds = true;
  bool is_quiet = false;
  while (is_within_bounds && (is_quiet || !is_time_to_kill())) {
    is_quiet = !wait_for_child_or_order() && !end_;
    is_within_bounds = !bounds_.is_broken();
  }
  const auto until = Clock::now() + kKilling;
  while (is_anybody_left_to_kill() && Clock::now() < until) wait_for_child(kLook);
  return is_within_bounds;
}

// A program that ends by itself is the end of all that it started; one that was told to has the grace for all of it.
bool Watch::is_time_to_kill() const {
  if (end_ && Clock::now() >= *end_) return true;
  // In this order: what it leaves behind is ours when it has ended, but not before.
  const bool ended = has_ended(program_);
  const bool is_alone = reap_all_but(program_) == 0;
  return ended && (is_alone || !end_);
}

// The group at one blow, since nobody in it can fork meanwhile; then those who left it.
bool Watch::is_anybody_left_to_kill() const {
  kill(-program_, SIGKILL);
  kill_family();
  const bool ended = has_ended(program_);
  return reap_all_but(program_) > 0 || !ended;
}

milliseconds Watch::time_left() const {
  const milliseconds until_look = bounds_.until_look();
  if (!end_) return until_look;
  const auto until_end = std::max(std::chrono::ceil<milliseconds>(*end_ - Clock::now()), milliseconds(0));
  return until_look < milliseconds(0) ? until_end : std::min(until_look, until_end);
}

void Watch::wait_for_child(milliseconds time) {
  pollfd entry{signals_, POLLIN, 0};
  poll(&entry, 1, static_cast<int>(time.count()));
  signalfd_siginfo signal{};
  while (read(signals_, &signal, sizeof signal) > 0) {
  }
}

// False: it was time to look, and no more.
bool Watch::wait_for_child_or_order() {
  std::array<pollfd, 2> entries{pollfd{signals_, POLLIN, 0}, pollfd{kControl, POLLIN, 0}};
  if (poll(entries.data(), entries.size(), static_cast<int>(time_left().count())) == 0) return false;
  wait_for_child({});
  if (entries[1].revents != 0) hear();
  return true;
}

void Watch::hear() {
  EndOrder order;
  const bool is_order = recv(kControl, &order, sizeof order, MSG_DONTWAIT) == sizeof order;
  if (is_order) {
    kill(-program_, SIGTERM);
    kill(-program_, SIGCONT);  // who is stopped would not hear of it
    bounds_.let_go();
  }
  const milliseconds grace(is_order ? order.grace_ms : 0);
  const auto end = Clock::now() + std::clamp(grace, milliseconds(0), kLongestGrace);
  end_ = end_ ? std::min(*end_, end) : end;
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

Ending what_became_of(pid_t program) {
  Ending ending;
  int status = 0;
  if (waitpid(program, &status, WNOHANG) == program) {
    ending.end = WIFSIGNALED(status) ? End::signalled : End::exited;
    ending.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  ending.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  ending.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
  return ending;
}

Ending run(char** arguments, const Limits& limits) {
  const Descriptor signals = take_signals();
  become_subreaper();
  Bounds bounds(limits);
  const Launched program = launch(arguments[0], arguments + 1, limits);
  if (program.error != 0) {
    Ending ending;
    ending.end = End::not_started;
    ending.code = program.error;
    ending.obstacle = program.obstacle;
    return ending;
  }
  come_before(limits.cores);
  const bool kept_within_bounds = Watch(program.process, signals.number(), bounds).keep();
  Ending ending = what_became_of(program.process);
  if (!kept_within_bounds && ending.end != End::unseen) {
    ending.end = End::too_many;
    ending.code = static_cast<std::int32_t>(limits.processes);
  }
  return ending;
}

}  // namespace
}  // namespace rensa::processes

int main(int count, char** arguments) {
  using namespace rensa::processes;
  Orders orders;
  const bool is_ordered = recv(kControl, &orders, sizeof orders, MSG_DONTWAIT) == sizeof orders;
  if (count < 3 || !is_ordered || orders.version != kKeepingVersion) {
    std::fputs("rensa-keeper: only a server of the same version can start this\n", stderr);
    return 2;
  }
  fcntl(kControl, F_SETFD, FD_CLOEXEC);
  Report report;
  report.ending = run(arguments + 1, orders.limits);
  send(kControl, &report, sizeof report, MSG_NOSIGNAL);
  // Nothing is left to be tidied up, by sanitizers neither.
  _exit(0);
}
