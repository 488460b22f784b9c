#include "server/processes/process_tree.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unordered_set>

#include "server/base/descriptor.h"

namespace rensa::processes {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kMaxStopTime{100};

// Reads a file by system calls, because a stream would cost more than the reading itself.
std::string read_file(const std::string& path) {
  const base::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, 4096> piece;
  while (file.is_open()) {
    const ssize_t size = read(file.number(), piece.data(), piece.size());
    if (size <= 0) break;
    text.append(piece.data(), static_cast<std::size_t>(size));
  }
  return text;
}

template <typename Take>
void for_each_number(std::string_view text, Take take) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    std::uint64_t number = 0;
    const auto read = std::from_chars(at, end, number);
    if (read.ec == std::errc()) take(number);
    at = read.ptr == end ? end : read.ptr + 1;
  }
}

void add_children(const std::string& thread, std::vector<pid_t>& children) {
  for_each_number(read_file(thread + "/children"),
                  [&](std::uint64_t child) { children.push_back(static_cast<pid_t>(child)); });
}

std::string proc_folder(pid_t process) { return "/proc/" + std::to_string(process); }

std::string proc_folder(pid_t process, pid_t thread) {
  return proc_folder(process).append("/task/").append(std::to_string(thread));
}

// Visits the descendants of this process that are not in `visited`, and adds them to it. Does not look below processes
// that are in it. Returns true if there were new ones.
bool visit_new_descendants(std::unordered_set<pid_t>& visited, const std::function<bool(pid_t)>& visit) {
  bool has_new = false;
  std::vector<pid_t> found = children();
  for (std::size_t i = 0; i < found.size(); ++i) {
    const pid_t process = found[i];
    if (!visited.insert(process).second) continue;  // or another thread of its parent has taken it over
    has_new = true;
    if (!visit(process)) break;
    for (const pid_t thread : threads_of(process)) add_children(proc_folder(process, thread), found);
  }
  return has_new;
}

}  // namespace

void become_subreaper() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

std::vector<pid_t> children() {
  std::vector<pid_t> children;
  add_children("/proc/thread-self", children);
  return children;
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

std::size_t reap_all_but(pid_t child) {
  for (;;) {
    std::size_t left = 0;
    bool has_new_children = false;  // an ended child may have left us its own, after the list was made
    for (const pid_t other : children()) {
      if (other == child) continue;
      if (waitpid(other, nullptr, WNOHANG) > 0) {
        has_new_children = true;
      } else {
        ++left;
      }
    }
    if (!has_new_children) return left;
  }
}

void visit_descendants(const std::function<bool(pid_t)>& visit) {
  std::unordered_set<pid_t> visited;
  visit_new_descendants(visited, visit);
}

std::vector<pid_t> threads_of(pid_t process) {
  std::vector<pid_t> threads;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(proc_folder(process).append("/task").c_str()), &closedir);
  if (!folder) return threads;
  while (const dirent* const entry = readdir(folder.get())) {
    const auto thread = static_cast<pid_t>(std::atoi(entry->d_name));
    if (thread > 0) threads.push_back(thread);
  }
  return threads;
}

std::string read_process_file(pid_t process, const char* name) {
  return read_file(proc_folder(process).append("/").append(name));
}

// Reads /proc/PID/stat, as proc(5) describes it. The name of the process may be any text, and ends at the last bracket.
// The third field comes after it.
double cpu_seconds_of(pid_t process) {
  constexpr int kUserTime = 14;
  constexpr int kChildrensSystemTime = 17;
  const std::string stat = read_process_file(process, "stat");
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::string_view rest = std::string_view(stat).substr(name_end + 1);
  std::uint64_t ticks = 0;
  for (int field = 3; field <= kChildrensSystemTime && !rest.empty(); ++field) {
    rest.remove_prefix(1);
    if (field >= kUserTime) {
      std::uint64_t time = 0;
      std::from_chars(rest.data(), rest.data() + rest.size(), time);
      ticks += time;
    }
    rest.remove_prefix(std::min(rest.find(' '), rest.size()));
  }
  return static_cast<double>(ticks) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

// Stops all descendants. A process that was about to start another one when it was stopped still starts it, so this
// repeats until it finds no new process.
void stop_descendants() {
  const auto until = Clock::now() + kMaxStopTime;
  std::unordered_set<pid_t> stopped;
  for (bool has_new = true; has_new && Clock::now() < until;) {
    has_new = false;
    visit_descendants([&](pid_t process) {
      if (stopped.insert(process).second) {
        kill(process, SIGSTOP);
        has_new = true;
      }
      return true;
    });
  }
}

// Kills all descendants. A killed process cannot start another one, so its children are looked up once, after the kill.
// If a process was gone before that, its children have become children of this process.
void kill_descendants(const std::vector<pid_t>& spared) {
  std::unordered_set<pid_t> killed;
  while (visit_new_descendants(killed, [&spared](pid_t process) {
    if (std::find(spared.begin(), spared.end(), process) == spared.end()) kill(process, SIGKILL);
    return true;
  })) {
  }
}

void continue_descendants() {
  visit_descendants([](pid_t process) {
    kill(process, SIGCONT);
    return true;
  });
}

void move_descendants(const cpu_set_t& cores) {
  visit_descendants([&](pid_t process) {
    for (const pid_t thread : threads_of(process)) sched_setaffinity(thread, sizeof cores, &cores);
    return true;
  });
}

}  // namespace rensa::processes
