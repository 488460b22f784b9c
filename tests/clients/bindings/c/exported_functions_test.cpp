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

}  // namespace
}  // namespace rensa::bindings
