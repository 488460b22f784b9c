#include "server/exec/priority.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <unistd.h>

#include "server/exec/descriptor.h"

namespace rensa::exec {

namespace {

// Who is not root is heard once in a tenth of a second, all users together.
constexpr int kTries = 20;
constexpr int kBetweenTries = 10'000;  // microseconds

}  // namespace

bool stand_back(int nice) {
  errno = 0;  // -1 may be the new value
  const int now = ::nice(nice);
  if (now == -1 && errno != 0) return false;
  const Descriptor session(open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC));
  const std::string text = std::to_string(now);
  for (int i = 0; i < kTries && session.is_open(); ++i) {
    if (write(session.number(), text.data(), text.size()) >= 0 || errno != EAGAIN) break;
    usleep(kBetweenTries);
  }
  return true;
}

void come_before(const cpu_set_t& cores_of_others) {
  cpu_set_t ours;
  if (sched_getaffinity(0, sizeof ours, &ours) == 0) {
    cpu_set_t shared;
    CPU_AND(&shared, &ours, &cores_of_others);
    CPU_XOR(&ours, &ours, &shared);
    sched_setaffinity(0, sizeof ours, &ours);  // there may be none: then it stays
  }
  const sched_param first{.sched_priority = 1};
  sched_setscheduler(0, SCHED_FIFO, &first);
}

}  // namespace rensa::exec
