#include "tests/architecture/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::architecture {
namespace {

using testing::ElementsAre;

std::vector<std::string> paths(std::string_view text) {
  std::vector<std::string> paths;
  for (const Include& include : read_source(text).includes) paths.push_back(include.path);
  return paths;
}

TEST(Source, FindsIncludesHoweverTheyAreSpaced) {
  const Source source = read_source("#include <chrono>\n\n  #  include\t\"engine/rules/field.h\"  // why\n");
  ASSERT_EQ(source.includes.size(), 2U);
  EXPECT_EQ(source.includes[0].path, "chrono");
  EXPECT_FALSE(source.includes[0].quoted);
  EXPECT_EQ(source.includes[1].path, "engine/rules/field.h");
  EXPECT_TRUE(source.includes[1].quoted);
  EXPECT_EQ(source.includes[1].line, 3);
}

TEST(Source, IgnoresIncludesInCommentsAndRawStrings) {
  EXPECT_THAT(paths("// #include <a>\n/*\n#include <b>\n*/\nauto s = R\"x(\n#include <c>\n)x\";\n#include <d>\n"),
              ElementsAre("d"));
}

TEST(Source, CommentOpenedInsideAStringIsNone) {
  EXPECT_THAT(paths("const char* s = \"/*\";\n#include <a>\nchar c = '\"';\n#include <b>\n"), ElementsAre("a", "b"));
}

TEST(Source, DigitSeparatorOpensNoString) {
  EXPECT_THAT(paths("int n = 1'000;\n#include <a>\nint m = 2'000;\n"), ElementsAre("a"));
}

TEST(Source, IncludeOfAMacroHasNoPath) { EXPECT_THAT(paths("#include HEADER\n"), ElementsAre("")); }

TEST(Source, CodeKeepsItsLinesWithoutCommentsAndStrings) {
  const Source source = read_source("a /* rand()\n rand() */ b\nf(\"rand()\"); // rand()\n");
  ASSERT_EQ(source.code.size(), 3U);
  for (const std::string& line : source.code) EXPECT_FALSE(says(line, "rand(")) << line;
  EXPECT_TRUE(says(source.code[1], "b"));
}

TEST(Says, FindsWholeWordsOnly) {
  EXPECT_TRUE(says("int n = rand();", "rand("));
  EXPECT_TRUE(says("int n = std::rand();", "rand("));
  EXPECT_FALSE(says("int n = operand();", "rand("));
  EXPECT_FALSE(says("int n = my_rand();", "rand("));
  EXPECT_FALSE(says("double_shot", "double"));
  EXPECT_TRUE(says("overdouble; double x", "double"));
  EXPECT_TRUE(says("std::hash<int>", "std::hash"));
  EXPECT_FALSE(says("std::hasher", "std::hash"));
}

TEST(Imports, AreReadFromSchemas) {
  const auto imports =
      read_imports("syntax = \"proto3\";\n// import \"a.proto\";\nimport public \"rensa/v1/b.proto\";\n");
  ASSERT_EQ(imports.size(), 1U);
  EXPECT_EQ(imports[0].path, "rensa/v1/b.proto");
  EXPECT_EQ(imports[0].line, 3);
}

}  // namespace
}  // namespace rensa::architecture
