#include <gtest/gtest.h>

#include "clients/session/server_session.h"

namespace rensa::session {
namespace {

using std::chrono::milliseconds;

TEST(Backoff, DoublesUpToItsMaximumWithARandomPart) {
  Backoff backoff({milliseconds(250), milliseconds(30'000)}, 1);
  for (const int whole : {250, 500, 1000, 2000, 4000, 8000, 16'000, 30'000, 30'000}) {
    const milliseconds delay = backoff.next();
    EXPECT_GE(delay, milliseconds(whole / 2));
    EXPECT_LE(delay, milliseconds(whole));
  }
}

TEST(Backoff, StartsAgainWhenItWentWell) {
  Backoff backoff({milliseconds(250), milliseconds(30'000)}, 1);
  for (int i = 0; i < 5; ++i) backoff.next();
  backoff.reset();
  EXPECT_LE(backoff.next(), milliseconds(250));
}

TEST(Backoff, TwoClientsDoNotComeBackTogether) {
  Backoff one({milliseconds(250), milliseconds(30'000)}, 1);
  Backoff two({milliseconds(250), milliseconds(30'000)}, 2);
  int same = 0;
  for (int i = 0; i < 10; ++i) same += one.next() == two.next() ? 1 : 0;
  EXPECT_LT(same, 3);
}

}  // namespace
}  // namespace rensa::session
