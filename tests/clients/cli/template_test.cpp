#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(TemplateBuild, ShowsLabelsAndConstraintsOfADrawing) {
  const TestFolder folder;
  write_file(folder / "two.txt", "two fires\nBA....\nAAA...\nBBB...\n");
  const ProgramResult result = run({"template", "build", folder / "two.txt"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "two, fires: 2 links\n"
            "\n"
            "   a   b   .   .   .   .\n"
            "   B   A   c   .   .   .\n"
            "   A   A   A   d   .   .\n"
            "   B   B   B   e   .   .\n"
            "\n"
            "label weight  S the same, X different, . either\n"
            "               A  B  a  b  c  d  e\n"
            "    A    500   S  X  .  X  X  X  .\n"
            "    B    700   X  S  X  X  X  .  X\n"
            "    a     10   .  X  S  .  .  .  .\n"
            "    b     20   X  X  .  S  .  .  .\n"
            "    c     20   X  X  .  .  S  .  .\n"
            "    d     10   X  .  .  .  .  S  .\n"
            "    e     10   .  X  .  .  .  .  S\n");
}

TEST(TemplateBuild, KnowsTheFamiliesByName) {
  const ProgramResult result = run({"template", "build", "stairs"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, StartsWith("stairs-1, fires: 8 links\n"));
  EXPECT_THAT(result.out, HasSubstr("\n\nstairs-10, fires: 8 links\n"));
}

TEST(TemplateBuild, NamesTheFaultOfAChain) {
  const TestFolder folder;
  write_file(folder / "short.txt", "short fires\nAAA...\n");
  const ProgramResult result = run({"template", "build", folder / "short.txt"});
  EXPECT_EQ(result.exit_code, base::kExitAnswerIsNo);
  EXPECT_THAT(result.out, EndsWith("wrong: A has only 3 puyos\n"));
}

TEST(TemplateBuild, RefusesOtherTexts) {
  const TestFolder folder;
  write_file(folder / "bad.txt", "bad fires\nAA?...\n");
  const ProgramResult bad = run({"template", "build", folder / "bad.txt"});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_THAT(bad.err, HasSubstr("bad.txt: line 2, character 3: '?' is no capital and no '.'"));
  const ProgramResult missing = run({"template", "build", "stair"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(
      missing.err,
      HasSubstr(
          "stair: no such file, and no family of templates: there are domino flat-sandwich flat-stairs fron gtr"));
}

}  // namespace
}  // namespace rensa::cli::test
