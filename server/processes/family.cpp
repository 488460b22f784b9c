#include "server/processes/family.h"

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

#include "server/processes/descriptor.h"

namespace rensa::processes {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kStopping{100};

// Streams would cost more than what is read.
std::string text_of(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
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
  for_each_number(text_of(thread + "/children"),
                  [&](std::uint64_t child) { children.push_back(static_cast<pid_t>(child)); });
}

std::string folder_of(pid_t process) { return "/proc/" + std::to_string(process); }

std::string folder_of(pid_t process, pid_t thread) {
  return folder_of(process).append("/task/").append(std::to_string(thread));
}

// Everybody who was not met before, and was not found below one who was. Whether there was anybody.
bool meet_others(std::unordered_set<pid_t>& met, const std::function<bool(pid_t)>& meet) {
  bool is_anybody_new = false;
  std::vector<pid_t> family = children();
  for (std::size_t i = 0; i < family.size(); ++i) {
    const pid_t process = family[i];
    if (!met.insert(process).second) continue;  // or its parent's thread has ended, and another one has it now
    is_anybody_new = true;
    if (!meet(process)) break;
    for (const pid_t thread : threads_of(process)) add_children(folder_of(process, thread), family);
  }
  return is_anybody_new;
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

void meet_family(const std::function<bool(pid_t)>& meet) {
  std::unordered_set<pid_t> met;
  meet_others(met, meet);
}

std::vector<pid_t> threads_of(pid_t process) {
  std::vector<pid_t> threads;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(opendir(folder_of(process).append("/task").c_str()), &closedir);
  if (!folder) return threads;
  while (const dirent* const entry = readdir(folder.get())) {
    const auto thread = static_cast<pid_t>(std::atoi(entry->d_name));
    if (thread > 0) threads.push_back(thread);
  }
  return threads;
}

// proc(5): its name, which may hold anything, ends with the last bracket; then come the fields from the third on.
double cpu_seconds_of(pid_t process) {
  constexpr int kUserTime = 14;
  constexpr int kChildrensSystemTime = 17;
  const std::string stat = text_of(folder_of(process).append("/stat"));
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

// Who was about to start somebody when it was stopped still does: until nobody is new.
void stop_family() {
  const auto until = Clock::now() + kStopping;
  std::unordered_set<pid_t> stopped;
  for (bool is_anybody_new = true; is_anybody_new && Clock::now() < until;) {
    is_anybody_new = false;
    meet_family([&](pid_t process) {
      if (stopped.insert(process).second) {
        kill(process, SIGSTOP);
        is_anybody_new = true;
      }
      return true;
    });
  }
}

// Who is killed starts nobody any more, not even whom it was about to start; so its children are looked for once. Those
// whose parent has gone before that have come to us.
void kill_family() {
  std::unordered_set<pid_t> killed;
  while (meet_others(killed, [](pid_t process) {
    kill(process, SIGKILL);
    return true;
  })) {
  }
}

void continue_family() {
  meet_family([](pid_t process) {
    kill(process, SIGCONT);
    return true;
  });
}

void move_family(const cpu_set_t& cores) {
  meet_family([&](pid_t process) {
    for (const pid_t thread : threads_of(process)) sched_setaffinity(thread, sizeof cores, &cores);
    return true;
  });
}

}  // namespace rensa::processes
