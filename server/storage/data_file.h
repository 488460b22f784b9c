#pragma once

#include <filesystem>

namespace rensa::storage {

// The file of a database, and the lock of the server that uses it. Both functions throw StoreError.

// Makes the file (mode 0600) and its directory (0700) where they are missing; existing ones keep their modes. Returns
// the path without symbolic links, so that one file has one name.
std::filesystem::path make_file(const std::filesystem::path& file);

// While it lives, no other server can lock this file. Commands that an operator runs beside a server take no lock.
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
