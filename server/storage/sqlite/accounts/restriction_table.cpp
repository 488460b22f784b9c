#include "server/storage/sqlite/accounts/restriction_table.h"

namespace rensa::storage {

const char* const kSelectRestrictions =
    "SELECT kind, subject, made, until, why, id, of_role FROM restrictions ORDER BY id";
const char* const kSelectEarlierRestrictions =
    "SELECT kind, subject, made, until, why, id, 0 FROM restrictions ORDER BY id";

namespace {

Restriction::Kind read_kind(const Statement::Rows& rows) {
  const auto kind = restriction_kind_from_name(rows.text(0));
  if (!kind) throw StoreException("A restriction in the database is of an unknown kind.", StoreError::Kind::refused);
  return *kind;
}

}  // namespace

std::vector<Restriction> read_restrictions(Statement& select) {
  std::vector<Restriction> restrictions;
  auto rows = select.run();
  while (rows.next()) {
    restrictions.push_back({.kind = read_kind(rows),
                            .subject = rows.text(1),
                            .made = rows.text(2),
                            .until = rows.text(3),
                            .why = rows.text(4),
                            .id = rows.integer(5),
                            .is_of_role = rows.integer(6) != 0});
  }
  return restrictions;
}

RestrictionTable::RestrictionTable(Database& database)
    : database_(database),
      insert_(database,
              "INSERT INTO restrictions (kind, subject, made, until, why, of_role) VALUES (?, ?, ?, ?, ?, ?)"),
      delete_(database, "DELETE FROM restrictions WHERE id = ?"),
      delete_ended_(database,
                    "DELETE FROM restrictions WHERE id IN (SELECT id FROM restrictions WHERE until <= ? ORDER BY until "
                    "DESC, id DESC LIMIT -1 OFFSET ?)"),
      count_holding_(database, "SELECT count(*) FROM restrictions WHERE until > ?"),
      select_(database, kSelectRestrictions),
      select_version_(database, "SELECT version FROM restriction_version") {}

std::int64_t RestrictionTable::number_in(Statement::Rows rows) {
  if (!rows.next()) throw StoreException(database_.name() + " is damaged: the version of the restrictions is missing.");
  return rows.integer(0);
}

std::int64_t RestrictionTable::add(const Restriction& restriction) {
  Transaction transaction(database_, Transaction::Access::write);
  const std::int64_t id = insert(stored_form(restriction));
  transaction.commit();
  return id;
}

std::int64_t RestrictionTable::insert(const Restriction& stored) {
  constexpr auto kMost = static_cast<std::int64_t>(kMaxRestrictions);
  delete_ended_.write(stored.made, static_cast<std::int64_t>(kMaxEndedRestrictions));
  if (number_in(count_holding_.run(stored.made)) >= kMost) throw too_many_restrictions();
  insert_.write(name_of(stored.kind), stored.subject, stored.made, stored.until, stored.why,
                std::int64_t{stored.is_of_role});
  return database_.last_row();
}

bool RestrictionTable::lift(std::int64_t id) {
  delete_.write(id);
  return database_.changes() > 0;
}

std::optional<RestrictionList> RestrictionTable::list_since(std::uint64_t version) {
  Transaction transaction(database_, Transaction::Access::read);
  const auto current = static_cast<std::uint64_t>(number_in(select_version_.run()));
  if (current == version) return std::nullopt;
  return RestrictionList{.version = current, .restrictions = list()};  // reading needs no commit
}

std::vector<Restriction> RestrictionTable::list() { return read_restrictions(select_); }

}  // namespace rensa::storage
