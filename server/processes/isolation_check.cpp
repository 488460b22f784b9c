#include <array>
#include <cerrno>
#include <chrono>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/processes/isolation.h"
#include "server/processes/program.h"
#include "server/processes/supervisor.h"

namespace rensa::processes {

namespace {

constexpr std::chrono::milliseconds kLongestCheck{3'000};

std::string first_line_of(const base::Descriptor& output) {
  std::string text;
  std::array<char, 4096> piece;
  for (ssize_t size = 0; (size = read(output.number(), piece.data(), piece.size())) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(size));
    if (text.find('\n') != std::string::npos) break;
  }
  return text.substr(0, text.find('\n'));
}

// Waits until the supervisor has ended. Returns its report.
ExitReport wait_for_report(Supervisor& supervisor) {
  pollfd entry{supervisor.end.number(), POLLIN, 0};
  while (poll(&entry, 1, static_cast<int>(kLongestCheck.count())) < 0 && errno == EINTR) {
  }
  FinalReport report;
  const ssize_t size = recv(supervisor.control.number(), &report, sizeof report, MSG_DONTWAIT);
  supervisor.control.close();  // a supervisor that still runs kills the program, and ends
  waitpid(supervisor.process, nullptr, entry.revents == 0 ? WNOHANG : 0);
  return size == sizeof report && report.version == kProtocolVersion ? report.exit : ExitReport{};
}

}  // namespace

std::string why_isolation_fails(const std::string& supervisor, const Isolation& isolation) {
  if (std::string why = why_not_runnable(isolation.isolator); !why.empty()) return why;
  const std::string isolator = path_of_program(isolation.isolator);
  Command command;
  command.words = {"true"};
  command.sandbox.emplace();
  command.sandbox->isolator = isolator;
  command.sandbox->program = "/bin/true";
  SupervisorStart started = start_supervisor(supervisor, command);
  if (started.error != 0) {
    return describe({.kind = ExitKind::not_started, .code = started.error, .failed_step = started.failed_step});
  }
  const ExitReport report = wait_for_report(started.supervisor);
  if (report.kind == ExitKind::exited && report.code == 0) return "";
  const std::string said = first_line_of(started.supervisor.output);
  return isolator + " cannot isolate a program on this machine: " + (said.empty() ? describe(report) : said);
}

}  // namespace rensa::processes
