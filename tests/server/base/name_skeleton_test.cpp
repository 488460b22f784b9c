#include "server/base/name_skeleton.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace rensa::base {
namespace {

TEST(NameSkeleton, NamesThatLookAlikeHaveTheSame) {
  for (const auto& alike : std::vector<std::vector<const char*>>{
           {"greedy", "Greedy", "GREEDY", "gr\u0435\u0435dy", "\uFF47\uFF52\uFF45\uFF45\uFF44\uFF59"},
           {"bot1", "botl", "BOTL", "botI", "bot|", "bot\uFF11"},
           {"bot0", "boto", "botO", "bot\u041E", "bot\uFF10"},
           {"corner", "comer", "CORNER", "COMER"},
           {"random", "RANDOM", "randoM"},
           {"Ian", "ian", "IAN", "lan"},
           {"ann-2", "ann\u20102", "a\u0578n-2"},
           {"Zo\u00EB", "Zoe\u0308"},
           {"\u30D1\u30D1", "\u30CF\u309A\u30CF\u309A"}}) {
    for (const char* name : alike) EXPECT_EQ(skeleton_of(name), skeleton_of(alike.front())) << name;
  }
}

TEST(NameSkeleton, OtherNamesHaveOthers) {
  const std::vector<const char*> names{"ann",     "anna", "ann-2",    "ann-3", "bob",          "guest-1",
                                       "guest-2", "zoe",  "Zo\u00EB", "gaze",  "\u304C\u305C", "\u304B\u305C"};
  std::set<std::string> skeletons;
  for (const char* name : names) EXPECT_TRUE(skeletons.insert(skeleton_of(name)).second) << name;
}

TEST(NameSkeleton, NumbersNeverLookAlike) {
  std::set<std::string> skeletons;
  for (int number = 0; number < 2'000; ++number) {
    EXPECT_TRUE(skeletons.insert(skeleton_of("guest-" + std::to_string(number))).second) << number;
  }
}

TEST(NameSkeleton, AnyBytesHaveOne) {
  EXPECT_EQ(skeleton_of(""), "");
  EXPECT_NE(skeleton_of("\xFF\xFE"), "");
}

}  // namespace
}  // namespace rensa::base
