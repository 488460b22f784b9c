#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace rensa::test {

// The number of processes of this machine that have the word in their command lines.
inline int processes_with(const std::string& word) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    const std::string words(std::istreambuf_iterator<char>(file), {});
    if (words.find(word) != std::string::npos) ++found;
  }
  return found;
}

}  // namespace rensa::test
