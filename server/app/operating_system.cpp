#include "server/app/operating_system.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <thread>
#include <unistd.h>

#include "server/match/series.h"
#include "server/tournament/plan/game_seeds.h"

namespace rensa::app {

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

std::array<std::uint64_t, 2> random_words() {
  std::array<std::uint64_t, 2> words{};
  if (getrandom(words.data(), sizeof words, 0) != static_cast<ssize_t>(sizeof words)) {
    throw std::runtime_error("the system gives no random numbers");
  }
  return words;
}

}  // namespace

double cpu_seconds() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

base::Span thread_cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

bool has_terminal() {
  const int terminal = ::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal >= 0) ::close(terminal);
  return terminal >= 0;
}

std::uint64_t free_disk_bytes(const std::string& folder) {
  struct statvfs disk{};
  if (::statvfs(folder.c_str(), &disk) != 0) return std::numeric_limits<std::uint64_t>::max();
  return static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
}

base::Span uptime() {
  timespec time{};
  clock_gettime(CLOCK_BOOTTIME, &time);
  return std::chrono::duration_cast<base::Span>(std::chrono::seconds(time.tv_sec) +
                                                std::chrono::nanoseconds(time.tv_nsec));
}

std::uint64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

int core_count() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

int max_real_time_games() { return std::max(1, core_count() / 2); }

std::uint64_t raise_file_limit() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  return files.rlim_cur;
}

std::size_t connections_within(std::uint64_t file_limit, std::size_t wanted) {
  constexpr std::uint64_t kFilesOfServer = 64;
  constexpr std::uint64_t kFilesOfPrograms = 64 * 10;  // each has a listener, up to four connections, and pipes
  const std::uint64_t reserved = kFilesOfServer + std::min(kFilesOfPrograms, file_limit / 4);
  const std::uint64_t free = file_limit > reserved ? file_limit - reserved : 0;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(wanted, 1, std::max<std::uint64_t>(free, 1)));
}

std::string random_worker_ticket() {
  const auto [first, second] = random_words();
  return "ticket-" + match::hex_of(first) + match::hex_of(second);
}

std::uint64_t random_seed() {
  std::uint64_t seed = 0;
  while (seed < tournament::kFirstLargeSeed) seed = random_words()[0];
  return seed;
}

// Reads /proc/loadavg, for example "0.20 0.18 0.12 1/80 11206": three averages, then the number of runnable threads.
int count_runnable_threads() {
  std::ifstream in("/proc/loadavg");
  double average = 0;
  int runnable = 0;
  for (int i = 0; i < 3; ++i) in >> average;
  return in >> runnable ? runnable : 0;
}

}  // namespace rensa::app
