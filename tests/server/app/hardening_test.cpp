#include <array>
#include <cstdio>
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "tests/tools/paths.h"

namespace rensa::app {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

// Returns what readelf, which comes with the compiler, prints about the program.
std::string readelf(const std::string& option) {
  const std::string command = "readelf --wide " + option + " '" + tests::program_path("rensa-server") + "' 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string output;
  std::array<char, 4096> piece{};
  while (const std::size_t count = fread(piece.data(), 1, piece.size(), pipe)) output.append(piece.data(), count);
  EXPECT_EQ(pclose(pipe), 0) << output;
  return output;
}

TEST(HardenedServer, LiesAtARandomAddress) {
  EXPECT_THAT(readelf("--file-header"), ContainsRegex("Type: +DYN"));
  EXPECT_THAT(readelf("--dynamic"), ContainsRegex("FLAGS_1.*PIE"));
}

TEST(HardenedServer, ResolvesAllAddressesAtItsStartAndThenMakesThemReadOnly) {
  EXPECT_THAT(readelf("--dynamic"), ContainsRegex("FLAGS.*BIND_NOW"));
  EXPECT_THAT(readelf("--program-headers"), HasSubstr("GNU_RELRO"));
}

TEST(HardenedServer, NoticesAnOverflowOfTheStack) {
  EXPECT_THAT(readelf("--dyn-syms"), HasSubstr(" __stack_chk_fail@"));
}

TEST(HardenedServer, CallsTheCheckingFunctionsOfTheLibrary) {
  EXPECT_THAT(readelf("--dyn-syms"), ContainsRegex(" __[a-z]+_chk@"));
}

#ifdef __x86_64__
TEST(HardenedServer, IsMarkedForTheChecksOfJumpsAndReturns) {
  EXPECT_THAT(readelf("--notes"), HasSubstr("IBT, SHSTK"));
}
#endif

}  // namespace
}  // namespace rensa::app
