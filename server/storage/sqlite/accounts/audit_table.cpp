#include "server/storage/sqlite/accounts/audit_table.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace rensa::storage {

AuditTable::AuditTable(Database& database)
    : database_(database),
      insert_(database,
              "INSERT INTO audit (time, account, actor, role, act, target, why) VALUES (?, ?, ?, ?, ?, ?, ?)"),
      delete_old_(database, "DELETE FROM audit WHERE number <= ?"),
      select_(database,
              "SELECT number, time, account, actor, role, act, target, why FROM audit WHERE number < ? "
              "ORDER BY number DESC LIMIT ?"),
      select_of_actor_(database,
                       "SELECT number, time, account, actor, role, act, target, why FROM audit WHERE number < ? "
                       "AND actor = ? ORDER BY number DESC LIMIT ?"),
      // Of these, is_about_tournament() chooses.
      select_with_target_(database,
                          "SELECT number, time, account, actor, role, act, target, why FROM audit WHERE number < ?1 "
                          "AND (?2 = '' OR actor = ?2) AND substr(target, 1, length(?3)) = ?3 ORDER BY number DESC") {}

void AuditTable::append(const AuditEntry& entry) {
  Transaction transaction(database_, Transaction::Access::write);
  insert(entry);
  transaction.commit();
}

void AuditTable::insert(const AuditEntry& entry) {
  const AuditEntry stored = stored_form(entry);
  insert_.write(stored.time, stored.account, stored.actor, stored.role, stored.act, stored.target, stored.why);
  delete_old_.write(database_.last_row() - static_cast<std::int64_t>(kMaxAuditEntries));
}

std::vector<AuditEntry> AuditTable::list(const AuditQuery& query) {
  if (query.limit < 1) return {};  // SQLite takes a negative limit as no limit
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto before = static_cast<std::int64_t>(query.before == 0 ? kMost : std::min(query.before, kMost));
  const std::int64_t limit = query.limit;
  auto rows = !query.tournament.empty() ? select_with_target_.run(before, query.actor, query.tournament)
              : query.actor.empty()     ? select_.run(before, limit)
                                        : select_of_actor_.run(before, query.actor, limit);
  std::vector<AuditEntry> entries;
  while (entries.size() < static_cast<std::size_t>(limit) && rows.next()) {
    AuditEntry entry{.account = rows.integer(2),
                     .actor = rows.text(3),
                     .role = rows.text(4),
                     .act = rows.text(5),
                     .target = rows.text(6),
                     .why = rows.text(7),
                     .number = static_cast<std::uint64_t>(rows.integer(0)),
                     .time = rows.text(1)};
    const bool is_asked_for = query.tournament.empty() || is_about_tournament(entry, query.tournament);
    if (is_asked_for) entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace rensa::storage
