#include <algorithm>
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
using testing::ElementsAre;
using testing::UnorderedElementsAre;

const std::string kEngineHeader = "clients/bindings/c/rensa/rensa.h";
const std::string kWorkerHeader = "clients/worker/rensa/worker.h";

std::vector<Include> includes_of(const std::string& path) {
  std::ifstream file(tests::source_path(path));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return read_source(text).includes;
}

// A header of the standard library of C++ has no ending and no folder.
bool is_standard(const Include& include) {
  return !include.quoted && !include.path.empty() && include.path.find_first_of("./") == std::string::npos;
}

// Public headers stand in folders with the name `rensa`, because programs include <rensa/...>.
TEST(PublicHeaders, AreTwo) {
  std::vector<std::string> headers;
  for (const char* top : {"engine", "proto", "server", "clients"}) {
    for (const auto& entry : fs::recursive_directory_iterator(tests::source_path(top))) {
      const fs::path path = entry.path().lexically_relative(tests::source_path());
      const bool is_schema = *path.begin() == "proto";
      const bool is_header = entry.is_regular_file() && path.extension() == ".h";
      if (is_header && path.parent_path().filename() == "rensa" && !is_schema) {
        headers.push_back(path.generic_string());
      }
    }
  }
  EXPECT_THAT(headers, UnorderedElementsAre(kEngineHeader, kWorkerHeader));
}

TEST(PublicHeaders, OfTheEngineIncludesOnlyIntegers) {
  std::vector<std::string> paths;
  for (const Include& include : includes_of(kEngineHeader)) paths.push_back(include.path);
  EXPECT_THAT(paths, ElementsAre("stdint.h"));
}

TEST(PublicHeaders, OfWorkersIncludesTheStandardLibraryAndTheEngineOnly) {
  const std::vector<Include> includes = includes_of(kWorkerHeader);
  EXPECT_GT(includes.size(), 4U);
  for (const Include& include : includes) {
    const bool is_engine = !include.quoted && include.path == "rensa/rensa.h";
    EXPECT_TRUE(is_engine || is_standard(include)) << include.path;
  }
}

TEST(PublicHeaders, AreAllThatTheExampleBotNeeds) {
  for (const Include& include : includes_of("clients/worker/example_bot.cpp")) {
    const bool is_public = !include.quoted && (include.path == "rensa/worker.h" || include.path == "rensa/version.h");
    EXPECT_TRUE(is_public || is_standard(include)) << include.path;
  }
}

}  // namespace
}  // namespace rensa::architecture
