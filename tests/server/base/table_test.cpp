#include "server/base/table.h"

#include <gtest/gtest.h>

namespace rensa::base {
namespace {

Table sample() {
  return {.columns = {"name", "games", "note"},
          .rows = {{"ann", 12, {}}, {"a \"b\", c|d\n", std::int64_t{-3}, "ß"}, {"x", Cell::literal("0.5"), true}}};
}

TEST(Table, CsvQuotesTextsAndNoNumbers) {
  EXPECT_EQ(text_of(sample(), TableFormat::csv),
            "name,games,note\n\"ann\",12,\n\"a \"\"b\"\", c|d\n\",-3,\"ß\"\n\"x\",0.5,true\n");
}

TEST(Table, MarkdownKeepsACellInItsRow) {
  EXPECT_EQ(
      text_of(sample(), TableFormat::markdown),
      "| name | games | note |\n|---|---|---|\n| ann | 12 |  |\n| a \"b\", c\\|d  | -3 | ß |\n| x | 0.5 | true |\n");
}

// Names are texts of strangers.
TEST(Table, SpreadsheetsRunNoTextAndMarkdownShowsAllOfIt) {
  const Table table{.columns = {"name", "elo"},
                    .rows = {{"=1+1", -3}, {"+a", 0}, {"-b", 0}, {"@c", 0}, {"<b>&[x](y)`\\`", Cell::literal("-1.5")}}};
  EXPECT_EQ(text_of(table, TableFormat::csv),
            "name,elo\n\"'=1+1\",-3\n\"'+a\",0\n\"'-b\",0\n\"'@c\",0\n\"<b>&[x](y)`\\`\",-1.5\n");
  EXPECT_EQ(text_of(table, TableFormat::markdown),
            "| name | elo |\n|---|---|\n| =1+1 | -3 |\n| +a | 0 |\n| -b | 0 |\n| @c | 0 |\n"
            "| &lt;b&gt;&amp;\\[x\\](y)\\`\\\\\\` | -1.5 |\n");
}

TEST(Table, JsonIsAnArrayOfObjects) {
  EXPECT_EQ(text_of(sample(), TableFormat::json),
            "[\n  {\"name\": \"ann\", \"games\": 12, \"note\": null},\n"
            "  {\"name\": \"a \\\"b\\\", c|d\\n\", \"games\": -3, \"note\": \"ß\"},\n"
            "  {\"name\": \"x\", \"games\": 0.5, \"note\": true}\n]\n");
  EXPECT_EQ(text_of({.columns = {"a"}, .rows = {}}, TableFormat::json), "[]\n");
}

TEST(Table, TextIsAlignedWithNumbersToTheRight) {
  const Table table{.columns = {"name", "games"}, .rows = {{"ann", 12}, {"ö", 3}}};
  EXPECT_EQ(text_of(table, TableFormat::text), "name  games\nann      12\nö         3\n");
}

TEST(Table, FormatsHaveNames) {
  EXPECT_EQ(table_format_of("md"), TableFormat::markdown);
  EXPECT_EQ(table_format_of("markdown"), TableFormat::markdown);
  EXPECT_EQ(table_format_of("csv"), TableFormat::csv);
  EXPECT_EQ(table_format_of("json"), TableFormat::json);
  EXPECT_EQ(table_format_of("text"), TableFormat::text);
  EXPECT_EQ(table_format_of("CSV"), std::nullopt);
}

}  // namespace
}  // namespace rensa::base
