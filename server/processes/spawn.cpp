#include "server/processes/spawn.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "server/processes/environment.h"
#include "server/processes/keeping.h"

namespace rensa::processes {

namespace {

struct TheirEnds {
  Descriptor control;
  Descriptor output;
};

// Where the standard descriptors are closed, new ones take their numbers: these would be overwritten on the way.
Descriptor lifted(int number) {
  const Descriptor low(number);
  return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, kControl + 1));
}

int connect(Keeper& keeper, TheirEnds& theirs) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return errno;
  keeper.control = Descriptor(ends[0]);
  theirs.control = lifted(ends[1]);
  if (!theirs.control.is_open() || pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
  keeper.output = Descriptor(ends[0]);
  theirs.output = lifted(ends[1]);
  if (!theirs.output.is_open() || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) return errno;
  return 0;
}

int give_orders(const Descriptor& control, const Limits& limits) {
  Orders orders;
  orders.limits = limits;
  return send(control.number(), &orders, sizeof orders, MSG_NOSIGNAL) < 0 ? errno : 0;
}

// Where SIGCHLD is ignored, it may be gone without a trace. Then its socket can be read, and says so for ever.
Descriptor end_of(const Keeper& keeper) {
  // <sys/pidfd.h> of glibc 2.36 cannot be linked from C++.
  Descriptor pidfd(static_cast<int>(syscall(SYS_pidfd_open, keeper.process, 0)));
  if (pidfd.is_open() || errno != ESRCH) return pidfd;
  return Descriptor(fcntl(keeper.control.number(), F_DUPFD_CLOEXEC, 0));
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// A session of its own, so that what a terminal sends us does not reach it; no signal blocked or ignored.
int start(pid_t& process, const std::string& path, const TheirEnds& theirs, const Command& command) {
  std::vector<std::string> words{path, command.folder};
  words.insert(words.end(), command.words.begin(), command.words.end());
  std::vector<std::string> environment = changed_environment(command.environment);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, theirs.output.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, theirs.output.number(), STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, theirs.control.number(), kControl);
  posix_spawn_file_actions_addclosefrom_np(&actions, kControl + 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
  const int error = posix_spawn(&process, path.c_str(), &actions, &attributes, pointers_to(words).data(),
                                pointers_to(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

Spawned spawn(const std::string& keeper_path, const Command& command) {
  if (command.words.empty()) return {{}, Obstacle::program, ENOENT};
  Spawned spawned;
  Keeper& keeper = spawned.keeper;
  TheirEnds theirs;
  spawned.error = connect(keeper, theirs);
  if (spawned.error == 0) spawned.error = give_orders(keeper.control, command.limits);
  if (spawned.error != 0) return spawned;

  spawned.error = start(keeper.process, keeper_path, theirs, command);
  if (spawned.error != 0) {
    spawned.obstacle = Obstacle::keeper;
    return spawned;
  }
  keeper.end = end_of(keeper);
  if (!keeper.end.is_open()) {
    spawned.error = errno;
    keeper.control.close();  // so it goes
    waitpid(keeper.process, nullptr, 0);
  }
  return spawned;
}

}  // namespace rensa::processes
