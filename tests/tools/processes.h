#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace rensa::test {

// The number of processes of this machine that have the word in their command lines.
inline int processes_with(const std::string& word) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    // A process may end while its words are read. Then the stream only becomes bad.
    std::ostringstream words;
    words << file.rdbuf();
    if (words.str().find(word) != std::string::npos) ++found;
  }
  return found;
}

}  // namespace rensa::test
