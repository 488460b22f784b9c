#include "server/processes/supervisor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace rensa::processes {

namespace {

std::string_view name_of(std::string_view variable) { return variable.substr(0, variable.find('=')); }

// Returns our environment, in which each NAME=value of `changes` replaces the variable of that name.
std::vector<std::string> changed_environment(const std::vector<std::string>& changes) {
  std::vector<std::string> all = changes;
  for (char** ours = environ; *ours != nullptr; ++ours) {
    const bool stays = std::none_of(changes.begin(), changes.end(),
                                    [&](const std::string& change) { return name_of(change) == name_of(*ours); });
    if (stays) all.emplace_back(*ours);
  }
  return all;
}

std::vector<std::string> environment_of(const Command& command) {
  if (!command.sandbox) return changed_environment(command.environment);
  std::vector<std::string> all = environment_in_sandbox();
  all.insert(all.end(), command.environment.begin(), command.environment.end());
  return all;
}

std::vector<std::string> words_for_supervisor(const std::string& path, const Command& command) {
  std::vector<std::string> words{path, command.folder};
  if (command.sandbox) {
    const std::vector<std::string> isolator = words_of_isolator(*command.sandbox, path);
    words.insert(words.end(), isolator.begin(), isolator.end());
  }
  words.insert(words.end(), command.words.begin(), command.words.end());
  return words;
}

struct DescriptorsOfSupervisor {
  base::Descriptor control;
  base::Descriptor output;
};

// Duplicates a descriptor if its number is that of a standard descriptor. In a process whose standard descriptors are
// closed, new descriptors get these numbers, and posix_spawn would overwrite them.
base::Descriptor move_above_standard_descriptors(int number) {
  const base::Descriptor low(number);
  return base::Descriptor(fcntl(number, F_DUPFD_CLOEXEC, kControlDescriptor + 1));
}

int connect(Supervisor& supervisor, DescriptorsOfSupervisor& theirs) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return errno;
  supervisor.control = base::Descriptor(ends[0]);
  theirs.control = move_above_standard_descriptors(ends[1]);
  if (!theirs.control.is_open() || pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
  supervisor.output = base::Descriptor(ends[0]);
  theirs.output = move_above_standard_descriptors(ends[1]);
  if (!theirs.output.is_open() || fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) return errno;
  return 0;
}

int send_start_request(const base::Descriptor& control, const Command& command) {
  StartRequest request;
  request.limits = command.limits;
  request.is_isolated = command.sandbox.has_value() ? 1 : 0;
  request.has_open_input = command.has_open_input ? 1 : 0;
  return send(control.number(), &request, sizeof request, MSG_NOSIGNAL) < 0 ? errno : 0;
}

// Returns a descriptor that becomes readable when the supervisor has ended. If SIGCHLD is ignored, the supervisor may
// be gone already. Then this is its socket, which stays readable.
base::Descriptor end_descriptor_of(const Supervisor& supervisor) {
  // <sys/pidfd.h> of glibc 2.36 cannot be linked from C++.
  base::Descriptor pidfd(static_cast<int>(syscall(SYS_pidfd_open, supervisor.process, 0)));
  if (pidfd.is_open() || errno != ESRCH) return pidfd;
  return base::Descriptor(fcntl(supervisor.control.number(), F_DUPFD_CLOEXEC, 0));
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// Starts the supervisor in a session of its own, so that signals from our terminal do not reach it. No signal is
// blocked or ignored in it.
int spawn_supervisor(pid_t& process, const std::string& path, const DescriptorsOfSupervisor& theirs,
                     const Command& command) {
  std::vector<std::string> words = words_for_supervisor(path, command);
  std::vector<std::string> environment = environment_of(command);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, theirs.output.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, theirs.output.number(), STDERR_FILENO);
  posix_spawn_file_actions_adddup2(&actions, theirs.control.number(), kControlDescriptor);
  posix_spawn_file_actions_addclosefrom_np(&actions, kControlDescriptor + 1);
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

SupervisorStart start_supervisor(const std::string& path, const Command& command) {
  if (command.words.empty()) return {{}, StartStep::program, ENOENT};
  SupervisorStart result;
  Supervisor& supervisor = result.supervisor;
  DescriptorsOfSupervisor theirs;
  result.error = connect(supervisor, theirs);
  if (result.error == 0) result.error = send_start_request(supervisor.control, command);
  if (result.error != 0) return result;

  result.error = spawn_supervisor(supervisor.process, path, theirs, command);
  if (result.error != 0) {
    result.failed_step = StartStep::supervisor;
    return result;
  }
  supervisor.end = end_descriptor_of(supervisor);
  if (!supervisor.end.is_open()) {
    result.error = errno;
    supervisor.control.close();  // the supervisor ends when its socket closes
    waitpid(supervisor.process, nullptr, 0);
  }
  return result;
}

}  // namespace rensa::processes
