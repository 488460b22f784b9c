#include "server/app/clock_watch.h"

#include <ctime>
#include <gtest/gtest.h>

#include "server/app/operating_system.h"

namespace rensa::app {
namespace {

using namespace std::chrono_literals;

const std::chrono::system_clock::time_point kDate{1'700'000'000s};
const base::Span kUptime = 100h;

TEST(ClockWatch, NoticesThatTheClockWasSet) {
  ClockWatch watch;
  EXPECT_EQ(watch.check(kDate, kUptime), std::nullopt) << "there was no other time before";
  EXPECT_EQ(watch.check(kDate + 1s, kUptime + 1s), std::nullopt);
  EXPECT_EQ(watch.check(kDate + 24h + 2s, kUptime + 2s), 24h);
  EXPECT_EQ(watch.check(kDate + 24h + 3s, kUptime + 3s), std::nullopt) << "it is told once";
  EXPECT_EQ(watch.check(kDate + 4s, kUptime + 4s), -24h);
}

TEST(ClockWatch, DoesNotTakeASleepOrACorrectionForAJump) {
  ClockWatch watch;
  watch.check(kDate, kUptime);
  EXPECT_EQ(watch.check(kDate + 1h, kUptime + 1h), std::nullopt) << "both go on while the machine is asleep";
  std::chrono::milliseconds correction{0};
  for (int second = 1; second <= 100; ++second) {
    correction += 500ms;
    const auto later = 1h + std::chrono::seconds(second);
    EXPECT_EQ(watch.check(kDate + later + correction, kUptime + later), std::nullopt);
  }
}

TEST(Uptime, GoesOnAsTheClockOfTheKernelDoes) {
  timespec before{};
  ASSERT_EQ(clock_gettime(CLOCK_BOOTTIME, &before), 0);
  const base::Span now = uptime();
  EXPECT_GE(now, std::chrono::seconds(before.tv_sec));
  EXPECT_GE(uptime(), now);
}

}  // namespace
}  // namespace rensa::app
