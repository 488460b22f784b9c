#include "server/storage/file_identity.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <utility>

#include "server/storage/completion.h"

namespace rensa::storage {

FileIdentity::FileIdentity(std::filesystem::path file) : file_(std::move(file)) {
  struct stat status{};
  if (stat(file_.c_str(), &status) != 0) throw StoreException(file_.string() + ": " + std::strerror(errno));
  device_ = status.st_dev;
  inode_ = status.st_ino;
}

FileIdentity::FileIdentity(std::filesystem::path file, int descriptor) : file_(std::move(file)) {
  struct stat status{};
  if (fstat(descriptor, &status) != 0) throw StoreException(file_.string() + ": " + std::strerror(errno));
  device_ = status.st_dev;
  inode_ = status.st_ino;
}

std::optional<std::string> FileIdentity::why_lost() const {
  struct stat status{};
  if (stat(file_.c_str(), &status) != 0) {
    return file_.string() + " was removed while it is in use: " + std::strerror(errno) + ". Put it back.";
  }
  if (status.st_dev == device_ && status.st_ino == inode_) return std::nullopt;
  return file_.string() + " was replaced by another file while it is in use. Put the first one back.";
}

void FileIdentity::check() const {
  if (const auto why = why_lost()) throw StoreException(*why);
}

}  // namespace rensa::storage
