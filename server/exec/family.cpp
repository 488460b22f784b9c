#include "server/exec/family.h"

#include <fstream>
#include <sys/prctl.h>
#include <sys/wait.h>

namespace rensa::exec {

void become_subreaper() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

std::vector<pid_t> children() {
  std::ifstream list("/proc/thread-self/children");
  std::vector<pid_t> children;
  for (pid_t child = 0; list >> child;) children.push_back(child);
  return children;
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

std::size_t reap_all_but(pid_t child) {
  for (;;) {
    std::size_t left = 0;
    bool have_heirs = false;  // who has ended may have left us its own children, after the list was made
    for (const pid_t other : children()) {
      if (other == child) continue;
      if (waitpid(other, nullptr, WNOHANG) > 0) {
        have_heirs = true;
      } else {
        ++left;
      }
    }
    if (!have_heirs) return left;
  }
}

}  // namespace rensa::exec
