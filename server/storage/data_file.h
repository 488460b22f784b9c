#pragma once

#include <filesystem>

namespace rensa::storage {

// The file of a database and who may have it, before anything is known of what is in it. Both throw StoreError with a
// sentence.

// Makes the file (mode 0600) and its directory (0700) where they are missing; what is there keeps its mode. Returns the
// path without symbolic links, so that one file has one name.
std::filesystem::path make_file(const std::filesystem::path& file);

// While it lives, no other server has this file. Commands that an operator calls beside the server take none.
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
