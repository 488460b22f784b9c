#include "server/storage/sqlite/accounts/report_table.h"

#include <limits>
#include <string_view>

namespace rensa::storage {

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

std::int64_t first_integer(Statement::Rows rows) { return rows.next() ? rows.integer(0) : 0; }

}  // namespace

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
