#pragma once

#include <string>

#include "clients/command_line/description.h"

namespace rensa::command_line {

// Returns the manual page of a program (section 1) in the language of man(7). The version is the line at its foot.
std::string manual_page(const CommandDescription& program, const std::string& version);

}  // namespace rensa::command_line
