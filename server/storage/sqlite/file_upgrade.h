#pragma once

#include <chrono>
#include <filesystem>

namespace rensa::storage {

// Files of early versions have no checksums. Such a file is written anew, with checksums and with the tables of this
// version, and takes the place of the old one when it is complete and on disk. Until then the old file stays as it is.
// There must be room for both. Does nothing with other files. Precondition: the caller has the lock of the server.
// Throws StoreException.
void add_checksums_to_old_file(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout);

// Brings a file of any earlier version to this one, for a caller without the lock of the server, which this call takes
// meanwhile: a server of the earlier version would not see what later versions write. Does nothing with other files.
// Throws StoreException, also while a server uses the file.
void upgrade_file_without_server(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout);

}  // namespace rensa::storage
