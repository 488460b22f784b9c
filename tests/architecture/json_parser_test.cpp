#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

#include "tests/architecture/source.h"
#include "tests/tools/paths.h"

namespace rensa::architecture {
namespace {

namespace fs = std::filesystem;

// The calls of the library that read a text, and that take the last of two equal keys.
const std::vector<std::string>& reading_calls() {
  static const std::vector<std::string> calls{"json::parse(",     "ordered_json::parse(",     "Json::parse(",
                                              "json::accept(",    "ordered_json::accept(",    "Json::accept(",
                                              "json::sax_parse(", "ordered_json::sax_parse(", "Json::sax_parse("};
  return calls;
}

std::vector<std::string> readers_in(const fs::path& root, const std::vector<std::string>& folders) {
  std::vector<std::string> found;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string extension = entry.path().extension();
      if (extension != ".cpp" && extension != ".h") continue;
      std::ifstream file(entry.path());
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      for (const std::string& line : read_source(text).code) {
        for (const std::string& call : reading_calls()) {
          if (says(line, call)) found.push_back(fs::relative(entry.path(), root).string() + ": " + call);
        }
      }
    }
  }
  return found;
}

TEST(Architecture, OneFileReadsJson) {
  EXPECT_THAT(readers_in(tests::source_path(), {"engine", "proto", "server", "clients"}),
              testing::ElementsAre("engine/json/positioned_reader.cpp: json::sax_parse("))
      << "JSON from outside is read by engine/json/document.h, which refuses keys that are given twice";
}

}  // namespace
}  // namespace rensa::architecture
