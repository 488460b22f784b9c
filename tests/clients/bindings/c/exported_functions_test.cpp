#include <algorithm>
#include <cstdio>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <regex>
#include <set>
#include <string>

#include "tests/clients/bindings/c/header.h"
#include "tests/tools/paths.h"

namespace rensa::bindings {
namespace {

std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string output;
  for (int letter = std::fgetc(pipe.get()); letter != EOF; letter = std::fgetc(pipe.get())) {
    output += static_cast<char>(letter);
  }
  return output;
}

TEST(SharedLibrary, ExportsTheFunctionsOfTheHeaderAndNothingElse) {
  std::set<std::string> exported;
  const std::string names =
      output_of("nm --dynamic --defined-only --format=just-symbols " + tests::program_path("librensa.so"));
  const std::regex word(R"(\S+)");
  for (std::sregex_iterator name(names.begin(), names.end(), word); name != std::sregex_iterator(); ++name) {
    exported.insert(name->str());
  }
  EXPECT_THAT(exported, testing::ContainerEq(functions_of_header()));
  EXPECT_GT(exported.size(), 70U);
}

// Only these allocations fail in the tests of functions that lack memory.
TEST(SharedLibrary, AllocatesByOperatorNewOnly) {
  const std::string undefined =
      output_of("nm --dynamic --undefined-only --format=just-symbols " + tests::program_path("librensa.so"));
  EXPECT_NE(undefined.find("_Znwm"), std::string::npos) << "operator new is not named so here";
  const std::regex allocation(
      "(^|\\n)(malloc|calloc|realloc|aligned_alloc|posix_memalign|strdup|strndup|asprintf)(@|\\n)");
  std::smatch found;
  EXPECT_FALSE(std::regex_search(undefined, found, allocation)) << found[2];
}

}  // namespace
}  // namespace rensa::bindings
