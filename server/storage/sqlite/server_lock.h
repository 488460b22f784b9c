#pragma once

#include <filesystem>

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

}  // namespace rensa::storage
