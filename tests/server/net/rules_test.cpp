#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/net/accept.h"
#include "server/net/queue_watch.h"
#include "server/net/target.h"
#include "server/net/token_bucket.h"
#include "server/net/web_access.h"

namespace rensa::net {
namespace {

using namespace std::chrono_literals;
const Clock::time_point kStart{};

TEST(TokenBucket, GivesABurstAndThenTheRate) {
  TokenBucket bucket({.per_second = 10, .burst = 2}, kStart);
  EXPECT_TRUE(bucket.take(kStart));
  EXPECT_TRUE(bucket.take(kStart));
  EXPECT_FALSE(bucket.take(kStart));
  EXPECT_FALSE(bucket.take(kStart + 50ms));
  EXPECT_TRUE(bucket.take(kStart + 110ms));
  EXPECT_FALSE(bucket.take(kStart + 110ms));
  EXPECT_TRUE(bucket.take(kStart + 1h));
  EXPECT_TRUE(bucket.take(kStart + 1h));
  EXPECT_FALSE(bucket.take(kStart + 1h)) << "never more than the burst";
}

TEST(QueueWatch, ShortPeakIsForgiven) {
  QueueWatch watch({.soft_bytes = 10, .hard_bytes = 100, .max_over_soft = 20ms, .max_age = 1s});
  EXPECT_TRUE(watch.has_room(90, 10));
  EXPECT_FALSE(watch.has_room(90, 11));
  EXPECT_FALSE(watch.is_too_slow(50, kStart, kStart));
  EXPECT_FALSE(watch.is_too_slow(10, kStart, kStart + 15ms));
  EXPECT_FALSE(watch.is_too_slow(50, kStart, kStart + 30ms)) << "the peak begins anew";
  EXPECT_TRUE(watch.is_too_slow(50, kStart, kStart + 51ms));
}

TEST(QueueWatch, OldMessageIsNot) {
  QueueWatch watch({.soft_bytes = 10, .hard_bytes = 100, .max_over_soft = 20ms, .max_age = 1s});
  EXPECT_FALSE(watch.is_too_slow(1, kStart, kStart + 1s));
  EXPECT_TRUE(watch.is_too_slow(1, kStart, kStart + 1001ms));
}

TEST(WebAccess, ElsewhereThanOnLoopbackAnyHostIsAnsweredUnlessListed) {
  WebAccess anywhere;
  anywhere.is_loopback = false;
  EXPECT_TRUE(may_ask(anywhere, "duel.example"));
  anywhere.hosts = {"duel.example"};
  EXPECT_FALSE(may_ask(anywhere, "duel.example:80"));
  EXPECT_FALSE(may_ask({}, ""));
  EXPECT_FALSE(may_ask({}, "[::1"));
}

TEST(WebAccess, FirstOfferedSubprotocolThatIsKnownIsTaken) {
  EXPECT_EQ(chosen_subprotocol("a,rensa.v1.json\t, rensa.v1.pb"), kTextSubprotocol);
  EXPECT_EQ(chosen_subprotocol(",,rensa.v1.pb"), kBinarySubprotocol);
  EXPECT_EQ(chosen_subprotocol("rensa.v1.pbx, Rensa.v1.pb"), "");
  EXPECT_EQ(chosen_subprotocol(""), "");
}

TEST(Target, IsDecodedOrRefused) {
  EXPECT_EQ(parse_target("/a%2Fb+c?x=%2F?")->path, "/a/b+c");
  EXPECT_EQ(parse_target("/a?x=%2F?")->query, "x=%2F?");
  EXPECT_EQ(parse_target("http://host:80/a?b")->path, "/a");
  EXPECT_EQ(parse_target("/..a/b..")->path, "/..a/b..");
  for (const char* bad : {"", "a", "*", "/%", "/%4", "/%G0", "/%0a", "/a/..", "/../a", "/%2e./a", "http://host"}) {
    EXPECT_FALSE(parse_target(bad)) << bad;
  }
}

TEST(Target, APartOfItIsUnescapedAsAWhole) {
  EXPECT_EQ(unescaped("a%20b%25%C3%a9+"), "a b%\xC3\xA9+");
  EXPECT_EQ(unescaped(""), "");
  for (const char* bad : {"%", "a%2", "%2x", "%-1"}) EXPECT_FALSE(unescaped(bad)) << bad;
}

TEST(Target, BearerIsTheTokenAfterTheScheme) {
  EXPECT_EQ(bearer_of("Bearer abc"), "abc");
  EXPECT_EQ(bearer_of("BEARER   abc"), "abc");
  EXPECT_EQ(bearer_of("Basic abc"), "");
  EXPECT_EQ(bearer_of("Bearer "), "");
  EXPECT_EQ(bearer_of(""), "");
}

TEST(Accept, IsWhatTheHeaderNamesWithoutAWeightOfNothing) {
  EXPECT_EQ(weight_in("gzip, deflate, br", "gzip"), 1000);
  EXPECT_EQ(weight_in("br;q=1.0, GZip ; Q=0.25,*;q=0", "gzip"), 250);
  EXPECT_EQ(weight_in("gzip;q=0", "gzip"), 0);
  EXPECT_EQ(weight_in("gzip;q=0.000, *", "gzip"), 0) << "its own name counts before any";
  EXPECT_EQ(weight_in("*;q=0.5", "gzip"), 500);
  EXPECT_EQ(weight_in("br", "gzip"), 0);
  EXPECT_EQ(weight_in("", "gzip"), 0);
  EXPECT_EQ(weight_in("gzipped, x-gzip", "gzip"), 0);
  EXPECT_EQ(weight_in("gzip;q=2", "gzip"), 0) << "no weight at all";
  EXPECT_EQ(weight_in("gzip;q=", "gzip"), 0);
}

TEST(Accept, LanguagesAreMeantWithTheirRegions) {
  EXPECT_EQ(language_weight_in("ja-JP,en;q=0.5", "ja"), 1000);
  EXPECT_EQ(language_weight_in("ja-JP,en;q=0.5", "en"), 500);
  EXPECT_EQ(language_weight_in("jam", "ja"), 0) << "another language";
  EXPECT_EQ(language_weight_in("en-GB;q=0.3, en;q=0.8", "en"), 800);
}

}  // namespace
}  // namespace rensa::net
