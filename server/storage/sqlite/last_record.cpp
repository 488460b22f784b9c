#include "server/storage/sqlite/last_record.h"

#include <charconv>
#include <exception>
#include <optional>
#include <string>

#include "server/base/atomic_file.h"
#include "server/storage/completion.h"

namespace rensa::storage {

namespace fs = std::filesystem;

namespace {

std::string ways_out(const fs::path& database_file) {
  return " Restore a backup with \"rensa-server store restore\", or remove " +
         last_record_file_of(database_file).string() + " to go on with what is there.";
}

// nullopt: no server has seen a database with this name.
std::optional<std::uint64_t> kept_record(const fs::path& database_file) {
  const fs::path file = last_record_file_of(database_file);
  std::error_code ignored;
  if (!fs::exists(file, ignored)) return std::nullopt;
  const std::string text = base::read_text_file(file);
  std::uint64_t record = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, record);
  if (error != std::errc() || std::string(behind, end) != "\n") {
    throw StoreException(file.string() + " is damaged: it must have one number.");
  }
  return record;
}

}  // namespace

fs::path last_record_file_of(const fs::path& database_file) { return database_file.string() + ".last"; }

fs::path restore_marker_of(const fs::path& database_file) { return database_file.string() + ".restoring"; }

void check_database_is_there(const fs::path& database_file) {
  if (fs::exists(restore_marker_of(database_file))) {
    throw StoreException("A restore of " + database_file.string() +
                         " was interrupted: complete it with \"rensa-server store restore\".");
  }
  std::error_code ignored;
  const bool is_there = fs::exists(database_file, ignored);
  if (is_there && (!fs::is_regular_file(database_file, ignored) || fs::file_size(database_file, ignored) > 0)) return;
  const auto kept = kept_record(database_file);
  if (!kept && is_there) {
    throw StoreException(database_file.string() +
                         " is empty, and no server leaves it so. Restore a backup with \"rensa-server store restore\", "
                         "or remove it to begin with an empty store.");
  }
  if (!kept) return;
  throw StoreException(database_file.string() + (is_there ? " is empty" : " is missing") +
                       ", but had records up to number " + std::to_string(*kept) + "." + ways_out(database_file));
}

void check_no_record_is_lost(const fs::path& database_file, std::uint64_t last_record) {
  const auto kept = kept_record(database_file);
  if (!kept || last_record >= *kept) return;
  throw StoreException(database_file.string() + " has records up to number " + std::to_string(last_record) +
                       ", but had them up to number " + std::to_string(*kept) + "." + ways_out(database_file));
}

void keep_last_record(const fs::path& database_file, std::uint64_t last_record) {
  base::write_file_atomically(last_record_file_of(database_file), std::to_string(last_record) + "\n");
}

void LastRecordKeeper::begin(std::uint64_t last_record) {
  last_record_ = last_record;
  has_begun_ = true;
  try {
    keep_last_record(database_file_, last_record);
  } catch (const std::exception&) {
  }
}

void LastRecordKeeper::saved(std::uint64_t record) {
  std::uint64_t last = last_record_;
  while (last < record && !last_record_.compare_exchange_weak(last, record)) {
  }
}

LastRecordKeeper::~LastRecordKeeper() {
  if (!has_begun_) return;
  try {
    keep_last_record(database_file_, last_record_);
  } catch (const std::exception&) {
  }
}

}  // namespace rensa::storage
