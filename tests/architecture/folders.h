#pragma once

#include <string>
#include <vector>

namespace rensa::architecture {

// One line of the table of folders: what the C++ in a folder (or in a single file) may include of this project, and
// what it must never see. Its own files it may always include. Paths match whole: "engine" in `may_include` is every
// folder of the engine; a file belongs to the longest folder that matches it.
struct Folder {
  std::string path;
  std::vector<std::string> may_include;
  std::vector<std::string> never_includes;  // headers, or with a slash at the end all below it
  std::vector<std::string> never_says;      // whole words of code; "rand(" is the word rand before a parenthesis
};

// The table of this project: the one place to change when a folder comes or a rule changes.
const std::vector<Folder>& folders();

}  // namespace rensa::architecture
