#include "clients/command_line/nearest_name.h"

#include <gtest/gtest.h>

namespace rensa::command_line {
namespace {

TEST(NearestName, IsTheOneWithTheFewestMistakes) {
  const std::vector<std::string> known = {"web-port", "web-root", "worker-port", "data"};
  EXPECT_EQ(nearest_name("web-prot", known), "web-port") << "two letters are exchanged";
  EXPECT_EQ(nearest_name("webport", known), "web-port") << "a letter is missing";
  EXPECT_EQ(nearest_name("web-roots", known), "web-root") << "a letter is surplus";
  EXPECT_EQ(nearest_name("dada", known), "data") << "a letter is wrong";
  EXPECT_EQ(nearest_name("web-port", known), "web-port");
}

TEST(NearestName, IsNoneIfTooMuchDiffers) {
  EXPECT_EQ(nearest_name("colour", {"data", "web-port"}), std::nullopt);
  EXPECT_EQ(nearest_name("x", {"y"}), std::nullopt);
  EXPECT_EQ(nearest_name("", {"a"}), std::nullopt);
  EXPECT_EQ(nearest_name("data", {}), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(1'000'000, 'a'), {"a"}), std::nullopt);
}

}  // namespace
}  // namespace rensa::command_line
