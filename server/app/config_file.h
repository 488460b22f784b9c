#pragma once

#include <string>
#include <string_view>

#include "server/app/config.h"

namespace rensa::app {

// The file of settings as operators edit it: JSON in which lines may be comments, which begin with //.

// Returns the text with an empty line in the place of each comment, so that errors still name the right line.
std::string without_comments(std::string_view text);

// Returns a file of settings. Those that have their default value are comments, each below its help. `data` always
// stands at the end, so that the line of any other setting can become a setting without a change of the commas.
std::string config_file_of(const Config& config);

}  // namespace rensa::app
