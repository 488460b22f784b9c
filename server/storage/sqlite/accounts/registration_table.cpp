#include "server/storage/sqlite/accounts/registration_table.h"

#include <algorithm>
#include <span>
#include <string>

namespace rensa::storage {

const char* const kSelectWaiting = "SELECT id, name, payer, made FROM registrations WHERE waits = 1 ORDER BY id";

std::vector<WaitingRegistration> read_waiting(Statement& select) {
  std::vector<WaitingRegistration> waiting;
  auto rows = select.run();
  while (rows.next()) {
    waiting.push_back({.id = rows.integer(0), .name = rows.text(1), .payer = rows.text(2), .made = rows.text(3)});
  }
  return waiting;
}

RegistrationTable::RegistrationTable(Database& database)
    : database_(database),
      tokens_(database),
      audit_(database),
      delete_old_(database, "DELETE FROM registrations WHERE made < iif(waits, ?2, ?1)"),
      select_taken_(database, "SELECT payer, made, waits FROM registrations"),
      insert_(database, "INSERT INTO registrations (name, payer, made, hash, waits) VALUES (?, ?, ?, ?, ?)"),
      select_waiting_(database, kSelectWaiting),
      select_one_(database, "SELECT name, hash FROM registrations WHERE id = ? AND waits = 1"),
      select_of_hash_(database, "SELECT id, name, waits FROM registrations WHERE hash = ? ORDER BY id DESC LIMIT 1"),
      end_wait_(database, "UPDATE registrations SET waits = 0 WHERE id = ? AND waits = 1") {}

Registered RegistrationTable::add(const NewRegistration& registration) {
  Transaction transaction(database_, Transaction::Access::write);
  delete_old_.write(registration.day_before, registration.waiting_since);
  if (registration.hash) {
    if (const auto earlier = earlier_answer(registration, *registration.hash)) return *earlier;
    if (tokens_.has_hash(*registration.hash)) throw used_token();
  }
  check_limits(registration, count_for(registration, taken()), tokens_.count_unapproved());
  tokens_.check_chosen_name(registration.name);
  check_name_is_not_awaited(registration.name, waiting());
  Registered made{.token = registration.hash ? "" : random_token(Role::worker)};
  const TokenHash hash = registration.hash ? *registration.hash : hash_of_token(made.token).value();
  if (!registration.has_to_wait) {
    made.account = tokens_.insert({.name = registration.name, .hash = hash, .is_unapproved = true});
  }
  insert_.write(registration.name, registration.payer, registration.made, std::span<const std::uint8_t>(hash),
                std::int64_t{registration.has_to_wait});
  made.registration = database_.last_row();
  audit_.insert(entry_of(registration, made));
  transaction.commit();
  return made;
}

std::optional<Registered> RegistrationTable::earlier_answer(const NewRegistration& registration,
                                                            const TokenHash& hash) {
  Registered earlier;
  std::optional<std::string> name;
  {
    auto rows = select_of_hash_.run(std::span<const std::uint8_t>(hash));
    if (rows.next()) {
      earlier.registration = rows.integer(0);
      if (rows.integer(2) != 0) name = rows.text(1);
    }
  }
  if (const auto account = tokens_.find(hash)) {
    earlier.account = account->id;
    name = account->name;
  }
  if (!name) return std::nullopt;
  check_is_for_this_name(registration, *name);
  return earlier;
}

std::optional<std::int64_t> RegistrationTable::approve(std::int64_t id) {
  Transaction transaction(database_, Transaction::Access::write);
  std::string name;
  TokenHash hash{};
  {
    auto rows = select_one_.run(id);
    if (!rows.next()) return std::nullopt;
    name = rows.text(0);
    hash = read_token_hash(rows, 1);
  }
  tokens_.check_chosen_name(name);
  end_wait_.write(id);
  const std::int64_t account = tokens_.insert({.name = name, .hash = hash});
  transaction.commit();
  return account;
}

std::int64_t RegistrationTable::dismiss(const Dismissal& dismissal) {
  Transaction transaction(database_, Transaction::Access::write);
  const std::vector<WaitingRegistration> all = waiting();
  const auto wanted = std::ranges::find(all, dismissal.registration, &WaitingRegistration::id);
  if (wanted == all.end()) return 0;
  const std::string neighbourhood = neighbourhood_of_payer(wanted->payer);
  std::int64_t dismissed = 0;
  for (const WaitingRegistration& one : all) {
    const bool is_of_all = dismissal.of_all && neighbourhood_of_payer(one.payer) == neighbourhood;
    if (!is_of_all && one.id != dismissal.registration) continue;
    end_wait_.write(one.id);
    ++dismissed;
  }
  transaction.commit();
  return dismissed;
}

std::vector<WaitingRegistration> RegistrationTable::waiting() { return read_waiting(select_waiting_); }

std::vector<TakenRegistration> RegistrationTable::taken() {
  std::vector<TakenRegistration> taken;
  auto rows = select_taken_.run();
  while (rows.next()) taken.push_back({.payer = rows.text(0), .made = rows.text(1), .waits = rows.integer(2) != 0});
  return taken;
}

}  // namespace rensa::storage
