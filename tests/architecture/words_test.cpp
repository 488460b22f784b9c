#include "tests/architecture/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tools/paths.h"

namespace rensa::architecture {
namespace {

using testing::_;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Le;
using testing::Pair;

TEST(Words, NoFileAndNoTypeHasAForbiddenName) { EXPECT_THAT(check_names(tests::source_path()), IsEmpty()); }

TEST(Words, AtMostThreeOfAHundredCommentsAreRiddles) {
  const CommentCount count = count_comments_below(tests::source_path());
  ASSERT_GT(count.lines, 1000);
  EXPECT_LE(count.with_riddles * 100, count.lines * 3) << count.with_riddles << " of " << count.lines;
}

TEST(Words, NoFolderHasMoreThanThirtyFiles) {
  const std::map<std::string, int> files = count_files_by_folder(tests::source_path());
  EXPECT_TRUE(files.contains("engine/rules"));
  EXPECT_THAT(files, Each(Pair(_, Le(30))));
}

TEST(Words, ANameIsCutAtUnderscoresAndCapitals) {
  EXPECT_THAT(words_of("SpectatorGroup"), ElementsAre("spectator", "group"));
  EXPECT_THAT(words_of("spectator_group2"), ElementsAre("spectator", "group"));
  EXPECT_THAT(words_of("HTTPServer"), ElementsAre("http", "server"));
  EXPECT_THAT(words_of("kMostHalls"), ElementsAre("k", "most", "halls"));
}

TEST(Words, TypesAreFoundWhereTheyAreDefined) {
  EXPECT_THAT(types_in("struct Hall {\n  int a;\n};\nclass Match;\nenum class Phase : int { fall };\n"
                       "using Rota = int;\nexport class Desk {\n/** @typedef {{a: number}} Deeds */\n"),
              ElementsAre("Hall", "Phase", "Rota", "Desk", "Deeds"));
}

TEST(Words, OnlyWholeWordsOfCommentsCount) {
  const CommentCount count = count_comments("// Who is there?\n/* whatever */\n * somewhat\n * What.\nint who = 0;\n");
  EXPECT_EQ(count.lines, 4);
  EXPECT_EQ(count.with_riddles, 2);
}

}  // namespace
}  // namespace rensa::architecture
