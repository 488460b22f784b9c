#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "tests/tools/paths.h"

// Tests that the contracts of the store have no call for whose answer a caller could wait.

namespace rensa::architecture {
namespace {

using testing::SizeIs;

std::string text_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The virtual functions of a header, without their destructors, each on one line.
std::vector<std::string> virtual_functions_in(const std::string& header) {
  const std::regex declaration("virtual ([^;{}]*)");
  std::vector<std::string> found;
  for (auto at = std::sregex_iterator(header.begin(), header.end(), declaration); at != std::sregex_iterator(); ++at) {
    const std::string text = std::regex_replace(at->str(1), std::regex("\\s+"), " ");
    if (text.find('~') == std::string::npos) found.push_back(text);
  }
  return found;
}

bool has_completion(const std::string& function) {
  return std::regex_match(function, std::regex("void \\w+\\(.*Completion<.+> \\w+\\) = 0"));
}

TEST(StorageContracts, EveryCallHasACompletionAndNoResult) {
  std::size_t calls = 0;
  for (const char* name : {"accounts", "audit", "bots", "games", "ids", "registrations", "reports", "restrictions",
                           "tournaments", "store"}) {
    const std::string header = text_of(tests::source_path(std::string("server/storage/") + name + ".h"));
    for (const std::string& function : virtual_functions_in(header)) {
      EXPECT_TRUE(has_completion(function)) << name << ".h: " << function;
      ++calls;
    }
  }
  EXPECT_EQ(calls, 38U);
}

TEST(StorageContracts, ACallThatBlocksIsFound) {
  const auto functions = virtual_functions_in(R"(
    virtual ~Games() = default;
    virtual void save_game(GameToSave game,
                           Completion<std::uint64_t> done) = 0;
    virtual std::optional<GameRow> game(std::uint64_t record) = 0;
    virtual void forget(std::uint64_t record) = 0;)");
  ASSERT_THAT(functions, SizeIs(3));
  EXPECT_TRUE(has_completion(functions[0]));
  EXPECT_FALSE(has_completion(functions[1]));
  EXPECT_FALSE(has_completion(functions[2]));
}

}  // namespace
}  // namespace rensa::architecture
