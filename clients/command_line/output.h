#pragma once

#include <exception>
#include <string>

namespace rensa::command_line {

// Prints the error that ends a program, as a line on the standard error. Prints nothing if the rest of the output is
// lost because its reader has read enough, as in `program | head -1`.
void print_error(const std::string& program, const std::exception& error);

}  // namespace rensa::command_line
