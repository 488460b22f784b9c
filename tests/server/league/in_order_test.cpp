#include "server/league/in_order.h"

#include <gtest/gtest.h>

namespace rensa::league {
namespace {

TEST(InOrder, HoldsBackWhatCameTooEarly) {
  InOrder<char> letters;
  EXPECT_EQ(letters.next(), std::nullopt);
  letters.put(2, 'c');
  letters.put(1, 'b');
  EXPECT_EQ(letters.next(), std::nullopt);
  letters.put(0, 'a');
  EXPECT_EQ(letters.next(), 'a');
  EXPECT_EQ(letters.next(), 'b');
  EXPECT_EQ(letters.next(), 'c');
  EXPECT_EQ(letters.next(), std::nullopt);
}

}  // namespace
}  // namespace rensa::league
