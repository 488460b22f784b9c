#include "proto/feature.h"

#include <gtest/gtest.h>

namespace rensa::proto {
namespace {

TEST(Feature, ArrangedFeatureIsReadAsWritten) {
  for (const int matches : {1, 2, 1024}) {
    for (const Subscription subscription : {Subscription::events, Subscription::frames}) {
      for (const bool bound_only : {false, true}) {
        const ArrangedFeature offer{matches, subscription, bound_only};
        EXPECT_EQ(find_arranged_feature({"sings", feature_text(offer)}), offer) << feature_text(offer);
      }
    }
  }
  EXPECT_EQ(feature_text({8, Subscription::events, false}), "arranged:8");
  EXPECT_EQ(feature_text({1, Subscription::frames, true}), "arranged:1:frames:bound");
}

TEST(Feature, OtherWordsAreIgnored) {
  EXPECT_EQ(find_arranged_feature({}), std::nullopt);
  for (const char* feature :
       {"", "arranged", "arranged:", "arranged:0", "arranged:-1", "arranged:+1", "arranged: 1", "arranged:1 ",
        "arranged:1:", "arranged:1:turns", "arranged:1:frames:", "arranged:1:bound:frames", "arranged:1:bounds",
        "Arranged:1", "arranged:99999999999", "rearranged:1"}) {
    EXPECT_EQ(find_arranged_feature({feature}), std::nullopt) << feature;
  }
}

TEST(Feature, FirstArrangedFeatureCounts) {
  EXPECT_EQ(find_arranged_feature({"arranged:0", "arranged:3", "arranged:5"})->matches, 3);
}

TEST(Feature, OpenFeatureIsReadAsWritten) {
  for (const Subscription subscription : {Subscription::events, Subscription::frames}) {
    const OpenFeature open{4, subscription};
    EXPECT_EQ(find_open_feature({"arranged:3", feature_text(open), "open:9"}), open);
  }
  EXPECT_EQ(feature_text(OpenFeature{4, Subscription::events}), "open:4");
  EXPECT_EQ(feature_text(OpenFeature{1, Subscription::frames}), "open:1:frames");
  for (const char* feature : {"open", "open:", "open:0", "open:-1", "open:1:", "open:1:bound", "open:99999999999"}) {
    EXPECT_EQ(find_open_feature({feature}), std::nullopt) << feature;
  }
}

TEST(Feature, AdvisesFeatureIsReadAsWritten) {
  EXPECT_EQ(feature_text(AdvisesFeature{4}), "advises:4");
  EXPECT_EQ(find_advises_feature({"open:3", "advises:0", "advises:2", "advises:9"}), AdvisesFeature{2});
  for (const char* feature : {"advises", "advises:", "advises:0", "advises:-1", "advises:1:", "advises:1:frames"}) {
    EXPECT_EQ(find_advises_feature({feature}), std::nullopt) << feature;
  }
}

TEST(Feature, ClientIdIsReadAsWritten) {
  const std::string longest(kMaxClientIdBytes, 'z');
  for (const std::string& id : {std::string("b7f0c2"), std::string("-_0aZ"), longest}) {
    EXPECT_EQ(find_client_feature({"arranged:3", feature_text(ClientFeature{id})}), ClientFeature{id});
  }
  EXPECT_EQ(feature_text(ClientFeature{"b7f0c2"}), "client:b7f0c2");
  for (const std::string& feature : {std::string("client"), std::string("client:"), std::string("client:a b"),
                                     std::string("client:\xC3\xA9"), "client:" + longest + "z"}) {
    EXPECT_EQ(find_client_feature({feature}), std::nullopt) << feature;
  }
}

TEST(Feature, ReturningClientIsReadAsWritten) {
  for (const ReturningFeature returning : {ReturningFeature::to_seat, ReturningFeature::as_spectator}) {
    EXPECT_EQ(find_returning_feature({"returning:", "returning:late", feature_text(returning)}), returning);
  }
  EXPECT_EQ(feature_text(ReturningFeature::to_seat), "returning:seat");
  EXPECT_EQ(find_returning_feature({"arranged:1", "returning"}), std::nullopt);
}

TEST(Feature, WelcomeHasTheWordWithoutNumber) {
  EXPECT_TRUE(has_feature({"a", "arranged"}, kArrangedFeature));
  EXPECT_FALSE(has_feature({"arranged:1"}, kArrangedFeature));
  EXPECT_FALSE(has_feature({}, kArrangedFeature));
}

}  // namespace
}  // namespace rensa::proto
