#include "proto/feature.h"

#include <gtest/gtest.h>

namespace rensa::proto {
namespace {

TEST(Feature, OfferComesBack) {
  for (const int matches : {1, 2, 1024}) {
    for (const Subscription subscription : {Subscription::events, Subscription::frames}) {
      for (const bool bound_only : {false, true}) {
        const Offer offer{matches, subscription, bound_only};
        EXPECT_EQ(offer_in({"sings", feature_of(offer)}), offer) << feature_of(offer);
      }
    }
  }
  EXPECT_EQ(feature_of({8, Subscription::events, false}), "arranged:8");
  EXPECT_EQ(feature_of({1, Subscription::frames, true}), "arranged:1:frames:bound");
}

TEST(Feature, WhatIsNoOfferIsIgnored) {
  EXPECT_EQ(offer_in({}), std::nullopt);
  for (const char* feature :
       {"", "arranged", "arranged:", "arranged:0", "arranged:-1", "arranged:+1", "arranged: 1", "arranged:1 ",
        "arranged:1:", "arranged:1:turns", "arranged:1:frames:", "arranged:1:bound:frames", "arranged:1:bounds",
        "Arranged:1", "arranged:99999999999", "rearranged:1"}) {
    EXPECT_EQ(offer_in({feature}), std::nullopt) << feature;
  }
}

TEST(Feature, FirstOfferCounts) { EXPECT_EQ(offer_in({"arranged:0", "arranged:3", "arranged:5"})->matches, 3); }

TEST(Feature, WhoIsOpenComesBack) {
  for (const Subscription subscription : {Subscription::events, Subscription::frames}) {
    const Open open{4, subscription};
    EXPECT_EQ(open_in({"arranged:3", feature_of(open), "open:9"}), open);
  }
  EXPECT_EQ(feature_of(Open{4, Subscription::events}), "open:4");
  EXPECT_EQ(feature_of(Open{1, Subscription::frames}), "open:1:frames");
  for (const char* feature : {"open", "open:", "open:0", "open:-1", "open:1:", "open:1:bound", "open:99999999999"}) {
    EXPECT_EQ(open_in({feature}), std::nullopt) << feature;
  }
}

TEST(Feature, WhoAdvisesComesBack) {
  EXPECT_EQ(feature_of(Advises{4}), "advises:4");
  EXPECT_EQ(advises_in({"open:3", "advises:0", "advises:2", "advises:9"}), Advises{2});
  for (const char* feature : {"advises", "advises:", "advises:0", "advises:-1", "advises:1:", "advises:1:frames"}) {
    EXPECT_EQ(advises_in({feature}), std::nullopt) << feature;
  }
}

TEST(Feature, WelcomeSaysTheWordAlone) {
  EXPECT_TRUE(has({"a", "arranged"}, kArranged));
  EXPECT_FALSE(has({"arranged:1"}, kArranged));
  EXPECT_FALSE(has({}, kArranged));
}

}  // namespace
}  // namespace rensa::proto
