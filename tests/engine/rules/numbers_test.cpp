#include "engine/rules/numbers.h"

#include <gtest/gtest.h>
#include <string>

namespace rensa::rules {
namespace {

TEST(Numbers, AreWholeTexts) {
  EXPECT_EQ(parse_number<int>("-12"), -12);
  EXPECT_EQ(parse_number<int>("ff", 16), 255);
  EXPECT_EQ(parse_number<double>("0.5"), 0.5);
  for (const char* text : {"", " 1", "1 ", "+1", "1.0", "0x1", "99999999999"}) {
    EXPECT_FALSE(parse_number<int>(text)) << text;
  }
  EXPECT_FALSE(parse_number<unsigned>("-1"));
}

TEST(Numbers, APortIsFrom1To65535) {
  EXPECT_EQ(parse_port("1"), 1);
  EXPECT_EQ(parse_port("65535"), 65535);
  for (const char* text : {"", "0", "65536", "-1", "80 ", "http"}) EXPECT_FALSE(parse_port(text)) << text;
}

}  // namespace
}  // namespace rensa::rules
