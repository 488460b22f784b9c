#include "server/live_matches/restore_attempts.h"

#include <gtest/gtest.h>

#include "server/base/temporary_folder.h"

namespace rensa::live_matches {
namespace {

TEST(LiveMatchAttempts, AMatchDuringWhichTheServerStopsIsTriedTwice) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "attempts";
  const base::MatchId bad{7};
  const base::MatchId good{3};
  for (int stop = 0; stop < RestoreAttempts::kMaxAttempts; ++stop) {
    RestoreAttempts attempts(file);
    attempts.begin(good);
    attempts.end(good);
    ASSERT_TRUE(attempts.may_try(bad)) << stop;
    attempts.begin(bad);  // the server stops
  }
  RestoreAttempts attempts(file);
  EXPECT_FALSE(attempts.may_try(bad));
  EXPECT_TRUE(attempts.may_try(good));
}

TEST(LiveMatchAttempts, AllIsForgottenWhenAllMatchesAreMadeAgain) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "attempts";
  const base::MatchId match{7};
  for (int start = 0; start < 5; ++start) {
    RestoreAttempts attempts(file);
    ASSERT_TRUE(attempts.may_try(match));
    attempts.begin(match);
    attempts.end(match);
    attempts.finish();
    EXPECT_FALSE(std::filesystem::exists(file));
  }
}

}  // namespace
}  // namespace rensa::live_matches
