#include "server/daily/period.h"

#include <gtest/gtest.h>

namespace rensa::daily {
namespace {

TEST(Period, DayIsItsDateInUtc) {
  const auto day = period_of(PeriodKind::day, "2026-11-28T23:59:59Z");
  ASSERT_TRUE(day);
  EXPECT_EQ(day->begins, "2026-11-28");
  EXPECT_EQ(end_of(*day), "2026-11-29");
}

TEST(Period, WeekBeginsOnMondayAlsoAcrossTheYear) {
  for (const char* date : {"2026-12-28", "2026-12-31T12:00:00Z", "2027-01-03T23:59:59Z"}) {
    const auto week = period_of(PeriodKind::week, date);
    ASSERT_TRUE(week) << date;
    EXPECT_EQ(week->begins, "2026-12-28") << date;
    EXPECT_EQ(end_of(*week), "2027-01-04");
  }
  EXPECT_EQ(period_of(PeriodKind::week, "2027-01-04")->begins, "2027-01-04");
}

TEST(Period, LeapDayHasADayAfterIt) {
  EXPECT_EQ(end_of(*period_of(PeriodKind::day, "2028-02-28")), "2028-02-29");
  EXPECT_EQ(end_of(*period_of(PeriodKind::day, "2028-02-29")), "2028-03-01");
}

TEST(Period, NameNamesItsPeriod) {
  for (const PeriodKind kind : {PeriodKind::day, PeriodKind::week}) {
    const auto period = period_of(kind, "2026-11-28");
    EXPECT_EQ(period_of_name(name_of(*period)), period);
  }
  EXPECT_EQ(name_of(*period_of(PeriodKind::week, "2026-11-28")), "week-2026-11-23");
}

TEST(Period, OtherTextsNameNone) {
  for (const char* date :
       {"", "2026", "2026-02-29", "2026-13-01", "26-11-2028", "2026-11-28x", "2026/11/28", "-026-11-28"}) {
    EXPECT_FALSE(period_of(PeriodKind::day, date)) << date;
  }
  for (const char* name :
       {"", "day-", "2026-11-28", "month-2026-11-01", "week-2026-11-28", "day-2026-11-28T00:00:00Z"}) {
    EXPECT_FALSE(period_of_name(name)) << name;
  }
}

}  // namespace
}  // namespace rensa::daily
