#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>

namespace rensa::storage {

// Identifies the file that a program has open. A program can still write to a file that was removed or replaced, but
// the next start does not find what it wrote. All calls wait for the disk and may be made from any thread.
class FileIdentity {
 public:
  // Takes the file that has this path now. Throws StoreException if there is none.
  explicit FileIdentity(std::filesystem::path file);
  // Takes the open file of this descriptor. Throws StoreException.
  FileIdentity(std::filesystem::path file, int descriptor);

  // Returns a sentence if the path does not lead to this file any more.
  std::optional<std::string> why_lost() const;
  // Throws StoreException, so that nothing is announced as saved, if the path does not lead to this file any more.
  void check() const;

 private:
  std::filesystem::path file_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace rensa::storage
