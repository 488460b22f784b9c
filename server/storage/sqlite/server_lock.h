#pragma once

#include <filesystem>
#include <optional>

#include "server/base/descriptor.h"
#include "server/storage/completion.h"

namespace rensa::storage {

// Another server has the lock.
class LockTaken : public StoreException {
 public:
  using StoreException::StoreException;
};

// While it lives, no other server can lock this file. Commands that an operator runs beside a server take no lock,
// except to upgrade a file of an earlier version.
// The constructor makes the file FILE.lock if it is missing, and throws LockTaken or StoreException.
class ServerLock {
 public:
  explicit ServerLock(const std::filesystem::path& file);

  // Removes the file FILE.lock, if this object has made it. A process that has opened it before notices the removal,
  // and makes the file anew.
  void remove_new_file() const;

 private:
  void open_and_lock(const std::filesystem::path& file);

  std::filesystem::path path_;
  bool is_new_ = false;  // this object has made the file
  base::Descriptor descriptor_;
};

// Opens the process of this machine that has the lock of this file, as a descriptor (pidfd) that becomes readable when
// the process ends. Returns no open descriptor if there is none. Throws StoreException if the process cannot be
// examined, because it belongs to another user.
base::Descriptor open_server_process(const std::filesystem::path& file);

// The same by the database itself, for the case that the file of the other lock was removed. The file must not be
// replaced afterwards. Destroy it after all connections of this process to the database, since closing any descriptor
// of the file releases the locks that SQLite has on it.
class DatabaseFileLock {
 public:
  explicit DatabaseFileLock(const std::filesystem::path& file);

 private:
  base::Descriptor descriptor_;
};

// Locks the database itself, where that is possible. On a network filesystem this lock would meet those of SQLite, and
// keep this process from its own database: there the result is nullopt, and ServerLock is the only lock.
std::optional<DatabaseFileLock> lock_database_file(const std::filesystem::path& file);

}  // namespace rensa::storage
