#include "server/processes/priority.h"

namespace rensa::processes {

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

}  // namespace rensa::processes
