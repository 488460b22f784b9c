#pragma once

#include <string>

#include "clients/command_line/description.h"

namespace rensa::command_line {

// The scripts by which shells complete the commands, the options and the values of a program. Where any text is
// possible, the shell completes names of files.
std::string bash_completion(const CommandDescription& program);
std::string zsh_completion(const CommandDescription& program);

}  // namespace rensa::command_line
