#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

#include "tests/tools/paths.h"

namespace rensa::bindings {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream in(tests::source_path() + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// People copy this example; it is compiled and run as a test.
TEST(CPage, ShowsTheExampleAsItIs) {
  const std::string source = content_of("/tests/clients/bindings/c/example.c");
  ASSERT_FALSE(source.empty());
  const std::string fence = std::string("```c\n").append(source).append("```\n");
  EXPECT_NE(content_of("/docs/c.md").find(fence), std::string::npos) << "docs/c.md and example.c differ";
}

}  // namespace
}  // namespace rensa::bindings
