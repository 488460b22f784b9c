#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "server/app/commands/command_store.h"
#include "server/app/commands/commands.h"
#include "server/app/commands/operator_act.h"
#include "server/storage/restrictions.h"

namespace rensa::app {

namespace {

std::string unknown_registration(std::int64_t id) {
  return "no registration " + std::to_string(id) + " waits: see rensa-server registration list";
}

std::vector<storage::WaitingRegistration> waiting_registrations(CommandStore& store) {
  return store.ask<std::vector<storage::WaitingRegistration>>(
      [](auto& registrations, auto done) { registrations.list_waiting_registrations(std::move(done)); });
}

}  // namespace

int list_registrations(const std::string& data, base::TableFormat format) {
  CommandStore store(data);
  base::Table table{.columns = {"id", "name", "address", "made"}, .rows = {}};
  for (const storage::WaitingRegistration& one : waiting_registrations(store)) {
    table.rows.push_back({one.id, one.name, storage::parts_of_subject(one.payer).network, one.made});
  }
  std::cout << base::text_of(table, format);
  return flushed_output();
}

int approve_registration(const std::string& data, std::int64_t id) {
  CommandStore store(data);
  const OperatorAct act(store, {.name = "registration approve", .target = "registration " + std::to_string(id)});
  const auto account = act.carry_out<std::optional<std::int64_t>>(
      [id](auto& registrations, auto done) { registrations.approve_registration(id, std::move(done)); });
  if (!account) return act.refuse(unknown_registration(id));
  return act.confirm(named_account(store, *account) + " is approved");
}

int dismiss_registration(const std::string& data, std::int64_t id, const std::string& why) {
  CommandStore store(data);
  std::string name;
  for (const storage::WaitingRegistration& one : waiting_registrations(store)) {
    if (one.id == id) name = one.name;
  }
  const OperatorAct act(store,
                        {.name = "registration dismiss", .target = "registration " + std::to_string(id), .why = why});
  const bool is_known = act.carry_out<bool>(
      [id](auto& registrations, auto done) { registrations.dismiss_registration(id, std::move(done)); });
  if (!is_known) return act.refuse(unknown_registration(id));
  return act.confirm("registration " + std::to_string(id) + " (" + name + ") is dismissed");
}

}  // namespace rensa::app
