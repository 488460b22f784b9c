#pragma once

#include <chrono>
#include <filesystem>

namespace rensa::storage {

// Files of earlier versions have no checksums. Such a file is written anew, with checksums and with the tables of this
// version, and takes the place of the old one when it is complete and on disk. Until then the old file stays as it is.
// There must be room for both. Does nothing with other files. The file must not be in use by a server: `is_locked` says
// that the caller has its lock; otherwise this call takes the lock meanwhile. Throws StoreException.
void add_checksums_to_old_file(const std::filesystem::path& file, bool is_locked,
                               std::chrono::milliseconds busy_timeout);

}  // namespace rensa::storage
