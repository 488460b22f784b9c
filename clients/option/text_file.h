#pragma once

#include <string>

#include "engine/rules/parsed.h"

namespace rensa::option {

// The whole text of a small file, as people write them: a megabyte at most. The error names the file.
rules::Parsed<std::string> text_of_file(const std::string& path);

}  // namespace rensa::option
