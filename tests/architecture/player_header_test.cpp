#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

#include "tests/architecture/source.h"
#include "tests/tools/paths.h"

namespace rensa::architecture {
namespace {

// Adds all headers of ours that a file includes, directly or by other headers.
void add_included(const std::string& path, std::set<std::string>& all) {
  std::ifstream file(tests::source_path(path));
  std::ostringstream text;
  text << file.rdbuf();
  for (const Include& include : read_source(text.str()).includes) {
    if (include.quoted && all.insert(include.path).second) add_included(include.path, all);
  }
}

// A file that calls players is not compiled again when an evaluation or a search changes.
TEST(PlayerHeader, IncludesNoEvaluationAndNoSearch) {
  std::set<std::string> included;
  add_included("engine/players/player.h", included);
  EXPECT_TRUE(included.contains("engine/players/position.h"));
  EXPECT_TRUE(included.contains("engine/rules/ruleset.h"));
  for (const std::string& path : included) {
    EXPECT_FALSE(path.starts_with("engine/evaluation/") || path.starts_with("engine/search/")) << path;
  }
}

}  // namespace
}  // namespace rensa::architecture
