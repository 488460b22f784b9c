#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/architecture/folders.h"

namespace rensa::architecture {

// Reads every C++ and Protobuf file below `root` and says what breaks the table, each as "file:line: what is wrong",
// in the order of the files. Hidden folders, node_modules, and build*, var and coverage at the top are not read.
std::vector<std::string> check_tree(const std::filesystem::path& root, const std::vector<Folder>& table);

}  // namespace rensa::architecture
