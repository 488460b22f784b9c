#include <filesystem>
#include <gtest/gtest.h>

namespace rensa::tests {
namespace {

namespace fs = std::filesystem;

TEST(TestProgram, HasAFolderOfItsOwnForTemporaryFiles) {
  EXPECT_TRUE(fs::equivalent(testing::TempDir(), fs::temp_directory_path()));
  EXPECT_TRUE(fs::is_empty(testing::TempDir())) << "no other program writes to it";
}

}  // namespace
}  // namespace rensa::tests
