#pragma once

#include <string>
#include <string_view>

namespace rensa::static_files {

// The bytes in the format of gzip, as small as zlib makes them; the same bytes give the same.
std::string gzipped(std::string_view bytes);

}  // namespace rensa::static_files
