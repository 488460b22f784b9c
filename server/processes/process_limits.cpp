#include "server/processes/process_limits.h"

#include <algorithm>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/sysinfo.h>

#include "server/processes/process_memory.h"
#include "server/processes/process_tree.h"

namespace rensa::processes {

namespace {

// The debt, for each core, beyond which a program is paused. A program that stays on its cores has a small debt only
// because the clocks of CPU time tick at a hundredth of a second.
constexpr CpuBudget::Seconds kMaxDebt{0.25};

using namespace std::chrono_literals;

constexpr auto kQuickCheck = 20ms;  // a system call that counts the processes of the machine
constexpr auto kFullCheck = 500ms;  // of all processes of the program
// The exact sum of shared memory takes at most this part of the supervisor's time, also if the program makes it long.
constexpr int kShareOfSums = 10;

// Returns the number of processes and threads on the machine modulo 2^16, as the system returns it.
unsigned short count_processes_of_machine() {
  struct sysinfo machine{};
  return sysinfo(&machine) == 0 ? machine.procs : static_cast<unsigned short>(0);
}

// Returns the CPU time of the children that this process has waited for, and of the processes that they have waited
// for.
double cpu_seconds_of_ended_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

CpuBudget::Seconds CpuBudget::required_pause(const Reading& reading) {
  const Seconds taken = std::max(reading.used - used_, Seconds(0));
  const Seconds due = cores_ * Seconds(reading.end - read_at_);
  debt_ = std::max(debt_ + taken - due, Seconds(0));
  read_at_ = reading.begin;
  used_ = reading.used;
  return debt_ > cores_ * kMaxDebt ? debt_ / cores_ : Seconds(0);
}

LimitEnforcer::LimitEnforcer(const Limits& limits) : limits_(limits), cores_(CPU_COUNT(&limits.cores)) {
  const auto now = Clock::now();
  if (cores_ > 0) budget_.emplace(cores_, now);
  next_check_ = now + kFullCheck;
  system_processes_ = count_processes_of_machine();
}

std::chrono::milliseconds LimitEnforcer::time_until_check() const {
  return limits_.processes > 0 || limits_.memory_bytes > 0 || cores_ > 0 ? kQuickCheck : std::chrono::milliseconds(-1);
}

// Returns true if the number of processes on the machine has grown so much that the program may have too many. Half of
// the processes that the program may still start are enough, because ended processes of other programs hide some.
bool LimitEnforcer::may_have_grown() const {
  if (limits_.processes == 0) return false;
  const auto more = static_cast<short>(count_processes_of_machine() - system_processes_);
  return more > 0 && 2 * static_cast<std::uint64_t>(more) > limits_.processes - processes_;
}

Excess LimitEnforcer::enforce() {
  const auto now = Clock::now();
  if (paused_until_ && now >= *paused_until_) {
    paused_until_.reset();
    continue_descendants();
  }
  if (now < next_check_ && !may_have_grown()) return Excess::none;
  next_check_ = now + kFullCheck;
  return check(now);
}

Excess LimitEnforcer::check(Clock::time_point now) {
  system_processes_ = count_processes_of_machine();
  const std::uint64_t most = limits_.processes > 0 ? limits_.processes : UINT64_MAX;
  double used = budget_ ? cpu_seconds_of_ended_children() : 0;
  std::uint64_t bytes = 0;
  processes_ = 0;
  visit_descendants([&](pid_t process) {
    processes_ += threads_of(process).size();
    if (limits_.memory_bytes > 0) bytes += memory_of(process);
    if (budget_) used += cpu_seconds_of(process);
    return processes_ <= most;
  });
  if (processes_ > most) return Excess::processes;
  if (has_too_much_memory(bytes)) return Excess::memory;
  if (!budget_) return Excess::none;
  const auto end = Clock::now();
  const auto pause_time = budget_->required_pause({.begin = now, .end = end, .used = CpuBudget::Seconds(used)});
  if (pause_time > 0s) pause(end + std::chrono::ceil<Clock::duration>(pause_time));
  return Excess::none;
}

// Processes may share most of their pages, so a sum above the limit is computed exactly. That takes much longer, so the
// other limits do not wait for it.
bool LimitEnforcer::has_too_much_memory(std::uint64_t bytes_of_processes) {
  if (limits_.memory_bytes == 0) return false;
  const std::uint64_t files = starter_ > 0 ? files_in_memory_of(starter_) : 0;
  if (bytes_of_processes + files <= limits_.memory_bytes) return false;
  const auto begin = Clock::now();
  if (begin < next_sum_) return false;
  MemoryShare sum;
  bool is_too_much = false;
  visit_descendants([&](pid_t process) {
    const MemoryShare share = share_of_memory(process);
    sum.own += share.own;
    sum.shared += share.shared;
    is_too_much = sum.own + std::max(sum.shared, files) > limits_.memory_bytes;  // the files may be what is shared
    return !is_too_much;
  });
  const auto end = Clock::now();
  next_sum_ = end + (end - begin) * (kShareOfSums - 1);
  return is_too_much;
}

// Moves the program back to its cores and stops it for a while. The pause is needed because it can leave its cores
// again.
void LimitEnforcer::pause(Clock::time_point until) {
  stop_descendants();
  move_descendants(limits_.cores);
  paused_until_ = until;
  if (!is_pause_reported_) report_pause();
}

// Writes a line to the program's own output, without waiting for a reader.
void LimitEnforcer::report_pause() {
  const base::Descriptor output(open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_CLOEXEC));
  const std::string line = "[rensa-keeper: the program used more than " + std::to_string(cores_) +
                           (cores_ == 1 ? " core" : " cores") + ", so it is paused from time to time]\n";
  is_pause_reported_ = output.is_open() && write(output.number(), line.data(), line.size()) > 0;
}

void LimitEnforcer::stop_enforcing() {
  budget_.reset();
  if (paused_until_) continue_descendants();
  paused_until_.reset();
}

}  // namespace rensa::processes
