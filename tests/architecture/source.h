#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rensa::architecture {

struct Include {
  int line = 0;
  std::string path;  // empty: the include names a macro, which cannot be checked
  bool quoted = false;
};

// The parts of a source file that the checks use. Comments count for nothing, strings only as the paths of includes.
struct Source {
  std::vector<Include> includes;
  std::vector<std::string> code;  // lines without comments, and with strings emptied
};

Source read_source(std::string_view text);

// The paths that the import lines of a .proto file name.
std::vector<Include> read_imports(std::string_view text);

// Returns true if a line of code has the word: neither end of it may be in the middle of a longer name.
bool says(std::string_view line, std::string_view word);

}  // namespace rensa::architecture
