#include "clients/option/output_file.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace rensa::option {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::ExitedWithCode;

class OutputFile : public testing::Test {
 protected:
  OutputFile() {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
    std::ofstream(folder_ / "file") << "mine";
  }
  ~OutputFile() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // To be called in a process of its own: ends it with 0 if somebody without rights may write there.
  [[noreturn]] static void ask_without_rights(const std::string& path) {
    constexpr uid_t kNobody = 65534;
    if (geteuid() == 0 && setuid(kNobody) != 0) std::_Exit(2);
    std::_Exit(why_not_written(path).empty() ? 0 : 1);
  }

  fs::path folder_ = fs::path(testing::TempDir()) / ("rensa_output_file_" + std::to_string(getpid()));
};

TEST_F(OutputFile, IsANewOneOrOneThatIsWrittenAnew) {
  EXPECT_EQ(why_not_written(path("new")), "");
  EXPECT_EQ(why_not_written(path("file")), "");
  EXPECT_EQ(fs::file_size(path("file")), 4) << "asking writes";
  EXPECT_FALSE(fs::exists(path("new"))) << "asking writes";
}

TEST_F(OutputFile, IsNoFolderAndHasOne) {
  EXPECT_EQ(why_not_written(""), "a name is needed");
  EXPECT_EQ(why_not_written(folder_.string()), folder_.string() + " cannot be written: it is a folder, not a file");
  for (const std::string name : {"no/new", "file/new", "no/", "file/"}) {
    EXPECT_THAT(why_not_written(path(name)), EndsWith("there is no folder " + (folder_ / name).parent_path().string()));
  }
}

TEST_F(OutputFile, NeedsPermission) {
  fs::permissions(folder_, fs::perms{0555});
  fs::permissions(path("file"), fs::perms{0444});
  EXPECT_EXIT(ask_without_rights(path("new")), ExitedWithCode(1), "");
  EXPECT_EXIT(ask_without_rights(path("file")), ExitedWithCode(1), "");
  fs::permissions(path("file"), fs::perms{0666});
  EXPECT_EXIT(ask_without_rights(path("file")), ExitedWithCode(0), "") << "the folder is read only, not the file";
  fs::permissions(folder_, fs::perms{0755});
}

TEST_F(OutputFile, MayBeADevice) { EXPECT_EXIT(ask_without_rights("/dev/null"), ExitedWithCode(0), ""); }

}  // namespace
}  // namespace rensa::option
