#include <cstdint>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "server/app/commands/command_store.h"
#include "server/app/commands/commands.h"
#include "server/app/commands/operator_act.h"
#include "server/base/exit_code.h"
#include "server/storage/token.h"

namespace rensa::app {

namespace {

// The token was lost before it was shown, and would only block its name.
void revoke_unprinted(CommandStore& store, const std::string& text) {
  const auto lost = storage::hash_of_token(text);
  const auto list = store.ask<std::optional<storage::TokenList>>(
      [](auto& accounts, auto done) { accounts.list_tokens_since(0, done); });
  for (const auto& [token, hash] : list->tokens) {
    if (hash != lost) continue;
    const OperatorAct act(store, {.name = "token revoke",
                                  .target = "account " + std::to_string(token.id),
                                  .why = "its token could not be printed"});
    act.carry_out<bool>([id = token.id](auto& accounts, auto done) { accounts.revoke_token(id, done); });
  }
}

}  // namespace

int create_token(const std::string& data, const std::string& name, bool for_administrator) {
  CommandStore store(data);
  const storage::Role role = for_administrator ? storage::Role::administrator : storage::Role::worker;
  const OperatorAct act(store, {.name = "token create", .target = std::string(name_of(role)) + " " + name});
  const auto token =
      act.carry_out<std::string>([&](auto& accounts, auto done) { accounts.create_token(name, role, done); });
  std::cout << token << "\n";
  if (!std::cout.flush()) {
    revoke_unprinted(store, token);
    throw std::runtime_error("the token cannot be written to the output, so it has been revoked");
  }
  std::cerr << "This token cannot be shown again, because only its hash is stored.\n";
  return 0;
}

int list_tokens(const std::string& data, base::TableFormat format) {
  using Tokens = std::vector<storage::TokenRow>;
  const auto tokens = read_or_ask<Tokens>(
      data, [](storage::EarlierAccounts& earlier) { return earlier.tokens(); },
      [](CommandStore& store) {
        Tokens rows;
        const auto list = store.ask<std::optional<storage::TokenList>>(
            [](auto& accounts, auto done) { accounts.list_tokens_since(0, done); });
        for (const auto& [token, hash] : list->tokens) rows.push_back(token);
        return rows;
      });
  base::Table table{.columns = {"id", "role", "name", "created", "revoked", "tournaments"}, .rows = {}};
  for (const storage::TokenRow& token : tokens) {
    table.rows.push_back({token.id, name_of(token.role), token.name, token.created, token.revoked,
                          storage::joined_tournaments(token.tournaments)});
  }
  if (format != base::TableFormat::text) {
    std::cout << base::text_of(table, format);
    return flushed_output();
  }
  for (const storage::TokenRow& token : tokens) {
    std::cout << token.id << "\t" << name_of(token.role) << "\t" << token.name << "\t" << token.created
              << (token.tournaments.empty() ? "" : "\t" + storage::joined_tournaments(token.tournaments))
              << (token.revoked ? "\trevoked" : "") << "\n";
  }
  return flushed_output();
}

int revoke_token(const std::string& data, std::int64_t id) {
  CommandStore store(data);
  const OperatorAct act(store, {.name = "token revoke", .target = "account " + std::to_string(id)});
  if (act.carry_out<bool>([id](auto& accounts, auto done) { accounts.revoke_token(id, done); })) {
    return act.confirm("the token of " + named_account(store, id) + " is revoked");
  }
  return act.refuse("there is no token " + std::to_string(id) + ": see rensa-server token list");
}

int set_role(const std::string& data, std::int64_t id, const storage::RoleGrant& grant, const std::string& why) {
  CommandStore store(data);
  const std::string tournaments = storage::joined_tournaments(grant.tournaments);
  const OperatorAct act(store, {.name = "account role",
                                .target = "account " + std::to_string(id) + ": " + std::string(name_of(grant.role)) +
                                          (tournaments.empty() ? "" : " of " + tournaments),
                                .why = why});
  if (act.carry_out<bool>([&](auto& accounts, auto done) { accounts.set_role(id, grant, done); })) {
    return act.confirm(named_account(store, id) + " has the role " + std::string(name_of(grant.role)) +
                       (tournaments.empty() ? "" : " of " + tournaments));
  }
  return act.refuse("there is no valid token " + std::to_string(id) + ": see rensa-server token list");
}

int print_audit_log(const std::string& data, const storage::AuditQuery& query, base::TableFormat format) {
  using Entries = std::vector<storage::AuditEntry>;
  const auto entries = read_or_ask<Entries>(
      data, [&](storage::EarlierAccounts& earlier) { return earlier.audit_entries(query); },
      [&](CommandStore& store) {
        return store.ask<Entries>([&](auto& audit, auto done) { audit.list_audit_entries(query, done); });
      });
  base::Table table{.columns = {"number", "time", "actor", "role", "account", "act", "target", "why"}, .rows = {}};
  for (const storage::AuditEntry& entry : entries) {
    const base::Cell account = entry.account == 0 ? base::Cell() : base::Cell(entry.account);
    table.rows.push_back(
        {entry.number, entry.time, entry.actor, entry.role, account, entry.act, entry.target, entry.why});
  }
  std::cout << base::text_of(table, format);
  return flushed_output();
}

}  // namespace rensa::app
