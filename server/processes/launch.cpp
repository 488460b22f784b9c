#include "server/processes/launch.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/processes/descriptor.h"
#include "server/processes/places.h"

namespace rensa::processes {

namespace {

struct Failure {
  Obstacle obstacle = Obstacle::program;
  int error = 0;
};

using Resource = decltype(RLIMIT_CORE);

bool limit(Resource what, rlim_t soft, rlim_t hard) {
  rlimit now{};
  if (getrlimit(what, &now) != 0) return false;
  const rlimit then{std::min(soft, now.rlim_max), std::min(hard, now.rlim_max)};
  return setrlimit(what, &then) == 0;
}

bool limit_if_any(Resource what, rlim_t most) { return most == 0 || limit(what, most, most); }

bool keep_within(const Limits& limits) {
  // Where this cannot be had, its keeper still sees to it that it takes no more time.
  if (CPU_COUNT(&limits.cores) > 0) sched_setaffinity(0, sizeof limits.cores, &limits.cores);
  errno = 0;  // -1 may be the new value of nice()
  if (limits.nice != 0 && nice(static_cast<int>(limits.nice)) == -1 && errno != 0) return false;
  const rlim_t cpu = limits.cpu_seconds;
  return limit(RLIMIT_CORE, 0, 0) && (cpu == 0 || limit(RLIMIT_CPU, cpu, cpu + 1)) &&
         limit_if_any(RLIMIT_NOFILE, limits.open_files) && limit_if_any(RLIMIT_DATA, limits.memory_bytes);
}

// Returns only if none of them can be run; then with the reason that says most.
int run_first(const std::vector<std::string>& places, char* const* words) {
  int error = ENOENT;
  for (const std::string& place : places) {
    execv(place.c_str(), words);
    if (errno != EACCES && errno != ENOENT && errno != ENOTDIR) return errno;
    // In a folder of PATH that we may not see, it need not be.
    if (errno == EACCES && (places.size() == 1 || access(place.c_str(), F_OK) == 0)) error = EACCES;
  }
  return error;
}

// In the new process: everything up to the program itself.
Failure become(const std::vector<std::string>& places, const char* folder, char* const* words, const Limits& limits,
               pid_t keeper) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper) _exit(1);  // it ended before it could be told that we want to end with it
  if (*folder != '\0' && chdir(folder) != 0) return {Obstacle::folder, errno};
  if (!keep_within(limits)) return {Obstacle::limits, errno};
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  return {Obstacle::program, run_first(places, words)};
}

}  // namespace

Launched launch(const char* folder, char* const* words, const Limits& limits) {
  // Closes when the program begins; until then it can tell what is in its way.
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {-1, Obstacle::pipes, errno};
  const Descriptor read_end(ends[0]);
  Descriptor write_end(ends[1]);
  const std::vector<std::string> places = places_of(words[0]);
  const pid_t keeper = getpid();
  const pid_t process = fork();
  if (process < 0) return {-1, Obstacle::program, errno};
  if (process == 0) {
    const Failure failure = become(places, folder, words, limits, keeper);
    if (write(write_end.number(), &failure, sizeof failure) < 0) _exit(1);
    _exit(0);
  }
  write_end.close();
  Failure failure;
  if (read(read_end.number(), &failure, sizeof failure) != sizeof failure) return {process, Obstacle::program, 0};
  waitpid(process, nullptr, 0);
  return {-1, failure.obstacle, failure.error};
}

}  // namespace rensa::processes
