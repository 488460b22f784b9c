#include "server/storage/sqlite/file_upgrade.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "server/base/atomic_file.h"
#include "server/base/descriptor.h"
#include "server/storage/sqlite/account_tables.h"
#include "server/storage/sqlite/backup.h"
#include "server/storage/sqlite/checked_files.h"
#include "server/storage/sqlite/server_lock.h"
#include "server/storage/sqlite/sql.h"
#include "server/storage/sqlite/tables.h"

namespace rensa::storage {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const char* problem) {
  throw StoreException(file.string() + " " + problem + ": " + std::strerror(errno) + ".");
}

// Makes an empty file with the owner and the mode of another.
void create_file_like(const fs::path& file, const fs::path& model) {
  struct stat status{};
  if (stat(model.c_str(), &status) != 0) fail(model, "cannot be read");
  const base::Descriptor made(open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!made.is_open()) fail(file, "cannot be made");
  if (status.st_uid != geteuid() && fchown(made.number(), status.st_uid, status.st_gid) != 0) {
    fail(file, "cannot be given to the owner of the old file");
  }
  if (fchmod(made.number(), status.st_mode & 07777) != 0) fail(file, "cannot get the mode of the old file");
}

// The name of a file as SQLite's URI. Only in this form can a statement name how the file is accessed.
std::string checked_uri(const fs::path& file) {
  std::string uri = "file:";
  for (const char letter : file.string()) {
    if (letter == '%' || letter == '?' || letter == '#') {
      uri += letter == '%' ? "%25" : letter == '?' ? "%3f" : "%23";
    } else {
      uri += letter;
    }
  }
  return uri + "?vfs=" + checked_files();
}

void copy_with_checksums(Database& old, const fs::path& copy) {
  {
    // Then the log is part of the file, and no other process has it open.
    Statement leave_log(old, "PRAGMA journal_mode = DELETE");
    auto rows = leave_log.run();
    if (!rows.next() || rows.text(0) != "delete") {
      throw StoreException(old.name() + " is of an earlier version and in use: stop its server first.");
    }
  }
  create_file_like(copy, old.name());
  Statement write_copy(old, "VACUUM INTO ?");
  write_copy.write(checked_uri(copy));
}

void write_anew(const fs::path& file, std::chrono::milliseconds busy_timeout) {
  const fs::path copy = file.string() + ".upgrade";
  Database old(file, busy_timeout, Database::Pages::unchecked);
  check_earlier_version(old);
  remove_database(copy);
  try {
    copy_with_checksums(old, copy);
    {
      Database database(copy, busy_timeout);
      upgrade_tables_of_copy(database);
    }
    sync_file(copy);
    fs::rename(copy, file);
  } catch (...) {
    remove_database(copy);
    throw;
  }
  base::sync_folder(file.parent_path());
}

bool is_of_earlier_version(const fs::path& file, std::chrono::milliseconds busy_timeout) {
  if (form_of(file) == FileForm::unchecked) return true;
  Database database(file, busy_timeout);
  return has_earlier_schema(database);
}

}  // namespace

void add_checksums_to_old_file(const fs::path& file, std::chrono::milliseconds busy_timeout) {
  if (form_of(file) == FileForm::unchecked) write_anew(file, busy_timeout);
}

void upgrade_file_without_server(const fs::path& file, std::chrono::milliseconds busy_timeout) {
  const auto deadline = std::chrono::steady_clock::now() + busy_timeout;
  while (is_of_earlier_version(file, busy_timeout)) {
    try {
      const ServerLock lock(file);
      add_checksums_to_old_file(file, busy_timeout);
      Database database(file, busy_timeout);
      return upgrade_schema(database);
    } catch (const LockTaken& taken) {
      // Another process may be upgrading it.
      if (std::chrono::steady_clock::now() >= deadline) {
        throw LockTaken(std::string(taken.what()) + " It is of an earlier version: stop its server first.");
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

namespace {

constexpr std::int64_t kVersionWithRoles = 7;
constexpr std::int64_t kVersionWithRestrictions = 8;
constexpr std::int64_t kVersionWithReports = 9;
constexpr std::int64_t kVersionWithRegistrations = 10;

}  // namespace

bool EarlierAccounts::can_read(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout) {
  if (form_of(file) != FileForm::checked) return false;
  Database database(file, busy_timeout);
  return has_earlier_schema(database);
}

EarlierAccounts::EarlierAccounts(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout)
    : database_(file, busy_timeout), version_(schema_version(database_)) {}

std::vector<TokenRow> EarlierAccounts::tokens() {
  Statement select(database_, version_ >= kVersionWithRegistrations ? kSelectTokensWithoutChanges
                              : version_ >= kVersionWithRoles       ? kSelectTokensWithoutRegistrations
                                                                    : kSelectTokensWithoutRoles);
  std::vector<TokenRow> tokens;
  auto rows = select.run();
  while (rows.next()) tokens.push_back(read_token_row(rows));
  return tokens;
}

std::vector<AuditEntry> EarlierAccounts::audit_entries(const AuditQuery& query) {
  if (version_ < kVersionWithRoles) return {};
  return AuditTable(database_).list(query);
}

std::vector<Restriction> EarlierAccounts::restrictions() {
  if (version_ < kVersionWithRestrictions) return {};
  Statement select(database_, kSelectEarlierRestrictions);
  return read_restrictions(select);
}

std::vector<WaitingRegistration> EarlierAccounts::waiting_registrations() {
  if (version_ < kVersionWithRegistrations) return {};
  Statement select(database_, kSelectWaiting);
  return read_waiting(select);
}

std::vector<Report> EarlierAccounts::reports(const ReportQuery& query) {
  if (version_ < kVersionWithReports) return {};
  Statement select(database_, kSelectEarlierReports);
  return read_reports(select, query);
}

}  // namespace rensa::storage
