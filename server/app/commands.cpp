#include "server/app/commands.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "server/app/plan_lookup.h"
#include "server/base/atomic_file.h"
#include "server/base/descriptor.h"
#include "server/base/exit_code.h"
#include "server/storage/sqlite/last_record.h"
#include "server/storage/sqlite/server_lock.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "server/storage/tournament_folders.h"
#include "server/tournament/plan/tournament_run.h"
#include "server/tournament/plan/verify.h"

namespace rensa::app {

namespace {

namespace fs = std::filesystem;

// The store of a command. Only commands wait for a store: they have nothing else to do. Only a server makes a store, so
// that a mistyped directory is noticed.
class CommandStore {
 public:
  explicit CommandStore(const std::string& data)
      : store_({.file = file_in(data), .use = storage::SqliteOptions::Use::command, .limits = {}},
               [](const std::function<void()>& answer) { answer(); }) {}

  // Makes a call of the store and returns its answer, or throws std::runtime_error with the sentence of its error.
  template <typename Value, typename Call>
  Value ask(Call call) {
    std::promise<storage::StoreResult<Value>> promise;
    call(store_, [&promise](storage::StoreResult<Value> answer) { promise.set_value(std::move(answer)); });
    auto answer = promise.get_future().get();
    if (!answer) throw std::runtime_error(answer.error().message);
    return *std::move(answer);
  }

 private:
  static std::string file_in(const std::string& data) {
    const std::string file = data + "/rensa.db";
    if (fs::exists(file)) return file;
    if (fs::exists(storage::last_record_file_of(file))) return file;  // it was lost, which the store tells
    throw std::runtime_error("there is no database " + file +
                             ": name the directory of the server with --data, or start a server that makes one there");
  }

  storage::SqliteStore store_;
};

// The name has one valid token of a role, which was lost before it was shown, and would only block its name.
void revoke_unprinted(CommandStore& store, const std::string& name, storage::Role role) {
  const auto list = store.ask<std::optional<storage::TokenList>>(
      [](auto& accounts, auto done) { accounts.list_tokens_since(0, done); });
  for (const auto& [token, hash] : list->tokens) {
    if (token.revoked || token.name != name || token.role != role) continue;
    store.ask<bool>([id = token.id](auto& accounts, auto done) { accounts.revoke_token(id, done); });
  }
}

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
  if (!std::cout.flush()) throw std::runtime_error("cannot write the output");
  return base::kExitSuccess;
}

int create_token(const std::string& data, const std::string& name, bool for_administrator) {
  CommandStore store(data);
  const storage::Role role = for_administrator ? storage::Role::administrator : storage::Role::worker;
  std::cout << store.ask<std::string>([&](auto& accounts, auto done) { accounts.create_token(name, role, done); })
            << "\n";
  if (!std::cout.flush()) {
    revoke_unprinted(store, name, role);
    throw std::runtime_error("the token cannot be written to the output, so it has been revoked");
  }
  std::cerr << "This token cannot be shown again, because only its hash is stored.\n";
  return 0;
}

int list_tokens(const std::string& data, base::TableFormat format) {
  CommandStore store(data);
  const auto list = store.ask<std::optional<storage::TokenList>>(
      [](auto& accounts, auto done) { accounts.list_tokens_since(0, done); });
  base::Table table{.columns = {"id", "role", "name", "created", "revoked"}, .rows = {}};
  for (const auto& [token, hash] : list->tokens) {
    const char* const role = token.role == storage::Role::administrator ? "administrator" : "worker";
    table.rows.push_back({token.id, role, token.name, token.created, token.revoked});
  }
  if (format != base::TableFormat::text) {
    std::cout << base::text_of(table, format);
    return flushed_output();
  }
  for (const auto& [token, hash] : list->tokens) {
    std::cout << token.id << "\t" << (token.role == storage::Role::administrator ? "administrator" : "worker") << "\t"
              << token.name << "\t" << token.created << (token.revoked ? "\trevoked" : "") << "\n";
  }
  return flushed_output();
}

int revoke_token(const std::string& data, std::int64_t id) {
  CommandStore store(data);
  if (store.ask<bool>([id](auto& accounts, auto done) { accounts.revoke_token(id, done); })) return 0;
  std::cerr << "rensa-server: there is no token " << id << ": see rensa-server token list\n";
  return base::kExitFailed;
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
