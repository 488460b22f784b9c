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

}  // namespace

int list_registrations(const std::string& data, base::TableFormat format) {
  CommandStore store(data);
  const auto waiting = store.ask<std::vector<storage::WaitingRegistration>>(
      [](auto& registrations, auto done) { registrations.list_waiting_registrations(std::move(done)); });
  base::Table table{.columns = {"id", "name", "address", "made"}, .rows = {}};
  for (const storage::WaitingRegistration& one : waiting) {
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
  std::cout << "account " << *account << "\n";
  return flushed_output();
}

int dismiss_registration(const std::string& data, std::int64_t id, const std::string& why) {
  CommandStore store(data);
  const OperatorAct act(store,
                        {.name = "registration dismiss", .target = "registration " + std::to_string(id), .why = why});
  const bool is_known = act.carry_out<bool>(
      [id](auto& registrations, auto done) { registrations.dismiss_registration(id, std::move(done)); });
  return is_known ? 0 : act.refuse(unknown_registration(id));
}

}  // namespace rensa::app
