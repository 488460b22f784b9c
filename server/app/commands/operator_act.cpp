#include "server/app/commands/operator_act.h"

#include <iostream>
#include <optional>
#include <pwd.h>
#include <unistd.h>

#include "server/app/commands/commands.h"
#include "server/base/exit_code.h"

namespace rensa::app {

std::string user_name() {
  const passwd* const user = getpwuid(getuid());
  return user == nullptr ? "user " + std::to_string(getuid()) : std::string(user->pw_name);
}

std::string named_account(CommandStore& store, std::int64_t id) {
  const auto list = store.ask<std::optional<storage::TokenList>>(
      [](auto& accounts, auto done) { accounts.list_tokens_since(0, std::move(done)); });
  const std::string account = "account " + std::to_string(id);
  for (const auto& [token, hash] : list->tokens) {
    if (token.id == id) return account + " (" + token.name + ")";
  }
  return account;
}

int OperatorAct::confirm(const std::string& what) const {
  std::cout << what << "\n";
  return flushed_output();
}

int OperatorAct::refuse(const std::string& why) const {
  note_refusal(why);
  std::cerr << "rensa-server: " << why << "\n";
  return base::kExitFailed;
}

void OperatorAct::note_refusal(const std::string& why) const {
  note({.name = description_.name + " refused", .target = description_.target, .why = why});
}

void OperatorAct::note(const Description& act) const {
  store_.ask<storage::Success>([&act](auto& audit, auto done) {
    audit.append_audit_entry(
        {.actor = user_name(), .role = "operator", .act = act.name, .target = act.target, .why = act.why}, done);
  });
}

}  // namespace rensa::app
