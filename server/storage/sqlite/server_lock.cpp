#include "server/storage/sqlite/server_lock.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>

#include "server/storage/file_identity.h"
#include "server/storage/sqlite/network_filesystem.h"

namespace rensa::storage {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail_lock(const fs::path& path, const char* problem) {
  throw StoreException(path.string() + " " + problem + ": " + std::strerror(errno) + ".");
}

std::optional<int> process_in(int descriptor) {
  std::array<char, 16> text{};
  const ssize_t length = pread(descriptor, text.data(), text.size(), 0);
  int process = 0;
  const bool is_number =
      length > 0 && std::from_chars(text.data(), text.data() + length, process).ec == std::errc() && process > 0;
  return is_number ? std::optional(process) : std::nullopt;
}

std::string lock_owner_of(int descriptor) {
  const auto process = process_in(descriptor);
  return process ? " (process " + std::to_string(*process) + ")" : "";
}

}  // namespace

ServerLock::ServerLock(const fs::path& file) : path_(file.string() + ".lock") {
  // A process that could not use its data may remove the file that it has made, after this one has opened it.
  constexpr int kMaxAttempts = 100;
  for (int attempt = 0; attempt == 0 || FileIdentity(path_, descriptor_.number()).why_lost(); ++attempt) {
    if (attempt == kMaxAttempts) throw StoreException(path_.string() + " is removed again and again.");
    open_and_lock(file);
  }
  // The number is only for the message above, so a failure to write it is ignored.
  const std::string process = std::to_string(getpid());
  if (ftruncate(descriptor_.number(), 0) == 0) {
    (void)!pwrite(descriptor_.number(), process.data(), process.size(), 0);
  }
}

void ServerLock::open_and_lock(const fs::path& file) {
  std::error_code ignored;
  is_new_ = !fs::exists(path_, ignored);
  descriptor_ = base::Descriptor(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!descriptor_.is_open()) fail_lock(path_, "cannot be opened");
  if (flock(descriptor_.number(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) fail_lock(path_, "cannot be locked");
  throw LockTaken(file.string() + " is in use by another server" + lock_owner_of(descriptor_.number()) + ".");
}

// Without this call the file stays, so that its name leads to one file for all servers.
void ServerLock::remove_new_file() const {
  std::error_code ignored;
  if (is_new_) fs::remove(path_, ignored);
}

// The number in FILE.lock may be that of a process that has ended, or of one of another machine. The server is the
// process that has FILE.lock open.
base::Descriptor open_server_process(const fs::path& file) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(file, error);
  // If the links of the path cannot be followed, opening the file tells the reason.
  const fs::path lock = (error ? file : whole).string() + ".lock";
  const base::Descriptor opened(open(lock.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened.is_open() && errno != ENOENT && errno != ENOTDIR) fail_lock(lock, "cannot be opened");
  const std::optional<int> id = opened.is_open() ? process_in(opened.number()) : std::nullopt;
  if (!id) return {};
  // <sys/pidfd.h> of glibc 2.36 cannot be linked from C++.
  base::Descriptor process(static_cast<int>(syscall(SYS_pidfd_open, *id, 0)));
  if (!process.is_open()) return {};
  fs::directory_iterator files("/proc/" + std::to_string(*id) + "/fd", error);
  if (error == std::errc::permission_denied) {
    throw StoreException("Process " + std::to_string(*id) +
                         " belongs to another user: call this command as the user of the server, or as root.");
  }
  // The process may end meanwhile, which ends the list.
  for (; files != fs::directory_iterator(); files.increment(error)) {
    std::error_code ignored;
    if (fs::equivalent(files->path(), lock, ignored)) return process;
  }
  return {};
}

// SQLite uses locks of another kind, so they do not meet.
DatabaseFileLock::DatabaseFileLock(const fs::path& file) : descriptor_(open(file.c_str(), O_RDWR | O_CLOEXEC)) {
  if (!descriptor_.is_open()) fail_lock(file, "cannot be opened");
  if (flock(descriptor_.number(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno != EWOULDBLOCK) fail_lock(file, "cannot be locked");
  throw LockTaken(file.string() + " is in use by another server.");
}

// NFS and SMB make a lock of the whole file, as SQLite locks parts of it, out of flock().
std::optional<DatabaseFileLock> lock_database_file(const fs::path& file) {
  if (network_filesystem_under(file)) return std::nullopt;
  return DatabaseFileLock(file);
}

}  // namespace rensa::storage
