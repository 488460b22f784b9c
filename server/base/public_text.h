#pragma once

#include <string>
#include <string_view>

namespace rensa::base {

// Returns an error for strangers, which does not show the folders of this machine: each absolute path in the text is
// replaced by its last part.
std::string without_folders(std::string_view text);

}  // namespace rensa::base
