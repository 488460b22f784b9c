#include "server/base/kept_size.h"

#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

namespace rensa::base {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class KeptSize : public testing::Test {
 protected:
  KeptSize() {
    std::string pattern = (fs::temp_directory_path() / "rensa-size-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    file_ = folder_ / "lines";
  }
  ~KeptSize() override { fs::remove_all(folder_); }

  std::optional<std::string> why_cut_at(std::uint64_t size) const {
    std::ofstream(file_) << std::string(size, '\n');
    return why_cut(file_);
  }

  fs::path folder_;
  fs::path file_;
};

TEST_F(KeptSize, AFileWithoutAKeptSizeMayHaveAnySize) { EXPECT_EQ(why_cut_at(0), std::nullopt); }

TEST_F(KeptSize, AShorterFileIsNoticedAndALongerOneIsNot) {
  keep_size(file_, 7);
  keep_size(file_, 123'456);
  EXPECT_EQ(why_cut_at(123'456), std::nullopt);
  EXPECT_EQ(why_cut_at(200'000), std::nullopt);
  EXPECT_EQ(why_cut_at(123'455),
            file_.string() +
                ": it has 123455 bytes, but had 123456. Its end is lost: restore it, or remove lines.size "
                "to go on with what is left");
  keep_size(file_, 5);
  EXPECT_EQ(why_cut_at(5), std::nullopt);
}

TEST_F(KeptSize, ALineThatDoesNotEndAnyMoreIsNoticed) {
  keep_size(file_, 7);
  for (const std::string& altered : {std::string("{\"a\":1} and more\n"), std::string(500, '\0')}) {
    std::ofstream(file_) << altered << std::flush;
    EXPECT_EQ(why_cut(file_),
              file_.string() + ": no line ends any more after 7 bytes. Its content was altered: restore it");
  }
  std::ofstream(file_) << "{\"a\":}\n{\"an unfinished li";
  EXPECT_EQ(why_cut(file_), std::nullopt);
}

TEST_F(KeptSize, AnythingButANumberIsNoticed) {
  for (const char* text : {"7", "seven\n", "7 8\n", "-1\n"}) {
    std::ofstream(kept_size_file_of(file_)) << text;
    const auto why = why_cut_at(1'000'000);
    ASSERT_TRUE(why) << text;
    EXPECT_THAT(*why, HasSubstr("it must have one number"));
  }
}

TEST_F(KeptSize, AMissingFileIsCut) {
  keep_size(file_, 7);
  EXPECT_THAT(*why_cut(file_), HasSubstr("it has 0 bytes, but had 7"));
}

// A power cut may leave a new file without its data.
TEST_F(KeptSize, AnEmptyNumberIsNone) {
  for (const std::string& text : {std::string(), std::string(21, '\0')}) {
    std::ofstream(kept_size_file_of(file_)) << text;
    EXPECT_EQ(why_cut_at(5), std::nullopt);
  }
}

TEST_F(KeptSize, AFileThatCannotBeWrittenIsNamed) {
  try {
    keep_size(folder_ / "missing" / "lines", 1);
    ADD_FAILURE();
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("lines.size: No such file"));
  }
}

}  // namespace
}  // namespace rensa::base
