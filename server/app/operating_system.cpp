#include "server/app/operating_system.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <stdexcept>
#include <sys/random.h>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>

#include "server/match/series.h"

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

std::string random_ticket() {
  const auto [first, second] = random_words();
  return "ticket-" + match::hex_of(first) + match::hex_of(second);
}

std::uint64_t random_seed() {
  constexpr int kExactBits = 53;  // of a double
  return random_words()[0] >> (64 - kExactBits);
}

}  // namespace rensa::app
