#include "server/base/utc_time.h"

#include <gtest/gtest.h>

namespace rensa::base {
namespace {

TEST(UtcTime, TextsAreReadAsTheyWereWritten) {
  for (const char* text :
       {"1970-01-01T00:00:00Z", "2026-11-28T03:04:05Z", "2024-02-29T23:59:59Z", "9999-12-31T23:59:59Z"}) {
    const auto time = parse_utc(text);
    ASSERT_TRUE(time) << text;
    EXPECT_EQ(utc_text(*time), text);
  }
  EXPECT_EQ(parse_utc("2001-09-09T01:46:40Z")->time_since_epoch().count(), 1'000'000'000);
}

TEST(UtcTime, OtherTextsAreRefused) {
  for (const char* text :
       {"", "2026-11-28", "2026-11-28T03:04:05", "2026-11-28T03:04:05+01:00", "2026-11-28 03:04:05Z",
        "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
        "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00Z ",
        "+026-01-01T00:00:00Z", "2026-1-01T00:00:000Z", "2026-01-01T-1:00:00Z", "0000-01-01T00:00:00Z",
        "0999-12-31T23:59:59Z", "1969-12-31T23:59:59Z"}) {
    EXPECT_FALSE(parse_utc(text)) << text;
  }
}

}  // namespace
}  // namespace rensa::base
