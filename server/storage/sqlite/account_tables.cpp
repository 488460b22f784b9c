#include "server/storage/sqlite/account_tables.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>

#include "server/base/utc_time.h"

namespace rensa::storage {

const char* const kSelectTokens =
    "SELECT id, name, coalesce(token_roles.role, tokens.role), created, revoked, hash, coalesce(tournaments, ''), "
    "unapproved AND token IS NULL FROM tokens LEFT JOIN token_roles ON token = id WHERE changed > ? ORDER BY id";
const char* const kSelectTokensWithoutChanges =
    "SELECT id, name, coalesce(token_roles.role, tokens.role), created, revoked, hash, coalesce(tournaments, ''), "
    "unapproved AND token IS NULL FROM tokens LEFT JOIN token_roles ON token = id ORDER BY id";
const char* const kSelectTokensWithoutRegistrations =
    "SELECT id, name, coalesce(token_roles.role, tokens.role), created, revoked, hash, coalesce(tournaments, ''), 0 "
    "FROM tokens LEFT JOIN token_roles ON token = id ORDER BY id";
const char* const kSelectTokensWithoutRoles =
    "SELECT id, name, role, created, revoked, hash, '', 0 FROM tokens ORDER BY id";

TokenRow read_token_row(const Statement::Rows& rows) {
  const auto role = role_from_name(rows.text(2));
  if (!role) {
    throw StoreException("A token in the database has an unknown role.", StoreError::Kind::refused);
  }
  return {.id = rows.integer(0),
          .name = rows.text(1),
          .role = *role,
          .created = rows.text(3),
          .revoked = rows.integer(4) != 0,
          .tournaments = split_tournaments(rows.text(6)),
          .is_unapproved = rows.integer(7) != 0};
}

const char* const kSelectWaiting = "SELECT id, name, payer, made FROM registrations WHERE waits = 1 ORDER BY id";
const char* const kSelectRestrictions =
    "SELECT kind, subject, made, until, why, id, of_role FROM restrictions ORDER BY id";
const char* const kSelectEarlierRestrictions =
    "SELECT kind, subject, made, until, why, id, 0 FROM restrictions ORDER BY id";

// The parameters: 1 the end of the page, 2 the state, 3 the limit, 4 and 5 the subject and name of which reports are
// left out.
const char* const kSelectReports =
    "SELECT id, about, match, record, seat, name, subject, reporter, text, state, closed, closer, made, network "
    "FROM reports WHERE id < ?1 AND (?2 = '' OR state = ?2) AND NOT (subject = ?4 OR subject = '' AND name = ?5) "
    "ORDER BY id DESC LIMIT ?3";
const char* const kSelectEarlierReports =
    "SELECT id, about, match, record, seat, name, subject, reporter, text, state, closed, closer, made, '' "
    "FROM reports WHERE id < ?1 AND (?2 = '' OR state = ?2) AND NOT (subject = ?4 OR subject = '' AND name = ?5) "
    "ORDER BY id DESC LIMIT ?3";

namespace {

Restriction::Kind read_kind(const Statement::Rows& rows) {
  const auto kind = restriction_kind_from_name(rows.text(0));
  if (!kind) throw StoreException("A restriction in the database is of an unknown kind.", StoreError::Kind::refused);
  return *kind;
}

Report read_report(const Statement::Rows& rows) {
  const auto about = about_from_name(rows.text(1));
  const auto state = report_state_from_name(rows.text(9));
  if (!about || !state)
    throw StoreException("A report in the database is of an unknown kind.", StoreError::Kind::refused);
  return {.about = *about,
          .match = static_cast<std::uint64_t>(rows.integer(2)),
          .record = static_cast<std::uint64_t>(rows.integer(3)),
          .seat = static_cast<int>(rows.integer(4)),
          .name = rows.text(5),
          .subject = rows.text(6),
          .network = rows.text(13),
          .reporter = rows.text(7),
          .text = rows.text(8),
          .made = rows.text(12),
          .state = *state,
          .closed = rows.text(10),
          .closer = rows.text(11),
          .id = rows.integer(0)};
}

TokenHash read_hash(const Statement::Rows& rows, int column) {
  const std::vector<std::uint8_t> bytes = rows.bytes(column);
  TokenHash hash{};
  if (bytes.size() != hash.size()) {
    throw StoreException("A token in the database has no valid hash.", StoreError::Kind::refused);
  }
  std::copy(bytes.begin(), bytes.end(), hash.begin());
  return hash;
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

std::vector<WaitingRegistration> read_waiting(Statement& select) {
  std::vector<WaitingRegistration> waiting;
  auto rows = select.run();
  while (rows.next()) {
    waiting.push_back({.id = rows.integer(0), .name = rows.text(1), .payer = rows.text(2), .made = rows.text(3)});
  }
  return waiting;
}

std::vector<Report> read_reports(Statement& select, const ReportQuery& query) {
  if (query.limit < 1) return {};  // SQLite takes a negative limit as no limit
  const std::int64_t before = query.before == 0 ? std::numeric_limits<std::int64_t>::max() : query.before;
  const std::int64_t limit = query.limit;
  const ReportedAccount except = query.except_about.value_or(ReportedAccount::none());
  auto rows =
      select.run(before, query.state ? name_of(*query.state) : std::string_view(), limit, except.subject, except.name);
  std::vector<Report> reports;
  while (rows.next()) reports.push_back(read_report(rows));
  return reports;
}

TokenTable::TokenTable(Database& database)
    : database_(database),
      restrictions_(database),
      insert_(database, "INSERT INTO tokens (hash, name, role, created, unapproved) VALUES (?, ?, ?, ?, ?)"),
      select_changed_(database, kSelectTokens),
      count_of_hash_(database, "SELECT count(*) FROM tokens WHERE hash = ?"),
      count_unapproved_(database,
                        "SELECT count(*) FROM tokens WHERE unapproved = 1 AND revoked = 0 AND id NOT IN (SELECT token "
                        "FROM token_roles)"),
      select_version_(database, "SELECT version FROM token_version"),
      revoke_(database, "UPDATE tokens SET revoked = 1 WHERE id = ?"),
      grant_(database,
             "INSERT INTO token_roles (token, role, tournaments) SELECT id, ?2, ?3 FROM tokens "
             "WHERE id = ?1 AND revoked = 0 "
             "ON CONFLICT (token) DO UPDATE SET role = excluded.role, tournaments = excluded.tournaments"),
      rename_(database, "UPDATE tokens SET name = ?2 WHERE id = ?1 AND revoked = 0") {}

void TokenTable::check_chosen_name(const std::string& name) {
  check_token_name(name);
  check_name_is_not_refused(name, restrictions_.list());
  check_no_other_has_name(name, index().with_name_like(name), 0);
}

std::string TokenTable::create(const std::string& name, Role role) {
  check_token_role(role);
  check_token_name(name);
  Transaction transaction(database_, Transaction::Access::write);
  check_name_is_not_refused(name, restrictions_.list());
  check_no_name_looks_alike(name, index().with_name_like(name));
  std::string text = random_token(role);
  insert({.name = name, .role = role, .hash = hash_of_token(text).value()});
  transaction.commit();
  return text;
}

std::int64_t TokenTable::insert(const NewToken& token) {
  try {
    insert_.write(std::span<const std::uint8_t>(token.hash), token.name, name_of(token.role), base::utc_now(),
                  std::int64_t{token.is_unapproved});
  } catch (const SqlError& error) {
    // Hashes of random texts do not clash, so the name does.
    if (error.is_unique_clash()) throw TokenNameError(name_taken_message(token.name, token.role));
    throw;
  }
  return database_.last_row();
}

std::optional<TokenList> TokenTable::list_since(std::uint64_t version) {
  Transaction transaction(database_, Transaction::Access::read);
  return changes_since(version);  // a transaction that only reads needs no commit
}

std::optional<TokenList> TokenTable::changes_since(std::uint64_t version) {
  TokenList list{.version = current_version(), .tokens = {}};
  if (list.version == version) return std::nullopt;
  auto rows = select_changed_.run(static_cast<std::int64_t>(version));
  while (rows.next()) list.tokens.push_back({.row = read_token_row(rows), .hash = read_hash(rows, 5)});
  return list;
}

const TokenIndex& TokenTable::index() {
  if (const auto changes = changes_since(index_.version())) index_.take_over(*changes);
  return index_;
}

bool TokenTable::has_hash(const TokenHash& hash) {
  auto rows = count_of_hash_.run(std::span<const std::uint8_t>(hash));
  return rows.next() && rows.integer(0) > 0;
}

std::int64_t TokenTable::count_unapproved() {
  auto rows = count_unapproved_.run();
  return rows.next() ? rows.integer(0) : 0;
}

std::uint64_t TokenTable::current_version() {
  auto rows = select_version_.run();
  if (!rows.next()) throw StoreException(database_.name() + " is damaged: the version of the tokens is missing.");
  return static_cast<std::uint64_t>(rows.integer(0));
}

bool TokenTable::revoke(std::int64_t id) {
  revoke_.write(id);
  return database_.changes() > 0;
}

bool TokenTable::set_role(std::int64_t id, const RoleGrant& grant) {
  if (const auto why = why_not_grantable(grant)) throw StoreException(*why, StoreError::Kind::refused);
  grant_.write(id, name_of(grant.role), joined_tournaments(grant.tournaments));
  return database_.changes() > 0;
}

std::optional<Restriction> TokenTable::rename(const Renaming& renaming) {
  check_token_name(renaming.name);
  Transaction transaction(database_, Transaction::Access::write);
  const TokenIndex& tokens = index();
  const auto account = tokens.find_account(renaming.account);
  if (!account) return std::nullopt;
  check_name_is_not_refused(renaming.name, restrictions_.list());
  check_new_name_differs(renaming.name, account->name);
  check_no_other_has_name(renaming.name, tokens.with_name_like(renaming.name), renaming.account);
  check_no_other_has_name(account->name, tokens.with_name_like(account->name), renaming.account);
  rename_.write(renaming.account, renaming.name);
  Restriction refused = stored_form(restriction_of_old_name(renaming, account->name));
  refused.id = restrictions_.insert(refused);
  transaction.commit();
  return refused;
}

std::int64_t TokenTable::refuse_name(const Restriction& restriction) {
  Transaction transaction(database_, Transaction::Access::write);
  check_no_account_has_name(index().with_name_like(restriction.subject));
  const std::int64_t id = restrictions_.insert(stored_form(restriction));
  transaction.commit();
  return id;
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
  check_room_for(registration, count_for(registration, taken()), tokens_.count_unapproved());
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
    hash = read_hash(rows, 1);
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
                       "AND actor = ? ORDER BY number DESC LIMIT ?") {}

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
  auto rows = query.actor.empty() ? select_.run(before, limit) : select_of_actor_.run(before, query.actor, limit);
  std::vector<AuditEntry> entries;
  while (rows.next()) {
    entries.push_back({.account = rows.integer(2),
                       .actor = rows.text(3),
                       .role = rows.text(4),
                       .act = rows.text(5),
                       .target = rows.text(6),
                       .why = rows.text(7),
                       .number = static_cast<std::uint64_t>(rows.integer(0)),
                       .time = rows.text(1)});
  }
  return entries;
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

namespace {

std::int64_t first_integer(Statement::Rows rows) { return rows.next() ? rows.integer(0) : 0; }

}  // namespace

ReportTable::ReportTable(Database& database)
    : database_(database),
      insert_(database,
              "INSERT INTO reports (about, match, record, seat, name, subject, network, reporter, text, made, state, "
              "closed, closer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', '', '')"),
      select_same_(database,
                   "SELECT id FROM reports WHERE state = 'open' AND reporter = ? AND match = ? AND record = ? AND seat "
                   "= ? AND about = ?"),
      count_of_reporter_(database, "SELECT count(*) FROM reports WHERE state = 'open' AND reporter = ?"),
      select_open_(database, "SELECT id, reporter FROM reports WHERE state = 'open' ORDER BY id"),
      delete_(database, "DELETE FROM reports WHERE id = ?"),
      delete_old_(database,
                  "DELETE FROM reports WHERE state <> 'open' AND id <= (SELECT id FROM reports ORDER BY id DESC LIMIT "
                  "1 OFFSET ?)"),
      close_(database,
             "UPDATE reports SET state = ?2, closed = ?3, closer = ?4 WHERE id = ?1 AND state = 'open' AND NOT "
             "(subject = ?5 OR subject = '' AND name = ?6)"),
      select_(database, kSelectReports) {}

std::int64_t ReportTable::add(const Report& report) {
  const Report stored = stored_form(report);
  const auto match = static_cast<std::int64_t>(stored.match);
  const auto record = static_cast<std::int64_t>(stored.record);
  const std::int64_t seat = stored.seat;
  Transaction transaction(database_, Transaction::Access::write);
  const std::int64_t same =
      first_integer(select_same_.run(stored.reporter, match, record, seat, name_of(stored.about)));
  if (same != 0) return same;
  constexpr auto kMostOfReporter = static_cast<std::int64_t>(kMaxOpenReportsOfReporter);
  if (first_integer(count_of_reporter_.run(stored.reporter)) >= kMostOfReporter) throw too_many_reports();
  if (const std::vector<OpenReport> open = open_reports(); open.size() >= kMaxOpenReports) {
    delete_.write(report_to_delete(open));
  }
  insert_.write(name_of(stored.about), match, record, seat, stored.name, stored.subject, stored.network,
                stored.reporter, stored.text, stored.made);
  const std::int64_t id = database_.last_row();
  delete_old_.write(static_cast<std::int64_t>(kMaxReports));
  transaction.commit();
  return id;
}

bool ReportTable::close(std::int64_t id, const ReportClosure& closure) {
  const ReportedAccount except = closure.except_about.value_or(ReportedAccount::none());
  close_.write(id, name_of(closure.state), closure.closed, closure.closer, except.subject, except.name);
  return database_.changes() > 0;
}

std::vector<OpenReport> ReportTable::open_reports() {
  std::vector<OpenReport> open;
  auto rows = select_open_.run();
  while (rows.next()) open.push_back({.id = rows.integer(0), .reporter = rows.text(1)});
  return open;
}

std::vector<Report> ReportTable::list(const ReportQuery& query) { return read_reports(select_, query); }

}  // namespace rensa::storage
