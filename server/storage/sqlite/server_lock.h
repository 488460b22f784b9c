#pragma once

#include <filesystem>

#include "server/base/descriptor.h"
#include "server/storage/completion.h"

namespace rensa::storage {

// Another server has the lock.
class LockTaken : public StoreException {
 public:
  using StoreException::StoreException;
};

// While it lives, no other server can lock this file. Commands that an operator runs beside a server take no lock.
// The constructor throws LockTaken or StoreException.
class ServerLock {
 public:
  explicit ServerLock(const std::filesystem::path& file);
  ~ServerLock();
  ServerLock(const ServerLock&) = delete;
  ServerLock& operator=(const ServerLock&) = delete;

 private:
  int descriptor_;
};

// The same by the database itself, for the case that the file of the other lock was removed. The file must not be
// replaced afterwards. Destroy it after all connections of this process to the database, since closing any descriptor
// of the file releases the locks that SQLite has on it.
class DatabaseFileLock {
 public:
  explicit DatabaseFileLock(const std::filesystem::path& file);

 private:
  base::Descriptor descriptor_;
};

}  // namespace rensa::storage
