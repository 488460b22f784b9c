#include "clients/command_line/entrant_option.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "engine/evaluation/field_evaluator.h"

namespace rensa::command_line {
namespace {

// A file that is removed by the destructor.
class File {
 public:
  explicit File(const std::string& content) { std::ofstream(path()) << content; }
  ~File() { std::filesystem::remove(path()); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  static std::string path() { return testing::TempDir() + "rensa_entrant_option.json"; }
};

TEST(EntrantOption, ReadsPlayerOptionsAndName) {
  const auto entrant = read_entrant("gaze:nodes=300");
  ASSERT_TRUE(entrant);
  EXPECT_EQ(entrant->kind, players::find_player("gaze"));
  EXPECT_EQ(entrant->options.nodes, 300);
  EXPECT_EQ(entrant->options.evaluator, nullptr);
  EXPECT_EQ(entrant->name, "gaze:nodes=300");
}

TEST(EntrantOption, ReadsWeightsFromAFile) {
  const File file(R"({"link": 77, "late.link": 78})");
  const auto entrant = read_entrant("gaze:weights=" + File::path());
  ASSERT_TRUE(entrant);
  const auto evaluator = std::dynamic_pointer_cast<const evaluation::WeightedEvaluator>(entrant->options.evaluator);
  ASSERT_NE(evaluator, nullptr);
  EXPECT_EQ(evaluator->weights().of(evaluation::FieldPhase::opening).link, 77);
  EXPECT_EQ(evaluator->weights().of(evaluation::FieldPhase::late).link, 78);
  EXPECT_EQ(entrant->name, "gaze:weights=rensa_entrant_option.jso");
}

TEST(EntrantOption, NamesTheFaultOfTheWeightsFile) {
  const std::string word = "gaze:weights=" + File::path();
  EXPECT_EQ(read_entrant(word).error().message, File::path() + ": there is no such file");
  {
    const File file(R"({"links": 77})");
    EXPECT_EQ(read_entrant(word).error().message, File::path() + ": line 1: \"links\" is not a weight");
  }
  const File file(std::string(1U << 21, ' '));
  EXPECT_EQ(read_entrant(word).error().message, File::path() + ": is longer than a megabyte");
}

TEST(EntrantOption, PassesOnTheFaultOfThePlayerSpec) {
  EXPECT_EQ(read_entrant("gaze:nodes").error().message, players::parse_player_spec("gaze:nodes").error().message);
}

}  // namespace
}  // namespace rensa::command_line
