#include "server/storage/sqlite/backup.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <unistd.h>

#include "server/base/atomic_file.h"
#include "server/base/descriptor.h"
#include "server/storage/sqlite/database/checked_files.h"
#include "server/storage/sqlite/database/log_checksum.h"
#include "server/storage/sqlite/database/page_checksum.h"
#include "server/storage/sqlite/database/sql.h"
#include "server/storage/sqlite/last_record.h"
#include "server/storage/sqlite/server_lock.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "server/storage/sqlite/store_check.h"
#include "server/storage/sqlite/tables.h"

namespace rensa::storage {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds kBusyTimeout{5'000};
constexpr const char* kEndings[] = {"-journal", "-wal", "-shm", ""};  // the database is moved or removed last

// A database without a log consists of whole pages.
void require_whole_pages(const fs::path& file) {
  const std::uint64_t behind_pages = fs::file_size(file) % kPageBytes;
  if (behind_pages == 0) return;
  throw StoreException(file.string() + " is damaged: it has " + std::to_string(behind_pages) +
                       " bytes behind its last whole page.");
}

void require_whole(const fs::path& file) {
  const auto damaged = find_damaged_pages(file, std::numeric_limits<std::uint64_t>::max());
  if (damaged.empty()) return;
  throw StoreException(file.string() + " is damaged: page " + std::to_string(damaged.front()) +
                       " does not have its checksum.");
}

fs::path with_ending(const fs::path& file, const char* ending) { return file.string() + ending; }

bool has_bytes(const fs::path& file) {
  std::error_code missing;
  const auto size = fs::file_size(file, missing);
  return !missing && size > 0;
}

bool has_log(const fs::path& database) {
  return has_bytes(with_ending(database, "-wal")) || has_bytes(with_ending(database, "-journal"));
}

void create_private_file(const fs::path& file) {
  const base::Descriptor made(open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!made.is_open()) throw StoreException(file.string() + " cannot be made: " + std::strerror(errno) + ".");
}

void require_backup(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) throw StoreException("There is no file " + file.string() + ".");
  if (form_of(file) != FileForm::checked) {
    throw StoreException(file.string() + " is no backup: \"store backup\" has not written it.");
  }
  if (const auto why = why_log_is_cut(file)) throw StoreException(*why);
  require_whole(file);
  if (!has_log(file)) require_whole_pages(file);
}

// Writes what the copy holds, with its log if it has one: a database that was replaced can be a copy too.
void write_part(const fs::path& copy, const fs::path& part) {
  remove_database(part);
  create_private_file(part);
  if (has_log(copy)) {
    Database source(copy, kBusyTimeout);
    Database target(part, kBusyTimeout);
    source.copy_to(target);
  } else {
    fs::copy_file(copy, part, fs::copy_options::overwrite_existing);
  }
  fs::permissions(part, fs::perms{0600});
}

std::string with_other_name(std::string text, const std::string& name, const std::string& other) {
  for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos; at += other.size()) {
    text.replace(at, name.size(), other);
  }
  return text;
}

// Checks what write_part() has written, and brings it up to date. Returns the number of the last record. The errors are
// about the copy, and name it.
std::uint64_t complete_part(const fs::path& copy, const fs::path& part) {
  std::uint64_t last_record = 0;
  try {
    {
      Database database(part, kBusyTimeout);
      upgrade_schema(database);
      last_record = last_record_in(database);
    }
    require_whole(part);
  } catch (const StoreException& error) {
    throw StoreException(with_other_name(error.what(), part.string(), copy.string()));
  }
  sync_file(part);
  return last_record;
}

bool has_data(const fs::path& database) {
  return std::any_of(std::begin(kEndings), std::end(kEndings),
                     [&](const char* ending) { return has_bytes(with_ending(database, ending)); });
}

// Returns the first name of which no file is there.
fs::path free_name_for_replaced(const fs::path& database) {
  const auto is_taken = [](const fs::path& name) {
    return std::any_of(std::begin(kEndings), std::end(kEndings),
                       [&](const char* ending) { return fs::exists(with_ending(name, ending)); });
  };
  fs::path name = database.string() + ".replaced";
  for (int number = 2; is_taken(name); ++number) name = database.string() + ".replaced-" + std::to_string(number);
  return name;
}

// Moves the files of the database to other names. Returns the new name of the database, or an empty one if it had no
// data. A marker stays until the restore is complete: no server starts meanwhile, and the next restore continues.
fs::path move_away(const fs::path& database) {
  const fs::path marker = restore_marker_of(database);
  if (!fs::exists(marker)) {
    if (!has_data(database)) {
      remove_database(database);
      return {};
    }
    base::write_file_atomically(marker, free_name_for_replaced(database).filename().string());
  }
  const fs::path replaced = database.parent_path() / base::read_text_file(marker);
  for (const char* ending : kEndings) {
    const fs::path file = with_ending(database, ending);
    if (!has_bytes(file)) {
      fs::remove(file);
    } else if (!fs::exists(with_ending(replaced, ending))) {
      fs::rename(file, with_ending(replaced, ending));
    } else {
      throw StoreException(file.string() + " cannot be kept: " + with_ending(replaced, ending).string() +
                           " is there already.");
    }
  }
  base::sync_folder(database.parent_path());
  return replaced;
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

}  // namespace

void remove_database(const fs::path& file) {
  for (const char* ending : kEndings) fs::remove(file.string() + ending);
}

void sync_file(const fs::path& file) {
  const base::Descriptor opened(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (opened.is_open() && fsync(opened.number()) == 0) return;
  throw StoreException(file.string() + " cannot be written to disk: " + std::strerror(errno) + ".");
}

void back_up(const fs::path& database_file, const fs::path& copy) {
  const fs::path database = readable_database(database_file);
  if (fs::exists(copy)) throw StoreException(copy.string() + " exists already.");
  const fs::path part = copy.string() + ".part";
  remove_database(part);
  create_private_file(part);
  try {
    {
      Database source(database, kBusyTimeout);
      Database target(part, kBusyTimeout);
      source.copy_to(target);
    }
    require_whole(part);
    sync_file(part);
    fs::rename(part, copy);
  } catch (...) {
    remove_database(part);
    throw;
  }
  base::sync_folder(folder_of(copy));
}

fs::path restore(const fs::path& copy, const fs::path& database_file) {
  require_backup(copy);
  const fs::path database = canonical_path(database_file);
  const ServerLock lock(database);
  std::optional<DatabaseFileLock> file_lock;
  if (fs::exists(database)) file_lock = lock_database_file(database);
  const fs::path part = database.string() + ".part";
  std::uint64_t last_record = 0;
  try {
    write_part(copy, part);
    last_record = complete_part(copy, part);
  } catch (...) {
    remove_database(part);
    lock.remove_new_file();
    throw;
  }
  // If the process dies from here on, the same command completes it.
  const fs::path replaced = move_away(database);
  fs::rename(part, database);
  base::sync_folder(database.parent_path());
  keep_last_record(database, last_record);
  base::remove_file(restore_marker_of(database));
  return replaced;
}

}  // namespace rensa::storage
