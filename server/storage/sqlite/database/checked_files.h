#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rensa::storage {

// SQLite's access to files, with a checksum on each page of a database. Each page is checked when it is read, so that
// altered bytes become an error and never an answer: of rows, of indexes, and of the list of tables. SQLite reserves
// the room for the checksums in each page. A page that waits in the write-ahead log is checked by the checksums that
// SQLite itself writes there.

// The name of these functions for sqlite3_open_v2(), which this call makes known to SQLite.
const char* checked_files();

// A page that did not have its checksum.
struct DamagedPage {
  std::uint64_t number = 0;  // of a page of the database, counted from 1; of a page of the log, counted from 1
  bool is_in_log = false;
};
// The last page that a function of this thread found damaged.
DamagedPage last_damaged_page();

// Reads a file of a database. Other descriptors of a file must not be closed while a database of this process is open,
// since that would release the locks of SQLite; this class avoids it. Throws StoreException.
class DatabaseFile {
 public:
  // Precondition: the file exists.
  explicit DatabaseFile(const std::filesystem::path& file);
  ~DatabaseFile();
  DatabaseFile(const DatabaseFile&) = delete;
  DatabaseFile& operator=(const DatabaseFile&) = delete;

  std::uint64_t size() const;
  // Returns fewer bytes at the end of the file.
  std::vector<std::uint8_t> read(std::uint64_t from, std::size_t size) const;

 private:
  [[noreturn]] void fail() const;

  std::string name_;
  const char* sqlite_name_;
  std::vector<std::uint64_t> memory_;  // of SQLite's object for the file
};

// The form of a database file, by its first page.
enum class FileForm : std::uint8_t {
  empty,
  checked,    // its pages have checksums, or it is damaged
  unchecked,  // by an earlier version, or by another program
};
FileForm form_of(const std::filesystem::path& file);

}  // namespace rensa::storage
