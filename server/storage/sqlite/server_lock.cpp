#include "server/storage/sqlite/server_lock.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <unistd.h>

namespace rensa::storage {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail_lock(const fs::path& path, const char* problem) {
  throw StoreException(path.string() + " " + problem + ": " + std::strerror(errno) + ".");
}

std::string lock_owner_of(int descriptor) {
  std::array<char, 16> text{};
  const ssize_t length = pread(descriptor, text.data(), text.size(), 0);
  return length > 0 ? " (process " + std::string(text.data(), static_cast<std::size_t>(length)) + ")" : "";
}

}  // namespace

ServerLock::ServerLock(const fs::path& file) {
  const fs::path path = file.string() + ".lock";
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor_ < 0) fail_lock(path, "cannot be opened");
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const bool taken = errno == EWOULDBLOCK;
    const std::string owner = taken ? lock_owner_of(descriptor_) : "";
    const int error = errno;
    close(descriptor_);
    errno = error;
    if (!taken) fail_lock(path, "cannot be locked");
    throw LockTaken(file.string() + " is in use by another server" + owner + ".");
  }
  // The number is only for the message above, so a failure to write it is ignored.
  const std::string process = std::to_string(getpid());
  if (ftruncate(descriptor_, 0) == 0) (void)!pwrite(descriptor_, process.data(), process.size(), 0);
}

// SQLite uses locks of another kind, so they do not meet. NFS locks a file only for a program that may write it.
DatabaseFileLock::DatabaseFileLock(const fs::path& file) : descriptor_(open(file.c_str(), O_RDWR | O_CLOEXEC)) {
  if (!descriptor_.is_open()) fail_lock(file, "cannot be opened");
  if (flock(descriptor_.number(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) fail_lock(file, "cannot be locked");
  throw LockTaken(file.string() + " is in use by another server.");
}

// The lock file stays, since its removal could let two servers lock two files of one name.
ServerLock::~ServerLock() { close(descriptor_); }

}  // namespace rensa::storage
