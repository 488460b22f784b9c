#include "tests/tools/paths.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

namespace rensa::tests {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Paths, LeadToTheSourcesTheDataAndThePrograms) {
  EXPECT_TRUE(fs::exists(source_path("tests/tools/paths_test.cpp")));
  EXPECT_TRUE(fs::exists(data_path("record_v1_turns.rensa")));
  EXPECT_TRUE(fs::equivalent(program_path("test_tools"), "/proc/self/exe"));
  EXPECT_EQ(source_path() + "/docs", source_path("docs"));
}

TEST(Paths, AProgramThatTheBuildHasNotMadeIsNamed) {
  EXPECT_THAT([] { program_path("rensa-dreamer"); },
              ThrowsMessage<std::runtime_error>(HasSubstr("the program rensa-dreamer is not in the build folder")));
}

class BuildFolder : public testing::Test {
 protected:
  BuildFolder() {
    std::string name = testing::TempDir() + "/rensa-paths-XXXXXX";
    folder_ = mkdtemp(name.data());
    fs::create_directories(folder_ / "build" / "tests");
    fs::create_directories(folder_ / "elsewhere");
    std::ofstream(folder_ / "build" / "CMakeCache.txt");
  }
  ~BuildFolder() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }

  fs::path folder_;
};

TEST_F(BuildFolder, IsTheOneThatTheVariableNames) {
  EXPECT_EQ(find_build_folder(path("build").c_str(), "/bin/true"), path("build"));
}

TEST_F(BuildFolder, IsTheOneInWhichTheProgramLies) {
  EXPECT_EQ(find_build_folder(nullptr, path("build/tests/test_x")), path("build"));
  EXPECT_EQ(find_build_folder("", path("build/test_x")), path("build"));
}

TEST_F(BuildFolder, HasToBeNamedForAProgramThatLiesInNone) {
  EXPECT_THAT([&] { find_build_folder(nullptr, path("elsewhere/test_x")); },
              ThrowsMessage<std::runtime_error>(HasSubstr("RENSA_BUILD has to say where the build folder is")));
  EXPECT_THAT([&] { find_build_folder(path("elsewhere").c_str(), path("build/tests/test_x")); },
              ThrowsMessage<std::runtime_error>(HasSubstr("which is no build folder: it has no CMakeCache.txt")));
}

}  // namespace
}  // namespace rensa::tests
