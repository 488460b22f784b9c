#include "clients/command_line/files.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <unistd.h>

namespace rensa::command_line {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::ExitedWithCode;

class Files : public testing::Test {
 protected:
  Files() {
    fs::remove_all(folder_);
    fs::create_directory(folder_);
    std::ofstream(folder_ / "file") << "mine";
  }
  ~Files() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  // Ends this process, with 0 if a user without special rights may write there. Call it in a child process.
  [[noreturn]] static void check_without_rights(const std::string& path) {
    constexpr uid_t kNobody = 65534;
    if (geteuid() == 0 && setuid(kNobody) != 0) std::_Exit(2);
    std::_Exit(why_not_writable(path).empty() ? 0 : 1);
  }

  fs::path folder_ = fs::path(testing::TempDir()) / ("rensa_output_file_" + std::to_string(getpid()));
};

TEST_F(Files, OutputMayBeNewOrReplaceAFile) {
  EXPECT_EQ(why_not_writable(path("new")), "");
  EXPECT_EQ(why_not_writable(path("file")), "");
  EXPECT_EQ(fs::file_size(path("file")), 4) << "asking writes";
  EXPECT_FALSE(fs::exists(path("new"))) << "asking writes";
}

TEST_F(Files, OutputIsNoFolderAndItsFolderExists) {
  EXPECT_EQ(why_not_writable(""), "a name is needed");
  EXPECT_EQ(why_not_writable(folder_.string()), folder_.string() + " cannot be written: it is a folder, not a file");
  for (const std::string name : {"no/new", "file/new", "no/", "file/"}) {
    EXPECT_THAT(why_not_writable(path(name)),
                EndsWith("there is no folder " + (folder_ / name).parent_path().string()));
  }
}

TEST_F(Files, OutputNeedsPermission) {
  fs::permissions(folder_, fs::perms{0555});
  fs::permissions(path("file"), fs::perms{0444});
  EXPECT_EXIT(check_without_rights(path("new")), ExitedWithCode(1), "");
  EXPECT_EXIT(check_without_rights(path("file")), ExitedWithCode(1), "");
  fs::permissions(path("file"), fs::perms{0666});
  EXPECT_EXIT(check_without_rights(path("file")), ExitedWithCode(0), "") << "the folder is read only, not the file";
  fs::permissions(folder_, fs::perms{0755});
}

TEST_F(Files, OutputMayBeADevice) { EXPECT_EXIT(check_without_rights("/dev/null"), ExitedWithCode(0), ""); }

TEST_F(Files, WrittenTextIsReadUnchanged) {
  write_output_file(path("text"), "one\r\ntwo");
  const auto text = read_text_file(path("text"));
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "one\r\ntwo");
}

TEST_F(Files, AFileThatCannotBeWrittenIsNamedWithTheReason) {
  const auto why = [](const std::string& file) -> std::string {
    try {
      write_output_file(file, "text");
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(why("/dev/full"), "/dev/full cannot be written: No space left on device");
  EXPECT_EQ(why(path("no/file")), path("no/file") + " cannot be written: No such file or directory");
}

TEST_F(Files, FolderIsNotATextFile) {
  EXPECT_EQ(read_text_file(folder_.string()).error().message, folder_.string() + ": is no file");
}

TEST_F(Files, FoldersAreMadeOrTheReasonIsTold) {
  make_folders(path("a/b"));
  EXPECT_TRUE(fs::is_directory(folder_ / "a/b"));
  EXPECT_NO_THROW(make_folders(path("a/b"))) << "it is there";
  const auto why = [this](const std::string& name) -> std::string {
    try {
      make_folders(path(name));
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  fs::create_symlink("loop", folder_ / "loop");
  EXPECT_EQ(why("file/"), path("file/") + " cannot be made: a part of this path is a file, not a folder");
  EXPECT_EQ(why("file/new"), path("file/new") + " cannot be made: a part of this path is a file, not a folder");
  EXPECT_THAT(why("loop"), testing::StartsWith(path("loop") + " "));
}

TEST_F(Files, ErrorsOfTheFileSystemBeginWithThePath) {
  fs::create_symlink("loop", folder_ / "loop");
  try {
    static_cast<void>(fs::is_directory(folder_ / "loop"));
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_EQ(message_of(error), path("loop") + ": its symbolic links lead in a circle");
  }
  EXPECT_EQ(message_of(std::runtime_error("another error")), "another error");
}

TEST_F(Files, FirstLineIsTheToken) {
  write_output_file(path("token"), " secret \r\nmore\n");
  EXPECT_EQ(read_token_file(path("token")), "secret");
  write_output_file(path("token"), "\n");
  EXPECT_THROW(read_token_file(path("token")), std::runtime_error);
}

}  // namespace
}  // namespace rensa::command_line
