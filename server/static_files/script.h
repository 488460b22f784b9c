#pragma once

#include <string>
#include <string_view>

namespace rensa::static_files {

// Returns a script without the comments that begin a line, a third of what our scripts weigh compressed. Each line
// stays on its number, so that an error in a browser names the line of the source.
// Precondition: no line within a text of the script begins as a comment does.
std::string without_comments(std::string_view script);

}  // namespace rensa::static_files
