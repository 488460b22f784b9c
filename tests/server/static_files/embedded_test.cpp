#include "server/static_files/embedded.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <map>

namespace rensa::static_files {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> files_on_disk() {
  std::map<std::string, std::string> files;
  const fs::path root = RENSA_ROOT "/clients/web";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    files[entry.path().lexically_relative(root).generic_string()] = {std::istreambuf_iterator<char>(in), {}};
  }
  return files;
}

TEST(Embedded, EveryFileOfTheClientIsInTheProgram) {
  const auto expected = files_on_disk();
  ASSERT_TRUE(expected.contains("index.html"));
  std::map<std::string, std::string> embedded;
  for (const EmbeddedFile& file : embedded_files()) embedded.emplace(file.path, std::string(file.begin, file.end));
  EXPECT_EQ(embedded, expected);
}

TEST(Embedded, AssetsHaveTheTypeOfTheirName) {
  const Files files = embedded_assets();
  const auto index = files("index.html");
  ASSERT_TRUE(index);
  EXPECT_EQ(index->content_type, "text/html; charset=utf-8");
  EXPECT_EQ(index, files("index.html")) << "made once";
  for (const char* none : {"", "/index.html", "index.htm", "../CMakeLists.txt"}) EXPECT_FALSE(files(none)) << none;
}

}  // namespace
}  // namespace rensa::static_files
