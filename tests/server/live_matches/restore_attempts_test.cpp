#include "server/live_matches/restore_attempts.h"

#include <array>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <vector>

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
  }
  RestoreAttempts(file).finish();
  EXPECT_TRUE(RestoreAttempts(file).may_try(bad));
}

// The server may stop between two matches, for example while it sets one aside.
TEST(LiveMatchAttempts, AMatchThatWasMadeAgainCountsNoStopAfterIt) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "attempts";
  const base::MatchId match{7};
  RestoreAttempts(file).begin(match);
  for (int stop = 0; stop < 5; ++stop) {
    RestoreAttempts attempts(file);
    ASSERT_TRUE(attempts.may_try(match)) << stop;
    attempts.begin(match);
    attempts.end(match);
  }
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Whichever part of a change is in the file, the bad match is tried at most once more than otherwise, and the good ones
// are made again.
TEST(LiveMatchAttempts, TheServerMayStopAtAnyByteOfTheFile) {
  const base::TemporaryFolder folder;
  const auto file = folder.path() / "attempts";
  const base::MatchId bad{8};
  const std::array good = {base::MatchId{123}, base::MatchId{7}};
  std::vector<std::string> states{""};
  std::vector<int> stops{0};  // of the server at the bad match before each state
  for (int stop = 0; stop < RestoreAttempts::kMaxAttempts; ++stop) {
    RestoreAttempts attempts(file);
    const auto keep = [&](int counted) {
      states.push_back(bytes_of(file));
      stops.push_back(counted);
    };
    for (const base::MatchId match : good) {
      attempts.begin(match);
      keep(stop);
      attempts.end(match);
      keep(stop);
    }
    attempts.begin(bad);
    keep(stop + 1);
  }
  for (std::size_t state = 1; state < states.size(); ++state) {
    const std::string& before = states[state - 1];
    const std::string& after = states[state];
    for (std::size_t written = 0; written <= after.size(); ++written) {
      SCOPED_TRACE("state " + std::to_string(state) + ", " + std::to_string(written) + " bytes");
      std::string torn = after.substr(0, written);
      if (before.size() > written) torn += before.substr(written);
      std::ofstream(file, std::ios::binary) << torn;
      int tries = stops[state - 1];
      for (bool is_tried = true; is_tried;) {
        RestoreAttempts attempts(file);
        for (const base::MatchId match : good) {
          ASSERT_TRUE(attempts.may_try(match)) << static_cast<std::uint64_t>(match);
          attempts.begin(match);
          attempts.end(match);
        }
        is_tried = attempts.may_try(bad);
        if (!is_tried) break;
        attempts.begin(bad);
        ASSERT_LE(++tries, RestoreAttempts::kMaxAttempts + 1);
      }
      EXPECT_GE(tries, RestoreAttempts::kMaxAttempts - 1) << "it is not given up early";
      std::filesystem::remove(file);
    }
  }
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
