#include "server/app/commands.h"

#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "server/app/plan_lookup.h"
#include "server/storage/sqlite_store.h"
#include "server/tournament/journal/atomic_file.h"
#include "server/tournament/plan/tournament_run.h"
#include "server/tournament/plan/verify.h"

namespace rensa::app {

namespace {

storage::SqliteStore open_store(const std::string& data) {
  return storage::SqliteStore({.file = data + "/rensa.db", .use = storage::SqliteOptions::Use::command, .limits = {}});
}

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
  storage::SqliteStore store = open_store(data);
  std::cout << store.create_token(name, for_administrator ? storage::Role::administrator : storage::Role::worker)
            << "\n";
  std::cerr << "This token cannot be shown again, because only its hash is stored.\n";
  return 0;
}

int list_tokens(const std::string& data) {
  storage::SqliteStore store = open_store(data);
  for (const storage::TokenRow& token : store.tokens()) {
    std::cout << token.id << "\t" << (token.role == storage::Role::administrator ? "administrator" : "worker") << "\t"
              << token.name << "\t" << token.created << (token.revoked ? "\trevoked" : "") << "\n";
  }
  return 0;
}

int revoke_token(const std::string& data, std::int64_t id) {
  storage::SqliteStore store = open_store(data);
  if (store.revoke_token(id)) return 0;
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
