#pragma once

#include <string>
#include <string_view>

namespace rensa::static_files {

// The file that is shown under a path of the site: a page under its address, all else under its own path.
// Precondition: the path begins with '/'.
std::string file_behind(std::string_view path);

}  // namespace rensa::static_files
