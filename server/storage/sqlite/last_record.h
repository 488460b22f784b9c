#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>

namespace rensa::storage {

// A file beside the database keeps the number of the last record that a server has seen there. So an empty or an older
// database in the place of a full one is noticed.

std::filesystem::path last_record_file_of(const std::filesystem::path& database_file);

// Exists while a restore moves the files of the database, and has the name that the old database gets.
std::filesystem::path restore_marker_of(const std::filesystem::path& database_file);

// Throws StoreException if there was a database with this name, but now the file is missing or empty, and if a restore
// of it was interrupted.
void check_database_is_there(const std::filesystem::path& database_file);
// Throws StoreException if the database had records behind this last one.
void check_no_record_is_lost(const std::filesystem::path& database_file, std::uint64_t last_record);
// Throws std::runtime_error.
void keep_last_record(const std::filesystem::path& database_file, std::uint64_t last_record);

// Keeps the number when a server starts and when it ends. A failure to write it is ignored, since it only makes a later
// loss harder to notice.
class LastRecordKeeper {
 public:
  explicit LastRecordKeeper(std::filesystem::path database_file) : database_file_(std::move(database_file)) {}
  ~LastRecordKeeper();
  LastRecordKeeper(const LastRecordKeeper&) = delete;
  LastRecordKeeper& operator=(const LastRecordKeeper&) = delete;

  // Begins to keep the number. Without this call nothing is written.
  void begin(std::uint64_t last_record);
  // May be called from any thread.
  void saved(std::uint64_t record);

 private:
  const std::filesystem::path database_file_;
  std::atomic<std::uint64_t> last_record_ = 0;
  std::atomic<bool> has_begun_ = false;
};

}  // namespace rensa::storage
