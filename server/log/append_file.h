#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rensa::log {

// A file that grows at its end. All functions wait for the disk, and throw std::runtime_error with the name of the file
// and the error. A log uses the disk only through this interface, so that a test can stand for the disk.
class AppendFile {
 public:
  using Bytes = std::span<const std::uint8_t>;

  virtual ~AppendFile() = default;
  virtual std::vector<std::uint8_t> read() = 0;
  // Adds bytes. They survive a crash of the machine only after the next sync(). After an error, some of them may have
  // been added.
  virtual void append(Bytes bytes) = 0;
  virtual void sync() = 0;
  // Removes all bytes after the first `size`.
  virtual void truncate(std::size_t size) = 0;
  // Replaces the whole content. After a crash the file has either the old or the new content, also without sync().
  void replace(Bytes bytes) {
    prepare(bytes);
    use_prepared({});
  }
  // Both steps of replace(). The first one writes bytes beside the file, which stays as it is. It may be called on
  // another thread than the other functions, while they are called. The second one makes these bytes, and the rest
  // behind them, the content of the file. If it fails, nothing is prepared any more.
  virtual void prepare(Bytes bytes) = 0;
  virtual void use_prepared(Bytes rest) = 0;
  // Writes bytes that could not be read into a new file beside this one, and returns its name.
  virtual std::string keep_damaged(Bytes bytes) = 0;
};

// Opens a file on the disk, and makes it if there is none. Only its owner can read it.
std::unique_ptr<AppendFile> open_append_file(const std::filesystem::path& path);

}  // namespace rensa::log
