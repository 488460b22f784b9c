#include "server/app/commands/commands.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

#include "server/app/plan_lookup.h"
#include "server/base/atomic_file.h"
#include "server/base/descriptor.h"
#include "server/base/exit_code.h"
#include "server/storage/folders/tournament_folders.h"
#include "server/storage/sqlite/server_lock.h"
#include "server/tournament/plan/tournament_run.h"
#include "server/tournament/plan/verify.h"

namespace rensa::app {

namespace {

namespace fs = std::filesystem;

// The name of a tournament comes first, so that a folder of that name in the working directory does not hide it.
fs::path folder_of(const std::string& data, const std::string& run) {
  const fs::path named = fs::path(data) / "tournaments" / run;
  for (const fs::path& folder : {named, fs::path(run)}) {
    if (fs::exists(storage::plan_file_in(folder))) return folder;
  }
  throw std::runtime_error("there is no tournament " + run + ": neither " + storage::plan_file_in(named).string() +
                           " nor " + storage::plan_file_in(run).string() + " is there");
}

constexpr std::chrono::milliseconds kStartCheckInterval{20};
constexpr std::chrono::milliseconds kForever{-1};

// Returns the words behind the name of a field in a file of /proc, or nothing if the file or the field is missing.
std::string proc_field(const std::string& file, const std::string& name) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name + ":")) return line.substr(line.find_first_not_of(" \t", name.size() + 1));
  }
  return "";
}

// Returns true if a process has a handler of its own for a signal. A process that has ended has none.
bool handles_signal(const base::Descriptor& process, int signal) {
  const std::string id = proc_field("/proc/self/fdinfo/" + std::to_string(process.number()), "Pid");
  const std::string handled = proc_field("/proc/" + id + "/status", "SigCgt");
  return !handled.empty() && ((std::stoull(handled, nullptr, 16) >> (signal - 1)) & 1) != 0;
}

// Waits until a process has ended, but not longer than the time.
bool ends_within(const base::Descriptor& process, std::chrono::milliseconds time) {
  pollfd ended{.fd = process.number(), .events = POLLIN, .revents = 0};
  return poll(&ended, 1, static_cast<int>(time.count())) > 0;
}

}  // namespace

int flushed_output() {
  if (!std::cout.flush()) throw base::OutputError("the output could not be written");
  return base::kExitSuccess;
}

int drain_server(const std::string& data) {
  const base::Descriptor server = storage::open_server_process(data + "/rensa.db");
  if (!server.is_open()) {
    std::cerr << "rensa-server: no server of this machine uses the data in " << data
              << ": name the directory of a running server with --data\n";
    return base::kExitAnswerIsNo;
  }
  // A server that is starting has its lock before it can drain. Until then the signal would kill it, or be lost.
  while (!handles_signal(server, SIGINT)) {
    if (ends_within(server, kStartCheckInterval)) return base::kExitSuccess;
  }
  // <sys/pidfd.h> of glibc 2.36 cannot be linked from C++.
  if (syscall(SYS_pidfd_send_signal, server.number(), SIGINT, nullptr, 0) != 0 && errno != ESRCH) {
    throw std::runtime_error(std::string("cannot send a signal to the server: ") + std::strerror(errno));
  }
  while (!ends_within(server, kForever)) {
  }
  return base::kExitSuccess;
}

int verify_journal(const std::string& data, const std::string& run, base::TableFormat format) {
  const fs::path folder = folder_of(data, run);
  const auto plan = tournament::parse_plan(base::read_text_file(storage::plan_file_in(folder)), plan_name_lookup());
  if (!plan) throw std::runtime_error(storage::plan_file_in(folder).string() + ": " + plan.error().message);
  const tournament::VerificationReport verified = tournament::verify_tournament(*plan, folder);
  std::cout << tournament::verification_text(verified, format);
  if (!verified.is_of_plan && uses_weights_files(*plan)) {
    std::cerr << "players of the plan name files: these must be in the current folder, with the same content as at the "
                 "start of the tournament\n";
  }
  flushed_output();
  return verified.faults.empty() ? base::kExitSuccess : base::kExitAnswerIsNo;
}

}  // namespace rensa::app
