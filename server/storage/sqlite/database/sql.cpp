#include "server/storage/sqlite/database/sql.h"

#include <cassert>
#include <sqlite3.h>
#include <thread>

#include "server/storage/sqlite/database/checked_files.h"
#include "server/storage/sqlite/database/page_checksum.h"

namespace rensa::storage {
namespace {

std::string damage_sentence(const std::string& file) {
  const DamagedPage page = last_damaged_page();
  const std::string number = std::to_string(page.number);
  if (page.is_in_log) return file + " is damaged: page " + number + " of its log does not have its checksum.";
  if (page.number == 1) return file + " is damaged, or no database: its first page does not have its checksum.";
  return file + " is damaged: page " + number +
         " does not have its checksum. The command rensa-server store verify tells which rows are lost.";
}

std::string error_sentence(const std::string& file, int code, const char* message) {
  if (code == SQLITE_IOERR_DATA) return damage_sentence(file);
  const std::string why = std::string(" (SQLite: ") + message + ").";
  switch (code & 0xFF) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return file + " is damaged, or no database" + why;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return file + " was held by another process for too long" + why;
    case SQLITE_FULL:
      return file + " cannot grow: the disk is full" + why;
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return file + " cannot be written" + why;
    case SQLITE_CANTOPEN:
      return file + " cannot be opened" + why;
    case SQLITE_IOERR:
      return file + " cannot be read or written" + why;
    default:
      return file + ": the database refused" + why;
  }
}

// A row that breaks a rule of its table breaks it again.
StoreError::Kind error_kind(int code) {
  switch (code & 0xFF) {
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
      return StoreError::Kind::refused;
    default:
      return StoreError::Kind::unavailable;
  }
}

}  // namespace

SqlError::SqlError(const std::string& sentence, int code) : StoreException(sentence, error_kind(code)), code_(code) {}
bool SqlError::is_busy() const { return (code_ & 0xFF) == SQLITE_BUSY; }
bool SqlError::is_unique_clash() const { return code_ == SQLITE_CONSTRAINT_UNIQUE; }
bool SqlError::is_damage() const {
  const int kind = code_ & 0xFF;
  return is_altered_page() || kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB;
}
bool SqlError::is_altered_page() const { return code_ == SQLITE_IOERR_DATA; }

Database::Database(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout, Pages pages)
    : name_(file.string()), busy_timeout_(busy_timeout) {
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  // A statement that copies an unchecked file names its copy by a URI.
  const int uri = pages == Pages::unchecked ? SQLITE_OPEN_URI : 0;
  const char* const checked = checked_files();
  const char* const access = pages == Pages::unchecked ? nullptr : checked;
  try {
    if (const int code = sqlite3_open_v2(name_.c_str(), &handle_, flags | uri, access); code != SQLITE_OK) fail(code);
    set_up(pages);
  } catch (...) {
    sqlite3_close(handle_);
    throw;
  }
}

void Database::set_up(Pages pages) {
  sqlite3_busy_handler(handle_, wait_for_lock, this);
  // A damaged or forged file must cause no more than an error.
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
  execute("PRAGMA foreign_keys = ON");
  execute("PRAGMA synchronous = FULL");             // a reported commit must survive a power cut
  execute("PRAGMA journal_size_limit = 67108864");  // a log that has grown in a burst is cut again
  // Otherwise pages that are free might never be written, so they would have no checksums.
  execute("PRAGMA secure_delete = ON");
  int reserved = kChecksumBytes;  // of a database that is made or copied from now on
  sqlite3_file_control(handle_, "main", SQLITE_FCNTL_RESERVE_BYTES, &reserved);
  // A page that a transaction has written to the log twice would not fit the checksums of the log until it ends.
  if (pages == Pages::checked) execute("PRAGMA cache_spill = OFF");
  execute("PRAGMA cache_size = -16384");  // in KiB; a page that is read again is checked again
}

// SQLite's own handler sleeps for a tenth of a second. So a process that writes again and again would leave the lock to
// another one only by chance.
int Database::wait_for_lock(void* database, int tries) {
  constexpr std::chrono::milliseconds kPause{1};
  auto& self = *static_cast<Database*>(database);
  const auto now = std::chrono::steady_clock::now();
  if (tries == 0) self.waits_until_ = now + self.busy_timeout_;
  if (now >= self.waits_until_) return 0;
  std::this_thread::sleep_for(kPause);
  return 1;
}

Database::~Database() {
  [[maybe_unused]] const int code = sqlite3_close(handle_);
  assert(code == SQLITE_OK);  // otherwise a statement lives longer than its database
}

void Database::execute(const char* sql) {
  if (const int code = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr); code != SQLITE_OK) fail(code);
}

std::int64_t Database::changes() const { return sqlite3_changes64(handle_); }
std::int64_t Database::last_row() const { return sqlite3_last_insert_rowid(handle_); }
bool Database::is_in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

void Database::copy_to(Database& copy) {
  const Transaction one_state(*this, Transaction::Access::read);
  execute("SELECT count(*) FROM sqlite_schema");  // begins to read, so that the state is that of now
  sqlite3_backup* const backup = sqlite3_backup_init(copy.handle_, "main", handle_, "main");
  if (backup == nullptr) copy.fail(sqlite3_errcode(copy.handle_));
  const int code = sqlite3_backup_step(backup, -1);
  sqlite3_backup_finish(backup);
  if (code == SQLITE_DONE) return;
  const bool is_of_copy = code == SQLITE_FULL || (code & 0xFF) == SQLITE_READONLY;
  throw SqlError(error_sentence(is_of_copy ? copy.name_ : name_, code, sqlite3_errstr(code)), code);
}

void Database::fail(int code) const {
  throw SqlError(error_sentence(name_, code, handle_ ? sqlite3_errmsg(handle_) : sqlite3_errstr(code)), code);
}

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
  check(sqlite3_prepare_v3(database.handle(), sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                           &handle_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(handle_); }

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_.fail(code);
}

void Statement::bind(int at, std::int64_t value) { check(sqlite3_bind_int64(handle_, at, value)); }

void Statement::bind(int at, const std::optional<int>& value) {
  check(value ? sqlite3_bind_int(handle_, at, *value) : sqlite3_bind_null(handle_, at));
}

void Statement::bind(int at, const std::optional<std::int64_t>& value) {
  check(value ? sqlite3_bind_int64(handle_, at, *value) : sqlite3_bind_null(handle_, at));
}

void Statement::bind(int at, std::string_view value) {
  // A null pointer would be NULL, which differs from an empty text.
  const char* const data = value.empty() ? "" : value.data();
  check(sqlite3_bind_text64(handle_, at, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind(int at, std::span<const std::uint8_t> value) {
  const void* const data = value.empty() ? static_cast<const void*>("") : value.data();
  check(sqlite3_bind_blob64(handle_, at, data, value.size(), SQLITE_TRANSIENT));
}

Statement::Rows::~Rows() {
  sqlite3_reset(statement_.handle_);
  sqlite3_clear_bindings(statement_.handle_);
}

bool Statement::Rows::next() {
  const int code = sqlite3_step(statement_.handle_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) statement_.database_.fail(code);
  return false;
}

std::int64_t Statement::Rows::integer(int column) const { return sqlite3_column_int64(statement_.handle_, column); }

std::optional<int> Statement::Rows::optional_int(int column) const {
  if (sqlite3_column_type(statement_.handle_, column) == SQLITE_NULL) return std::nullopt;
  return sqlite3_column_int(statement_.handle_, column);
}

std::string Statement::Rows::text(int column) const {
  const auto* const data = sqlite3_column_text(statement_.handle_, column);
  if (data == nullptr) return {};
  return {reinterpret_cast<const char*>(data),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.handle_, column))};
}

std::vector<std::uint8_t> Statement::Rows::bytes(int column) const {
  const auto* const data = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_.handle_, column));
  if (data == nullptr) return {};
  return {data, data + sqlite3_column_bytes(statement_.handle_, column)};
}

void Statement::Rows::read_all_columns() const {
  for (int column = 0; column < sqlite3_column_count(statement_.handle_); ++column) {
    sqlite3_column_blob(statement_.handle_, column);  // reads the pages that the row goes on
    const int code = sqlite3_errcode(statement_.database_.handle());
    if (code != SQLITE_ROW && code != SQLITE_OK) statement_.database_.fail(code);
  }
}

Transaction::~Transaction() {
  if (!database_.is_in_transaction()) return;  // committed, or rolled back by SQLite itself after an error
  try {
    database_.execute("ROLLBACK");
  } catch (const SqlError&) {
    // Then the next BEGIN fails and says so.
  }
}

}  // namespace rensa::storage
