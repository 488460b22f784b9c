#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "server/storage/sqlite/sqlite_store.h"

namespace rensa::storage::test {

// A temporary folder with the file that a store may be made in.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "rensa-store-XXXXXX").string();
    folder = mkdtemp(pattern.data());
    file = folder / "rensa.db";
  }
  ~ScratchFolder() { std::filesystem::remove_all(folder); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  SqliteOptions server() const { return {.file = file, .use = SqliteOptions::Use::server}; }
  SqliteOptions command() const { return {.file = file, .use = SqliteOptions::Use::command}; }

  std::filesystem::path folder;
  std::filesystem::path file;
};

// Precondition: no store of this process has the file open, since closing another descriptor would release its locks.
inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Changes one bit of the byte at this place. Precondition: as for bytes_of().
inline void alter(const std::filesystem::path& file, std::uint64_t at) {
  std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
  bytes.seekg(static_cast<std::streamoff>(at));
  const int before = bytes.get();
  bytes.seekp(static_cast<std::streamoff>(at));
  bytes.put(static_cast<char>(before ^ 0x10));
}

}  // namespace rensa::storage::test
