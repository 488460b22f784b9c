#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>

#include "server/static_files/site.h"
#include "tests/tools/paths.h"

namespace rensa::static_files {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> files_on_disk() {
  std::map<std::string, std::string> files;
  const fs::path root = tests::source_path("clients/web");
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    files[entry.path().lexically_relative(root).generic_string()] = {std::istreambuf_iterator<char>(in), {}};
  }
  return files;
}

TEST(EmbeddedFileSource, EveryFileOfTheClientIsInTheProgram) {
  const auto expected = files_on_disk();
  ASSERT_TRUE(expected.contains("index.html"));
  std::map<std::string, std::string> embedded;
  for (const EmbeddedFile& file : embedded_files()) embedded.emplace(file.path, std::string(file.begin, file.end));
  EXPECT_EQ(embedded, expected);
}

TEST(EmbeddedFileSource, AssetsHaveTheTypeOfTheirName) {
  const FileSource files = embedded_file_source();
  const auto index = files("index.html");
  ASSERT_TRUE(index);
  EXPECT_EQ(index->content_type, "text/html; charset=utf-8");
  EXPECT_EQ(index, files("index.html")) << "made once";
  for (const char* none : {"", "/index.html", "index.htm", "../CMakeLists.txt"}) EXPECT_FALSE(files(none)) << none;
}

// A folder of a web client, with a secret file beside it.
class FolderFileSource : public testing::Test {
 protected:
  FolderFileSource() {
    std::string pattern = (fs::temp_directory_path() / "rensa-folder-XXXXXX").string();
    outside = mkdtemp(pattern.data());
    root = outside / "web";
    fs::create_directories(root / "draw");
    write(root / "index.html", "first");
    write(root / "draw" / "board.js", "board");
    write(root / ".hidden", "hidden");
    write(outside / "secret", "secret");
    fs::create_directories(outside / "web-other");
    write(outside / "web-other" / "secret", "secret");
  }
  ~FolderFileSource() override { fs::remove_all(outside); }

  static void write(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
  }
  // "none": there is no such file.
  std::string text(std::string_view path) const {
    const auto asset = folder_file_source(root)(path);
    return asset ? asset->bytes : "none";
  }

  fs::path outside;
  fs::path root;
};

TEST_F(FolderFileSource, GivesItsFiles) {
  EXPECT_EQ(text("index.html"), "first");
  EXPECT_EQ(text("draw/board.js"), "board");
  EXPECT_EQ(folder_file_source(root)("draw/board.js")->content_type, "text/javascript; charset=utf-8");
}

TEST_F(FolderFileSource, SeesEditsAtOnce) {
  const FileSource files = folder_file_source(root);
  const std::string etag = files("index.html")->etag;
  write(root / "index.html", "second");
  EXPECT_EQ(files("index.html")->bytes, "second");
  EXPECT_NE(files("index.html")->etag, etag);
  fs::remove(root / "index.html");
  EXPECT_FALSE(files("index.html"));
}

TEST_F(FolderFileSource, GivesNoFilesOutsideTheFolder) {
  for (const char* path :
       {"../secret", "draw/../../secret", "..", "draw/..", "./../secret", "draw/./../../secret", "../web/index.html"}) {
    EXPECT_EQ(text(path), "none") << path;
  }
  const std::string absolute = (outside / "secret").string();
  EXPECT_EQ(text(absolute), "none");
  EXPECT_EQ(text("draw/" + absolute), "none");
  EXPECT_EQ(text(std::string_view("index.html\0/../secret", 21)), "none");
}

TEST_F(FolderFileSource, FollowsNoLinkOutOfTheFolder) {
  fs::create_symlink(outside / "secret", root / "file");
  fs::create_directory_symlink(outside, root / "up");
  fs::create_directory_symlink("..", root / "draw" / "parent");
  fs::create_directory_symlink(outside / "web-other", root / "other");
  for (const char* path : {"file", "up/secret", "draw/parent/../secret", "other/secret", "up/web-other/secret"}) {
    EXPECT_EQ(text(path), "none") << path;
  }
  EXPECT_EQ(text("draw/parent/index.html"), "first") << "within the folder they may lead anywhere";
}

TEST_F(FolderFileSource, GivesNoFoldersAndNoHiddenFiles) {
  for (const char* path : {"", "/", "draw", "draw/", "draw//board.js", ".hidden", ".", "nothing"}) {
    EXPECT_EQ(text(path), "none") << path;
  }
}

TEST_F(FolderFileSource, ThrowsIfThereIsNoFolder) {
  EXPECT_THROW(folder_file_source(root / "nowhere"), std::runtime_error);
  EXPECT_THROW(folder_file_source(root / "index.html"), std::runtime_error);
}

}  // namespace
}  // namespace rensa::static_files
