#include "server/base/atomic_file.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <stdexcept>

#include "server/base/temporary_folder.h"

namespace rensa::base {
namespace {

TEST(AtomicFile, ReplacesTheOldContent) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "rensa-whole-file";
  std::filesystem::create_directories(folder);
  const std::filesystem::path file = folder / "a";
  write_file_atomically(file, std::string("one"));
  write_file_atomically(file, std::string("two\0three", 9));
  EXPECT_EQ(read_text_file(file), std::string("two\0three", 9));
  EXPECT_EQ(read_binary_file(file).size(), 9U);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.part"));
  remove_file(file);
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_NO_THROW(remove_file(file)) << "it is not there";
  std::filesystem::remove_all(folder);
}

TEST(AtomicFile, ReportsTheFileAndTheError) {
  const auto why = [](const auto& act) -> std::string {
    try {
      act();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(why([] { static_cast<void>(read_text_file("/nowhere/a")); }), "/nowhere/a: No such file or directory");
  EXPECT_EQ(why([] { static_cast<void>(read_text_file("/")); }), "/: it is a folder");
  EXPECT_EQ(why([] { write_file_atomically("/nowhere/a", std::string("x")); }),
            "/nowhere/a.part: No such file or directory");
}

TEST(PrivateFolder, OtherUsersCannotReadInNewFolders) {
  const TemporaryFolder scratch;
  const std::filesystem::path open = scratch.path() / "open";
  std::filesystem::create_directory(open);
  std::filesystem::permissions(open, std::filesystem::perms::all);
  make_private_folder(open / "a" / "b");
  make_private_folder(open / "a" / "b");
  for (const char* folder : {"a", "a/b"})
    EXPECT_EQ(std::filesystem::status(open / folder).permissions(), std::filesystem::perms::owner_all);
  EXPECT_EQ(std::filesystem::status(open).permissions(), std::filesystem::perms::all) << "whoever made it has decided";
  std::ofstream(open / "file");
  EXPECT_THROW(make_private_folder(open / "file" / "c"), std::runtime_error);
}

}  // namespace
}  // namespace rensa::base
