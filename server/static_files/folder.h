#pragma once

#include <filesystem>

#include "server/static_files/asset.h"

namespace rensa::static_files {

// Files of a folder, read anew each time: for those who work on the page, since everything else waits meanwhile.
// Nothing outside the folder is read, whatever paths and links say, and nothing whose name begins with a dot. Throws
// std::runtime_error if there is no such folder now.
Files assets_in(const std::filesystem::path& folder);

}  // namespace rensa::static_files
