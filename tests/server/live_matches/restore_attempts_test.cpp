#include "server/live_matches/restore_attempts.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

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

TEST(LiveMatchAttempts, APipeInThePlaceOfTheFileDoesNotHoldUpTheStart) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "attempts";
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  RestoreAttempts attempts(file);
  const base::MatchId match{7};
  EXPECT_TRUE(attempts.may_try(match));
  attempts.begin(match);
  attempts.end(match);
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

// A match that was made again counts no stop, although the server stops at another one.
TEST(LiveMatchAttempts, OnlyTheMatchDuringWhichTheServerStopsIsCounted) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "attempts";
  const base::MatchId once{7};
  const base::MatchId bad{8};
  {
    RestoreAttempts attempts(file);
    attempts.begin(once);
  }
  for (int stop = 0; stop < RestoreAttempts::kMaxAttempts; ++stop) {
    RestoreAttempts attempts(file);
    ASSERT_TRUE(attempts.may_try(once)) << stop;
    attempts.begin(once);
    attempts.end(once);
    ASSERT_TRUE(attempts.may_try(bad)) << stop;
    attempts.begin(bad);
  }
  RestoreAttempts attempts(file);
  EXPECT_TRUE(attempts.may_try(once));
  EXPECT_FALSE(attempts.may_try(bad));
}

// It is set aside, but the log may say so only a moment later.
TEST(LiveMatchAttempts, AMatchThatMayNotBeTriedIsRememberedUntilTheEnd) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "attempts";
  const base::MatchId bad{7};
  const base::MatchId good{9};
  for (int stop = 0; stop < RestoreAttempts::kMaxAttempts; ++stop) RestoreAttempts(file).begin(bad);
  for (int stop = 0; stop < 5; ++stop) {
    RestoreAttempts attempts(file);
    EXPECT_FALSE(attempts.may_try(bad));
    ASSERT_TRUE(attempts.may_try(good)) << stop;
    attempts.begin(good);
    attempts.end(good);
    attempts.end_all();
  }
  RestoreAttempts(file).finish();
  EXPECT_TRUE(RestoreAttempts(file).may_try(bad));
}

TEST(LiveMatchAttempts, TheFileDoesNotGrowWithTheMatches) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "attempts";
  RestoreAttempts attempts(file);
  for (std::uint64_t match = 1; match <= 1'000; ++match) {
    attempts.begin(base::MatchId{match});
    attempts.end(base::MatchId{match});
  }
  EXPECT_LT(std::filesystem::file_size(file), 100U);
}

}  // namespace
}  // namespace rensa::live_matches
