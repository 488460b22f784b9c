#include "server/storage/reports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/storage/any_store.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::storage {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using State = Report::State;

Report report_by(const std::string& reporter, std::uint64_t record) {
  return {.match = 3,
          .record = record,
          .seat = 2,
          .name = "eve",
          .subject = "guests at 192.0.2.7",
          .reporter = reporter,
          .text = "an insult\n",
          .made = "2026-01-01T00:00:00Z"};
}

class ReportsTest : public test::AnyStoreTest {};

INSTANTIATE_TEST_SUITE_P(AllStores, ReportsTest, testing::ValuesIn(test::kStores),
                         [](const auto& one) { return one.param.name; });

TEST_P(ReportsTest, AReportIsOpenUntilItIsClosed) {
  const test::WaitingStore store(*store_);
  Report report = report_by("token 1", 7);
  report.id = store.add_report(report);
  report.text = "an insult?";
  EXPECT_EQ(store.reports(), std::vector{report});
  EXPECT_FALSE(store.close_report(report.id + 1, {.state = State::done, .closed = "x", .closer = "mod"}));
  EXPECT_TRUE(
      store.close_report(report.id, {.state = State::dismissed, .closed = "2026-01-02T00:00:00Z", .closer = "mod"}));
  EXPECT_FALSE(store.close_report(report.id, {.state = State::done, .closed = "x", .closer = "mod"}));
  EXPECT_THAT(store.reports(), IsEmpty());
  report.state = State::dismissed;
  report.closed = "2026-01-02T00:00:00Z";
  report.closer = "mod";
  EXPECT_EQ(store.reports({.state = std::nullopt}), std::vector{report});
  EXPECT_EQ(store.reports({.state = State::dismissed}), std::vector{report});
  EXPECT_THAT(store.reports({.state = State::done}), IsEmpty());
}

TEST_P(ReportsTest, TheSameReportIsKeptOnce) {
  const test::WaitingStore store(*store_);
  const auto first = store.add_report(report_by("token 1", 7));
  EXPECT_EQ(store.add_report(report_by("token 1", 7)), first);
  EXPECT_NE(store.add_report(report_by("token 2", 7)), first);
  Report other = report_by("token 1", 7);
  other.about = Report::About::comment;
  EXPECT_NE(store.add_report(other), first);
  store.close_report(first, {.state = State::done, .closed = "x", .closer = "mod"});
  EXPECT_NE(store.add_report(report_by("token 1", 7)), first) << "it happened again";
}

TEST_P(ReportsTest, AReporterHasABoundedNumberOfOpenReports) {
  const test::WaitingStore store(*store_);
  for (std::uint64_t i = 1; i <= kMaxOpenReportsOfReporter; ++i) store.add_report(report_by("token 1", i));
  const auto refused =
      test::wait_for<std::int64_t>([&](auto done) { store_->add_report(report_by("token 1", 77), done); });
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("many reports"));
  EXPECT_GT(store.add_report(report_by("token 2", 77)), 0);
}

TEST_P(ReportsTest, PagesGoFromTheNewestToTheOldest) {
  const test::WaitingStore store(*store_);
  for (std::uint64_t i = 1; i <= 5; ++i) store.add_report(report_by("token 1", i));
  const auto newest = store.reports({.limit = 2});
  ASSERT_THAT(newest, SizeIs(2));
  EXPECT_EQ(newest[0].record, 5U);
  const auto next = store.reports({.before = newest[1].id, .limit = 2});
  ASSERT_THAT(next, SizeIs(2));
  EXPECT_EQ(next[0].record, 3U);
  EXPECT_THAT(store.reports({.limit = 0}), IsEmpty());
}

// Without the answers of the other stores, which only take longer.
TEST(ReportFlood, PushesOutItsOwnReportsFirst) {
  const test::ScratchFolder scratch;
  SqliteStore sqlite(scratch.server(), test::run_at_once());
  MemoryStore memory(MemoryStore::Saving::at_once, test::run_at_once());
  for (Store* const one : {static_cast<Store*>(&sqlite), static_cast<Store*>(&memory)}) {
    const test::WaitingStore store(*one);
    const auto honest = store.add_report(report_by("guests at 198.51.100.1", 1));
    for (std::size_t i = 0; i < kMaxOpenReports + 100; ++i) {
      const std::string flooder = "guests at 192.0.2." + std::to_string(i / kMaxOpenReportsOfReporter);
      store.add_report(report_by(flooder, i + 2));
    }
    const auto open = store.reports({.limit = 100'000});
    ASSERT_EQ(open.size(), kMaxOpenReports);
    EXPECT_EQ(open.back().id, honest);
  }
}

// Many networks can belong to one person, but approved accounts do not.
TEST(ReportFlood, OfOneReportOfEachNetworkPushesOutItsOwnReportsFirst) {
  const test::ScratchFolder scratch;
  SqliteStore sqlite(scratch.server(), test::run_at_once());
  MemoryStore memory(MemoryStore::Saving::at_once, test::run_at_once());
  for (Store* const one : {static_cast<Store*>(&sqlite), static_cast<Store*>(&memory)}) {
    const test::WaitingStore store(*one);
    const auto guest = store.add_report(report_by("guests at 2001:db8:7:1::", 1));
    const auto account = store.add_report(report_by("token 5", 1));
    for (std::size_t i = 0; i < kMaxOpenReports + 20; ++i) {
      const std::string flooder = "guests at 2001:db8:1:" + std::to_string(i) + "::";
      store.add_report(report_by(flooder, i + 2));
    }
    const auto open = store.reports({.limit = 100'000});
    ASSERT_EQ(open.size(), kMaxOpenReports);
    EXPECT_EQ(open[kMaxOpenReports - 1].id, guest);
    EXPECT_EQ(open[kMaxOpenReports - 2].id, account);
  }
}

// A provider can have thousands of neighbourhoods.
TEST(ReportFlood, OfAThousandNeighbourhoodsPushesOutItsOwnReportsFirst) {
  MemoryStore memory(MemoryStore::Saving::at_once, test::run_at_once());
  const test::WaitingStore store(memory);
  std::vector<std::int64_t> honest;
  for (const char* address : {"198.51.100.1", "203.0.113.1", "192.0.2.1", "10.99.1.1", "2001:db8:7:1::"}) {
    honest.push_back(store.add_report(report_by(std::string("guests at ") + address, 1)));
  }
  for (std::size_t i = 0; i < kMaxOpenReports + 20; ++i) {
    const std::string flooder = "guests at 10." + std::to_string(i / 250) + "." + std::to_string(i % 250) + ".1";
    store.add_report(report_by(flooder, i + 2));
  }
  const auto later = store.add_report(report_by("guests at 198.18.1.1", 1));
  store.add_report(report_by("guests at 10.0.0.2", 5'000));
  const auto open = store.reports({.limit = 100'000});
  ASSERT_EQ(open.size(), kMaxOpenReports);
  std::vector<std::int64_t> oldest;
  for (std::size_t i = 0; i < honest.size(); ++i) oldest.push_back(open[open.size() - 1 - i].id);
  EXPECT_EQ(oldest, honest);
  EXPECT_EQ(open[1].id, later) << "neither is one that comes during the flood";
}

// A person who has an account is not a stranger.
TEST(ReportFlood, OfGuestsPushesOutNoReportsOfAccounts) {
  MemoryStore memory(MemoryStore::Saving::at_once, test::run_at_once());
  const test::WaitingStore store(memory);
  const auto account = store.add_report(report_by("token 5", 1));
  store.add_report(report_by("token 5", 2));
  for (std::size_t i = 0; i < kMaxOpenReports + 20; ++i) {
    store.add_report(report_by("guests at 2001:db8:" + std::to_string(i) + "::", 1));
  }
  EXPECT_EQ(store.reports({.limit = 100'000}).back().id, account);
}

}  // namespace
}  // namespace rensa::storage
