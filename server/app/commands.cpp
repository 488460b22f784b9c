#include "server/app/commands.h"

#include <filesystem>
#include <functional>
#include <future>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <utility>

#include "server/app/plan_lookup.h"
#include "server/storage/sqlite_store.h"
#include "server/tournament/journal/atomic_file.h"
#include "server/tournament/plan/tournament_run.h"
#include "server/tournament/plan/verify.h"

namespace rensa::app {

namespace {

// The store of a command. Only commands wait for a store: they have nothing else to do.
class CommandStore {
 public:
  explicit CommandStore(const std::string& data)
      : store_({.file = data + "/rensa.db", .use = storage::SqliteOptions::Use::command, .limits = {}},
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
  storage::SqliteStore store_;
};

namespace fs = std::filesystem;

// The name of a tournament comes first, so that a folder of that name in the working directory does not hide it.
fs::path folder_of(const std::string& data, const std::string& run) {
  const fs::path named = fs::path(data) / "tournaments" / run;
  for (const fs::path& folder : {named, fs::path(run)}) {
    if (fs::exists(tournament::plan_file_in(folder))) return folder;
  }
  throw std::runtime_error("there is no tournament " + run + ": neither " + tournament::plan_file_in(named).string() +
                           " nor " + tournament::plan_file_in(run).string() + " is there");
}

}  // namespace

int create_token(const std::string& data, const std::string& name, bool for_administrator) {
  CommandStore store(data);
  const storage::Role role = for_administrator ? storage::Role::administrator : storage::Role::worker;
  std::cout << store.ask<std::string>([&](auto& accounts, auto done) { accounts.create_token(name, role, done); })
            << "\n";
  std::cerr << "This token cannot be shown again, because only its hash is stored.\n";
  return 0;
}

int list_tokens(const std::string& data) {
  CommandStore store(data);
  const auto list = store.ask<std::optional<storage::TokenList>>(
      [](auto& accounts, auto done) { accounts.list_tokens_since(0, done); });
  for (const auto& [token, hash] : list->tokens) {
    std::cout << token.id << "\t" << (token.role == storage::Role::administrator ? "administrator" : "worker") << "\t"
              << token.name << "\t" << token.created << (token.revoked ? "\trevoked" : "") << "\n";
  }
  return 0;
}

int revoke_token(const std::string& data, std::int64_t id) {
  CommandStore store(data);
  if (store.ask<bool>([id](auto& accounts, auto done) { accounts.revoke_token(id, done); })) return 0;
  std::cerr << "rensa-server: there is no token " << id << ": see rensa-server token list\n";
  return 1;
}

int verify_journal(const std::string& data, const std::string& run) {
  const fs::path folder = folder_of(data, run);
  const auto plan =
      tournament::parse_plan(tournament::read_text_file(tournament::plan_file_in(folder)), plan_name_lookup());
  if (!plan) throw std::runtime_error(tournament::plan_file_in(folder).string() + ": " + plan.error().message);
  const tournament::VerificationReport verified = tournament::verify_tournament(*plan, folder);
  std::cout << tournament::verification_text(verified);
  if (!verified.is_of_plan && uses_weights_files(*plan)) {
    std::cout << "players of the plan name files: these must be in the current folder, with the same content as at the "
                 "start of the tournament\n";
  }
  if (!std::cout.flush()) throw std::runtime_error("cannot write the output");
  return verified.faults.empty() ? 0 : 1;
}

}  // namespace rensa::app
