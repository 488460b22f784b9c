#include "server/processes/bounds.h"

#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/sysinfo.h>

#include "server/processes/family.h"

namespace rensa::processes {

namespace {

using namespace std::chrono_literals;

constexpr auto kGlance = 20ms;  // a system call: whether the machine has more processes than before
constexpr auto kLook = 500ms;   // at the family itself

// Modulo 2^16, as the system tells it.
unsigned short processes_of_machine() {
  struct sysinfo machine{};
  return sysinfo(&machine) == 0 ? machine.procs : static_cast<unsigned short>(0);
}

// Of those that this process has waited for, with all that they have waited for.
double cpu_seconds_of_the_gone() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

Bounds::Bounds(const Limits& limits) : limits_(limits), cores_(CPU_COUNT(&limits.cores)) {
  const auto now = Clock::now();
  if (cores_ > 0) allowance_.emplace(cores_, now);
  next_look_ = now + kLook;
  system_ = processes_of_machine();
}

std::chrono::milliseconds Bounds::until_look() const {
  return limits_.processes > 0 || cores_ > 0 ? kGlance : std::chrono::milliseconds(-1);
}

// Half of those that it may still start would do: others, who have ended meanwhile, do not show.
bool Bounds::may_have_grown() const {
  if (limits_.processes == 0) return false;
  const auto more = static_cast<short>(processes_of_machine() - system_);
  return more > 0 && 2 * static_cast<std::uint64_t>(more) > limits_.processes - members_;
}

bool Bounds::is_broken() {
  const auto now = Clock::now();
  if (resting_until_ && now >= *resting_until_) {
    resting_until_.reset();
    continue_family();
  }
  if (now < next_look_ && !may_have_grown()) return false;
  next_look_ = now + kLook;
  return look(now);
}

bool Bounds::look(Clock::time_point now) {
  system_ = processes_of_machine();
  const std::uint64_t most = limits_.processes > 0 ? limits_.processes : UINT64_MAX;
  double used = allowance_ ? cpu_seconds_of_the_gone() : 0;
  members_ = 0;
  meet_family([&](pid_t process) {
    members_ += threads_of(process).size();
    if (allowance_) used += cpu_seconds_of(process);
    return members_ <= most;
  });
  if (members_ > most) return true;
  if (!allowance_) return false;
  const auto rest_time = allowance_->rest(now, Allowance::Seconds(used));
  if (rest_time > 0s) rest(now + std::chrono::ceil<Clock::duration>(rest_time));
  return false;
}

// Its affinity is something that a program may change again; what it takes, it pays for.
void Bounds::rest(Clock::time_point until) {
  stop_family();
  move_family(limits_.cores);
  resting_until_ = until;
  if (!is_said_) say_that_it_rested();
}

// Into the program's own output, by a way that does not wait for it to be read.
void Bounds::say_that_it_rested() {
  const Descriptor output(open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_CLOEXEC));
  const std::string line = "[rensa-keeper: it took more than " + std::to_string(cores_) +
                           (cores_ == 1 ? " core" : " cores") + ", and is stopped now and then for it]\n";
  is_said_ = output.is_open() && write(output.number(), line.data(), line.size()) > 0;
}

void Bounds::let_go() {
  allowance_.reset();
  if (resting_until_) continue_family();
  resting_until_.reset();
}

}  // namespace rensa::processes
