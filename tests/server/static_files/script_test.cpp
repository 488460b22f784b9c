#include "server/static_files/script.h"

#include <gtest/gtest.h>

namespace rensa::static_files {
namespace {

TEST(Script, CommentsThatBeginALineAreLeftOut) {
  EXPECT_EQ(without_comments("// one\n  // two\na();\n"), "\n\na();\n");
  EXPECT_EQ(without_comments("/** one\n * two\n */\na();\n"), "\n\n\na();\n");
  EXPECT_EQ(without_comments("/* one */ // two"), "");
  EXPECT_EQ(without_comments("  /* one */ /* two\n */ b();"), "\n b();");
}

TEST(Script, CodeStaysOnItsLine) {
  EXPECT_EQ(without_comments("const a = /** @type {X} */ (b);\n\n/** @type {X} */ (a).c();\nd();"),
            "const a = /** @type {X} */ (b);\n\n (a).c();\nd();");
  EXPECT_EQ(without_comments("a(); // why\nb();"), "a(); // why\nb();");
  EXPECT_EQ(without_comments("const a = b\n  / c;\nconst url = \"http://x\";"),
            "const a = b\n  / c;\nconst url = \"http://x\";");
}

TEST(Script, CommentWithoutAnEndTakesTheRest) { EXPECT_EQ(without_comments("a();\n/* b();\nc();"), "a();\n\n"); }

TEST(Script, LastLineMayHaveNoEnd) {
  EXPECT_EQ(without_comments(""), "");
  EXPECT_EQ(without_comments("\n"), "\n");
  EXPECT_EQ(without_comments("a"), "a");
  EXPECT_EQ(without_comments("/*"), "");
}

}  // namespace
}  // namespace rensa::static_files
