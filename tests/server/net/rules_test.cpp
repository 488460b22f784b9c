#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/net/http.h"
#include "server/net/limits.h"

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

TEST(SlowReaderCheck, AShortPeakIsAllowed) {
  SlowReaderCheck watch({.soft_bytes = 10, .hard_bytes = 100, .max_over_soft = 20ms, .max_age = 1s});
  const auto is_slow = [] { return false; };  // the kernel takes no bytes for the peer
  EXPECT_TRUE(watch.has_room(90, 10, is_slow));
  EXPECT_FALSE(watch.has_room(90, 11, is_slow));
  EXPECT_FALSE(watch.is_too_slow(50, kStart, kStart));
  EXPECT_FALSE(watch.is_too_slow(10, kStart, kStart + 15ms));
  EXPECT_FALSE(watch.is_too_slow(50, kStart, kStart + 30ms)) << "the peak begins anew";
  EXPECT_TRUE(watch.is_too_slow(50, kStart, kStart + 51ms));
}

TEST(SlowReaderCheck, AQueueMayBeLargerWhileTheServerIsLate) {
  const SlowReaderCheck watch({.soft_bytes = 10, .hard_bytes = 100, .max_over_soft = 20ms, .max_age = 1s});
  const auto reads = [] { return true; };
  EXPECT_TRUE(watch.has_room(300, 100, reads));
  EXPECT_FALSE(watch.has_room(300, 101, reads));
}

TEST(SlowReaderCheck, AnOldMessageIsTooSlow) {
  SlowReaderCheck watch({.soft_bytes = 10, .hard_bytes = 100, .max_over_soft = 20ms, .max_age = 1s});
  EXPECT_FALSE(watch.is_too_slow(1, kStart, kStart + 1s));
  EXPECT_TRUE(watch.is_too_slow(1, kStart, kStart + 1001ms));
}

TEST(WebAccess, OutsideLoopbackAnyHostIsAllowedWithoutAList) {
  WebAccess anywhere;
  anywhere.is_loopback = false;
  EXPECT_TRUE(is_host_allowed(anywhere, "duel.example"));
  anywhere.hosts = {"duel.example"};
  EXPECT_FALSE(is_host_allowed(anywhere, "duel.example:80"));
  EXPECT_FALSE(is_host_allowed({}, ""));
  EXPECT_FALSE(is_host_allowed({}, "[::1"));
}

TEST(WebAccess, FirstOfferedSubprotocolThatIsKnownIsTaken) {
  EXPECT_EQ(choose_subprotocol("a,rensa.v1.json\t, rensa.v1.pb"), kTextSubprotocol);
  EXPECT_EQ(choose_subprotocol(",,rensa.v1.pb"), kBinarySubprotocol);
  EXPECT_EQ(choose_subprotocol("rensa.v1.pbx, Rensa.v1.pb"), "");
  EXPECT_EQ(choose_subprotocol(""), "");
}

TEST(Target, IsDecodedOrRefused) {
  EXPECT_EQ(parse_target("/a%2Fb+c?x=%2F?")->path, "/a/b+c");
  EXPECT_EQ(parse_target("/a?x=%2F?")->query, "x=%2F?");
  EXPECT_EQ(parse_target("/..a/b..")->path, "/..a/b..");
  for (const char* bad : {"", "a", "*", "/%", "/%4", "/%G0", "/%0a", "/a/..", "/../a", "/%2e./a", "http://host",
                          "http://host:80/a?b", "https://host/a", "host/a", "/a#b", "/a?b#c"}) {
    EXPECT_FALSE(parse_target(bad)) << bad;
  }
}

TEST(Host, IsANameOrAnAddressWithAPort) {
  for (const char* good : {"localhost", "duel.example:8787", "a_b-c.example.", "127.0.0.1:65535", "[::1]", "[::1]:80",
                           "[::ffff:127.0.0.1]:0", "xn--bcher-kva.example"}) {
    EXPECT_TRUE(is_host(good)) << good;
  }
  for (const char* bad : {"",
                          ":",
                          ":80",
                          "user@localhost",
                          "user:secret@localhost:80",
                          "localhost:",
                          "localhost:80:80",
                          "localhost:x",
                          "localhost:65536",
                          "localhost:+80",
                          "local host",
                          "localhost/",
                          "localhost/ws",
                          "http://localhost",
                          "local%68ost",
                          "localhost,localhost",
                          "localhost\x7F",
                          "b\xC3\xBC"
                          "cher",
                          "\"localhost\"",
                          "localhost?x",
                          "localhost#x",
                          "localhost\\x",
                          "[]",
                          "[::1",
                          "::1",
                          "[::1]80",
                          "[::1]:",
                          "[localhost]",
                          "[::1%eth0]",
                          "<b>",
                          "a;b"}) {
    EXPECT_FALSE(is_host(bad)) << bad;
  }
}

TEST(WebSocketKey, HasSixteenBytes) {
  for (const char* good : {"dGhlIHNhbXBsZSBub25jZQ==", "AAAAAAAAAAAAAAAAAAAAAA==", "++++++++/////////////w=="}) {
    EXPECT_TRUE(is_websocket_key(good)) << good;
  }
  for (const char* bad : {"", "abc", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQ===",
                          "dGhlIHNhbXBsZSBub25jZQo=", "dGhlIHNhbXBsZSBub25jZWV=",
                          "dGhlIHNhbXBsZSBub25jZQ==dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25-ZQ==",
                          "dGhlIHNhbXBsZSBub25 ZQ==", "dGhlIHNhbXBsZSBub2=jZQ==", "========================"}) {
    EXPECT_FALSE(is_websocket_key(bad)) << bad;
  }
}

TEST(Target, APartIsUnescaped) {
  EXPECT_EQ(unescape("a%20b%25%C3%a9+"), "a b%\xC3\xA9+");
  EXPECT_EQ(unescape(""), "");
  for (const char* bad : {"%", "a%2", "%2x", "%-1"}) EXPECT_FALSE(unescape(bad)) << bad;
}

TEST(Target, BearerIsTheTokenAfterTheScheme) {
  EXPECT_EQ(bearer_token_of("Bearer abc"), "abc");
  EXPECT_EQ(bearer_token_of("BEARER   abc"), "abc");
  EXPECT_EQ(bearer_token_of("Basic abc"), "");
  EXPECT_EQ(bearer_token_of("Bearer "), "");
  EXPECT_EQ(bearer_token_of(""), "");
}

TEST(Accept, TheWeightIsReadFromTheHeader) {
  EXPECT_EQ(accept_weight("gzip, deflate, br", "gzip"), 1000);
  EXPECT_EQ(accept_weight("br;q=1.0, GZip ; Q=0.25,*;q=0", "gzip"), 250);
  EXPECT_EQ(accept_weight("gzip;q=0", "gzip"), 0);
  EXPECT_EQ(accept_weight("gzip;q=0.000, *", "gzip"), 0) << "its own name comes before *";
  EXPECT_EQ(accept_weight("*;q=0.5", "gzip"), 500);
  EXPECT_EQ(accept_weight("br", "gzip"), 0);
  EXPECT_EQ(accept_weight("", "gzip"), 0);
  EXPECT_EQ(accept_weight("gzipped, x-gzip", "gzip"), 0);
  EXPECT_EQ(accept_weight("gzip;q=2", "gzip"), 0) << "no weight at all";
  EXPECT_EQ(accept_weight("gzip;q=", "gzip"), 0);
}

TEST(Accept, LanguagesMatchAnyRegion) {
  EXPECT_EQ(accept_language_weight("ja-JP,en;q=0.5", "ja"), 1000);
  EXPECT_EQ(accept_language_weight("ja-JP,en;q=0.5", "en"), 500);
  EXPECT_EQ(accept_language_weight("jam", "ja"), 0) << "another language";
  EXPECT_EQ(accept_language_weight("en-GB;q=0.3, en;q=0.8", "en"), 800);
}

}  // namespace
}  // namespace rensa::net
