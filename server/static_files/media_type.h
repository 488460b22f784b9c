#pragma once

#include <string>
#include <string_view>

namespace rensa::static_files {

// What a browser takes a file for, by the end of its name; what is not known is bytes to it.
std::string media_type_of(std::string_view file);

}  // namespace rensa::static_files
