#pragma once

#include <filesystem>

namespace rensa::storage {

// Copies of a database as files. The functions throw StoreException, or std::runtime_error from the file system.

// Writes a copy of the database as it is at one moment, also while a server uses it. The copy must not exist yet. It
// has its name only when it is complete, whole and on disk.
void back_up(const std::filesystem::path& database_file, const std::filesystem::path& copy);
// Puts a copy in the place of the database, which no server may use meanwhile. A damaged copy is refused. The database
// that was there is kept; returns its new name, or an empty one if there was none.
std::filesystem::path restore(const std::filesystem::path& copy, const std::filesystem::path& database_file);

// For files that become a database when they are complete. Removes the file, its log and its journal.
void remove_database(const std::filesystem::path& file);
void sync_file(const std::filesystem::path& file);

}  // namespace rensa::storage
