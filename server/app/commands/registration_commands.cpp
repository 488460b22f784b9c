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

// Returns the number and the name, as the audit log has them.
std::string described(CommandStore& store, std::int64_t id) {
  std::string text = "registration " + std::to_string(id);
  for (const storage::WaitingRegistration& one : waiting_registrations(store)) {
    if (one.id == id) text += ": " + one.name;
  }
  return text;
}

}  // namespace

int list_registrations(const std::string& data, base::TableFormat format) {
  const auto waiting = read_or_ask<std::vector<storage::WaitingRegistration>>(
      data, [](storage::EarlierAccounts& earlier) { return earlier.waiting_registrations(); },
      [](CommandStore& store) { return waiting_registrations(store); });
  base::Table table{.columns = {"id", "name", "address", "made"}, .rows = {}};
  for (const storage::WaitingRegistration& one : waiting) {
    table.rows.push_back({one.id, one.name, storage::parts_of_subject(one.payer).network, one.made});
  }
  std::cout << base::text_of(table, format);
  return flushed_output();
}

int approve_registration(const std::string& data, std::int64_t id) {
  CommandStore store(data);
  const OperatorAct act(store, {.name = "registration approve", .target = described(store, id)});
  const auto account = act.carry_out<std::optional<std::int64_t>>(
      [id](auto& registrations, auto done) { registrations.approve_registration(id, std::move(done)); });
  if (!account) return act.refuse(unknown_registration(id));
  std::cout << "account " << *account << "\n";
  return flushed_output();
}

int dismiss_registration(const std::string& data, const storage::Dismissal& dismissal, const std::string& why) {
  CommandStore store(data);
  const std::string others = dismissal.of_all ? ", and all from addresses near it" : "";
  const OperatorAct act(
      store, {.name = "registration dismiss", .target = described(store, dismissal.registration) + others, .why = why});
  const auto count = act.carry_out<std::int64_t>(
      [&](auto& registrations, auto done) { registrations.dismiss_registration(dismissal, std::move(done)); });
  return count > 0 ? 0 : act.refuse(unknown_registration(dismissal.registration));
}

}  // namespace rensa::app
