#include "clients/option/entrant_option.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "clients/option/text_file.h"

namespace rensa::option {
namespace {

// A file that lives as long as this.
class File {
 public:
  explicit File(const std::string& content) { std::ofstream(path()) << content; }
  ~File() { std::filesystem::remove(path()); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  static std::string path() { return testing::TempDir() + "rensa_entrant_option.json"; }
};

TEST(EntrantOption, HasItsKindItsOptionsAndItsName) {
  const auto entrant = entrant_of_option("gaze:nodes=300");
  ASSERT_TRUE(entrant);
  EXPECT_EQ(entrant->kind, players::find_player("gaze"));
  EXPECT_EQ(entrant->options.nodes, 300);
  EXPECT_FALSE(entrant->options.weights);
  EXPECT_EQ(entrant->name, "gaze:nodes=300");
}

TEST(EntrantOption, ReadsWeightsFromAFile) {
  const File file(R"({"link": 77, "late.link": 78})");
  const auto entrant = entrant_of_option("gaze:weights=" + File::path());
  ASSERT_TRUE(entrant);
  ASSERT_TRUE(entrant->options.weights);
  EXPECT_EQ(entrant->options.weights->of(search::StackingPhase::opening).link, 77);
  EXPECT_EQ(entrant->options.weights->of(search::StackingPhase::late).link, 78);
  EXPECT_EQ(entrant->name, "gaze:weights=rensa_entrant_option.jso");
}

TEST(EntrantOption, SaysWhatIsWrongWithTheFile) {
  const std::string word = "gaze:weights=" + File::path();
  EXPECT_EQ(entrant_of_option(word).error().message, File::path() + ": there is no such file");
  {
    const File file(R"({"links": 77})");
    EXPECT_EQ(entrant_of_option(word).error().message, File::path() + ": \"links\" is not a weight");
  }
  const File file(std::string(1U << 21, ' '));
  EXPECT_EQ(entrant_of_option(word).error().message, File::path() + ": is longer than a megabyte");
}

TEST(EntrantOption, SaysWhatIsWrongWithTheWord) {
  EXPECT_EQ(entrant_of_option("gaze:nodes").error().message, players::player_word_of("gaze:nodes").error().message);
}

TEST(TextFile, IsReadAsItStands) {
  const File file("one\r\ntwo");
  const auto text = text_of_file(File::path());
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "one\r\ntwo");
}

TEST(TextFile, IsNoFolder) {
  EXPECT_EQ(text_of_file(testing::TempDir()).error().message, testing::TempDir() + ": is no file");
}

}  // namespace
}  // namespace rensa::option
