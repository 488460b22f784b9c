#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

#include "tests/tools/paths.h"

namespace rensa::worker {
namespace {

std::string content_of(const std::string& path) {
  std::ifstream in(tests::source_path() + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// People copy this example, so it must compile.
TEST(BotsPage, ShowsTheExampleBotAsItIs) {
  const std::string page = content_of("/docs/bots.md");
  const std::string source = content_of("/clients/worker/example_bot.cpp");
  ASSERT_FALSE(source.empty());
  const std::string fence = std::string("```cpp\n").append(source).append("```\n");
  EXPECT_NE(page.find(fence), std::string::npos) << "docs/bots.md and clients/worker/example_bot.cpp differ";
}

}  // namespace
}  // namespace rensa::worker
