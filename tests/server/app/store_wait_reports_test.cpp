#include "server/app/store_wait_reports.h"

#include <gtest/gtest.h>

namespace rensa::app {
namespace {

using namespace std::chrono_literals;

constexpr base::Time kWaitBegin{100h};

TEST(StoreWaitReports, AShortWaitIsNotReported) {
  StoreWaitReports reports;
  EXPECT_FALSE(reports.is_due(0, false, kWaitBegin));
  EXPECT_FALSE(reports.is_due(3, false, kWaitBegin + 10ms));
  EXPECT_FALSE(reports.is_due(3, false, kWaitBegin + 1'009ms));
  EXPECT_FALSE(reports.is_due(0, false, kWaitBegin + 1'020ms));
  EXPECT_FALSE(reports.is_due(1, false, kWaitBegin + 1'030ms)) << "another wait begins";
  EXPECT_FALSE(reports.is_due(1, false, kWaitBegin + 2'029ms));
}

TEST(StoreWaitReports, ALongWaitIsReportedEachSecond) {
  StoreWaitReports reports;
  EXPECT_FALSE(reports.is_due(3, false, kWaitBegin));
  EXPECT_TRUE(reports.is_due(3, false, kWaitBegin + 1s));
  EXPECT_FALSE(reports.is_due(2, false, kWaitBegin + 1'999ms));
  EXPECT_TRUE(reports.is_due(2, false, kWaitBegin + 2s));
}

TEST(StoreWaitReports, AFailingStoreIsReportedAtOnceAndThenEachSecond) {
  StoreWaitReports reports;
  EXPECT_FALSE(reports.is_due(0, true, kWaitBegin)) << "no game waits for it";
  EXPECT_TRUE(reports.is_due(3, true, kWaitBegin + 1ms));
  EXPECT_FALSE(reports.is_due(3, true, kWaitBegin + 1'000ms));
  EXPECT_TRUE(reports.is_due(3, true, kWaitBegin + 1'001ms));
}

TEST(StoreWaitReports, AFailureDuringAShortWaitIsReportedAtOnce) {
  StoreWaitReports reports;
  EXPECT_FALSE(reports.is_due(3, false, kWaitBegin));
  EXPECT_TRUE(reports.is_due(3, true, kWaitBegin + 50ms));
  EXPECT_FALSE(reports.is_due(3, false, kWaitBegin + 1s)) << "the last report was less than a second before";
  EXPECT_TRUE(reports.is_due(3, false, kWaitBegin + 1'050ms));
}

}  // namespace
}  // namespace rensa::app
