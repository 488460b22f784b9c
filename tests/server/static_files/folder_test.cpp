#include "server/static_files/folder.h"

#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

namespace rensa::static_files {
namespace {

namespace fs = std::filesystem;

// A folder of a page, with a secret beside it.
class Folder : public testing::Test {
 protected:
  Folder() {
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
  ~Folder() override { fs::remove_all(outside); }

  static void write(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
  }
  // "none": there is no such file.
  std::string text(std::string_view path) const {
    const auto asset = assets_in(root)(path);
    return asset ? asset->bytes : "none";
  }

  fs::path outside;
  fs::path root;
};

TEST_F(Folder, GivesItsFiles) {
  EXPECT_EQ(text("index.html"), "first");
  EXPECT_EQ(text("draw/board.js"), "board");
  EXPECT_EQ(assets_in(root)("draw/board.js")->content_type, "text/javascript; charset=utf-8");
}

TEST_F(Folder, SeesEditsAtOnce) {
  const Files files = assets_in(root);
  const std::string etag = files("index.html")->etag;
  write(root / "index.html", "second");
  EXPECT_EQ(files("index.html")->bytes, "second");
  EXPECT_NE(files("index.html")->etag, etag);
  fs::remove(root / "index.html");
  EXPECT_FALSE(files("index.html"));
}

TEST_F(Folder, GivesNothingThatIsOutside) {
  for (const char* path :
       {"../secret", "draw/../../secret", "..", "draw/..", "./../secret", "draw/./../../secret", "../web/index.html"}) {
    EXPECT_EQ(text(path), "none") << path;
  }
  const std::string absolute = (outside / "secret").string();
  EXPECT_EQ(text(absolute), "none");
  EXPECT_EQ(text("draw/" + absolute), "none");
  EXPECT_EQ(text(std::string_view("index.html\0/../secret", 21)), "none");
}

TEST_F(Folder, FollowsNoLinkThatLeadsOut) {
  fs::create_symlink(outside / "secret", root / "file");
  fs::create_directory_symlink(outside, root / "up");
  fs::create_directory_symlink("..", root / "draw" / "parent");
  fs::create_directory_symlink(outside / "web-other", root / "other");
  for (const char* path : {"file", "up/secret", "draw/parent/../secret", "other/secret", "up/web-other/secret"}) {
    EXPECT_EQ(text(path), "none") << path;
  }
  EXPECT_EQ(text("draw/parent/index.html"), "first") << "within the folder they may lead anywhere";
}

TEST_F(Folder, GivesNothingThatIsNoFileToBeShown) {
  for (const char* path : {"", "/", "draw", "draw/", "draw//board.js", ".hidden", ".", "nothing"}) {
    EXPECT_EQ(text(path), "none") << path;
  }
}

TEST_F(Folder, HasToBeThereAtFirst) {
  EXPECT_THROW(assets_in(root / "nowhere"), std::runtime_error);
  EXPECT_THROW(assets_in(root / "index.html"), std::runtime_error);
}

}  // namespace
}  // namespace rensa::static_files
