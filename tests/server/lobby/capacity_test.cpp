#include "server/lobby/capacity.h"

#include <gtest/gtest.h>

namespace rensa::lobby {
namespace {

TEST(Capacity, OneThatIsAloneMayUseAll) {
  Capacity capacity;
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(capacity.may_take_more("ann", (i + 1) / 100.0));
    capacity.add_seat("ann");
  }
  EXPECT_FALSE(capacity.may_take_more("ann", 1.01));
}

TEST(Capacity, OneWithLessThanItsPartGetsTheReserve) {
  Capacity capacity;
  for (int i = 0; i < 100; ++i) capacity.add_seat(i % 2 == 0 ? "ann" : "bob");
  EXPECT_TRUE(capacity.may_take_more("eve", 1.01));
  EXPECT_FALSE(capacity.may_take_more("ann", 1.01));
  for (int i = 0; i < 60; ++i) capacity.add_seat("eve");
  EXPECT_TRUE(capacity.may_take_more("ann", 1.1)) << "now ann has less than a third";
  EXPECT_FALSE(capacity.may_take_more("eve", 1.1));
  EXPECT_FALSE(capacity.may_take_more("ann", 1.13)) << "the reserve is used up";
}

TEST(Capacity, PayersThatHaveLeftAreForgotten) {
  Capacity capacity;
  capacity.add_seat("ann");
  capacity.add_seat("ann");
  capacity.add_seat("bob");
  capacity.remove_seat("ann");
  EXPECT_EQ(capacity.seats_of("ann"), 1U);
  capacity.remove_seat("ann");
  EXPECT_EQ(capacity.payer_count(), 1U);
  EXPECT_FALSE(capacity.may_take_more("bob", 1.01)) << "it has all that is used";
}

}  // namespace
}  // namespace rensa::lobby
