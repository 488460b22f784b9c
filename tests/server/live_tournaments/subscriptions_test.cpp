#include "server/live_tournaments/subscriptions.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <gmock/gmock.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "engine/rules/rng.h"
#include "server/tournament/journal/journal_text.h"

namespace rensa::live_tournaments {
namespace {

using namespace std::chrono_literals;
using base::SessionId;
using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr SessionId kAnn{1};
constexpr SessionId kBob{2};
constexpr const char* kCup = "cup";

// A journal as a tournament writes it, and sessions that remember their messages.
class SubscriptionFeedsTest : public testing::Test {
 protected:
  SubscriptionFeedsTest() {
    append(encoder_.plan_line(0x1234'5678'9ABC'DEF0ULL));
    state_.tournament = kCup;
    state_.events = 1;
  }

  void append(std::string line) {
    line.pop_back();  // the newline
    journal_.push_back(std::move(line));
  }
  void write(int events) {
    for (int i = 0; i < events; ++i) {
      const tournament::GameId game{.pair = static_cast<int>(lines_), .leg = 0, .attempt = 0};
      append(encoder_.event_line(i % 7 == 3
                                     ? tournament::Event(tournament::GameVoided{game, std::string(lines_ % 900, 'x')})
                                     : tournament::Event(tournament::GameStarted{game})));
      ++lines_;
    }
  }
  // Reports all written lines as on disk.
  void keep() {
    state_.events = lines_;
    feeds_.update_state(state_);
  }
  bool follow(SessionId session, std::optional<std::uint64_t> from, const std::string& tournament = kCup) {
    sessions::TournamentState state = state_;
    state.tournament = tournament;
    return feeds_.add(session, state, from, now_);
  }
  // Sends what is due, and then lets the store give its answers.
  SubscriptionFeeds::Remaining step() {
    const auto remaining = feeds_.send_some(now_);
    for (; !answers_.empty(); answers_.pop_front()) answers_.front()();
    return remaining;
  }
  void tell_all() {
    while (step() == SubscriptionFeeds::Remaining::some) ++steps_;
  }
  void read_lines(std::uint64_t from, std::uint64_t most, const storage::Completion<std::vector<std::string>>& done) {
    ++reads_;
    EXPECT_LE(from + most, journal_.size()) << "only lines that are there";
    answers_.push_back([this, from, most, done] {
      if (!is_readable_) return done(storage::StoreError{.message = "The disk is on fire."});
      const auto first = journal_.begin() + static_cast<std::ptrdiff_t>(from);
      done(std::vector<std::string>(first, first + static_cast<std::ptrdiff_t>(most)));
    });
  }

  // The lines that subscribers should get.
  std::vector<json> lines() const {
    std::vector<json> lines;
    for (const std::string& line : journal_) {
      lines.push_back(json::parse(line));
      lines.back().erase("check");
    }
    lines.at(0).erase("plan");
    return lines;
  }
  // Checks that the session got exactly these events, once and in order.
  void expect_told(SessionId session, std::uint64_t from, std::uint64_t end) {
    const std::vector<json> lines = this->lines();
    const auto& events = events_[session];
    ASSERT_EQ(events.size(), end - from);
    for (std::size_t i = 0; i < events.size(); ++i) {
      ASSERT_EQ(events[i].number, from + i);
      ASSERT_EQ(json::parse(events[i].event), lines.at(from + i));
    }
  }

  tournament::JournalEncoder encoder_;
  std::vector<std::string> journal_;
  bool is_readable_ = true;
  std::deque<std::function<void()>> answers_;  // of the store
  int reads_ = 0;
  std::uint64_t lines_ = 1;  // the first line is the plan
  sessions::TournamentState state_;
  base::Time now_{1h};
  int steps_ = 0;
  std::map<SessionId, std::vector<sessions::TournamentEvent>> events_;
  std::map<SessionId, std::vector<sessions::TournamentState>> states_;
  std::map<SessionId, std::vector<match::Refusal>> errors_;
  std::map<SessionId, std::size_t> queued_;  // of sessions that do not read
  std::set<SessionId> asleep_;
  std::string log_;
  SubscriptionFeeds feeds_{{.send =
                                [this](SessionId session, const sessions::TournamentMessage& message) {
                                  if (const auto* event = std::get_if<sessions::TournamentEvent>(&message)) {
                                    events_[session].push_back(*event);
                                    if (asleep_.contains(session)) queued_[session] += event->event.size();
                                  }
                                  if (const auto* state = std::get_if<sessions::TournamentState>(&message)) {
                                    states_[session].push_back(*state);
                                  }
                                  if (const auto* error = std::get_if<match::Refusal>(&message)) {
                                    errors_[session].push_back(*error);
                                  }
                                },
                            .queued_bytes = [this](SessionId session) { return queued_[session]; },
                            .log = [this](const std::string& line) { log_ += line + "\n"; },
                            .read_lines = [this](const std::string&, std::uint64_t from, std::uint64_t most,
                                                 const auto& done) { read_lines(from, most, done); }}};
};

TEST_F(SubscriptionFeedsTest, FromTheFirstEventAllAreSent) {
  write(1'000);
  keep();
  follow(kAnn, 0);
  ASSERT_EQ(states_[kAnn].size(), 1U);
  EXPECT_EQ(states_[kAnn][0], state_);
  EXPECT_THAT(events_[kAnn], IsEmpty());
  tell_all();
  expect_told(kAnn, 0, 1'001);
  EXPECT_GT(steps_, 10) << "a little at a time";
}

TEST_F(SubscriptionFeedsTest, ThePlanDigestIsNeverSent) {
  follow(kAnn, 0);
  tell_all();
  ASSERT_EQ(events_[kAnn].size(), 1U);
  EXPECT_EQ(events_[kAnn][0].event, R"({"n":0,"event":"plan"})");
}

TEST_F(SubscriptionFeedsTest, FromAnyEventTheFollowingOnesAreSent) {
  write(150);
  keep();
  for (std::uint64_t from = 0; from <= lines_; ++from) {
    events_.clear();
    follow(kAnn, from);
    tell_all();
    expect_told(kAnn, from, lines_);
  }
}

TEST_F(SubscriptionFeedsTest, WithoutANumberOnlyNewEventsAreSent) {
  write(10);
  keep();
  follow(kAnn, std::nullopt);
  tell_all();
  EXPECT_THAT(events_[kAnn], IsEmpty());
  write(3);
  keep();
  tell_all();
  expect_told(kAnn, 11, 14);
}

TEST_F(SubscriptionFeedsTest, EventsThatAreNotOnDiskAreNotSent) {
  write(10);
  keep();
  follow(kAnn, 5);
  follow(kBob, std::nullopt);
  write(10);
  tell_all();
  expect_told(kAnn, 5, 11);
  EXPECT_THAT(events_[kBob], IsEmpty());
}

TEST_F(SubscriptionFeedsTest, ASlowReaderGetsNothingUntilItReads) {
  write(2'000);
  keep();
  asleep_.insert(kAnn);
  follow(kAnn, 0);
  follow(kBob, 0);
  tell_all();
  EXPECT_LT(queued_[kAnn], 48U * 1024);
  const std::size_t sent_state = events_[kAnn].size();
  EXPECT_LT(sent_state, 1'000U);
  expect_told(kBob, 0, lines_);
  write(100);
  keep();
  now_ += 1s;
  tell_all();
  EXPECT_EQ(events_[kAnn].size(), sent_state);
  EXPECT_EQ(states_[kAnn].size(), 1U);
  while (events_[kAnn].size() < lines_) {
    queued_[kAnn] = 0;
    tell_all();
  }
  expect_told(kAnn, 0, lines_);
  expect_told(kBob, 0, lines_);
  EXPECT_EQ(states_[kAnn].back(), state_);
}

TEST_F(SubscriptionFeedsTest, NoEventIsMissingOrRepeatedWithManySubscribers) {
  rules::Rng rng(7);
  std::map<SessionId, std::uint64_t> from;
  for (int round = 0; round < 20'000; ++round) {
    const SessionId session{rng.below(8)};
    switch (rng.below(12)) {
      case 0:
        write(static_cast<int>(rng.below(20)));
        break;
      case 1:
        keep();
        break;
      case 2:
        if (rng.below(20) == 0) {
          from[session] = rng.below(static_cast<std::uint32_t>(lines_) + 5);
          events_[session].clear();
          follow(session, from[session]);
        }
        break;
      case 3:
        if (rng.below(40) == 0) {
          feeds_.remove(session);
          from.erase(session);
          events_[session].clear();
        }
        break;
      case 4:
        asleep_.insert(session);
        break;
      case 5:
        asleep_.erase(session);
        queued_[session] = 0;
        break;
      case 6:
        for (; !answers_.empty(); answers_.pop_front()) answers_.front()();
        break;
      default:
        feeds_.send_some(now_);
    }
  }
  ASSERT_FALSE(from.empty());
  queued_.clear();
  asleep_.clear();
  keep();
  tell_all();
  for (const auto& [session, number] : from) expect_told(session, number, lines_);
  for (const auto& [session, events] : events_) EXPECT_TRUE(from.contains(session) || events.empty());
}

TEST_F(SubscriptionFeedsTest, ASubscriberFarBehindDoesNotDelayOthers) {
  write(5'000);
  keep();
  for (std::uint64_t i = 10; i < 20; ++i) follow(SessionId{i}, 0);
  follow(kBob, std::nullopt);
  write(1);
  keep();
  for (int i = 0; i < 12; ++i) step();
  expect_told(kBob, 5'001, 5'002);
  EXPECT_LT(events_[SessionId{10}].size(), 1'000U);
}

TEST_F(SubscriptionFeedsTest, AChangedStateIsSentButNotTooOften) {
  follow(kAnn, std::nullopt);
  for (int i = 0; i < 1'000; ++i) {
    now_ += 1ms;
    state_.games = static_cast<std::uint64_t>(i / 2);
    feeds_.update_state(state_);
    tell_all();
  }
  EXPECT_GE(states_[kAnn].size(), 3U);
  EXPECT_LE(states_[kAnn].size(), 5U);
  now_ += 1s;
  tell_all();
  EXPECT_EQ(states_[kAnn].back(), state_);
  const std::size_t sent_state = states_[kAnn].size();
  now_ += 1s;
  tell_all();
  EXPECT_EQ(states_[kAnn].size(), sent_state);
}

TEST_F(SubscriptionFeedsTest, SubscribersAtOneEventShareAPage) {
  for (std::uint64_t i = 1; i <= 100; ++i) follow(SessionId{i}, std::nullopt);
  for (int round = 0; round < 10; ++round) {
    write(3);
    keep();
    tell_all();
  }
  for (std::uint64_t i = 1; i <= 100; ++i) expect_told(SessionId{i}, 1, 31);
  EXPECT_LE(reads_, 20);
}

TEST_F(SubscriptionFeedsTest, SlowReadersTakeNoPagesFromOthers) {
  write(3'000);
  keep();
  for (std::uint64_t i = 100; i < 200; ++i) {
    asleep_.insert(SessionId{i});
    follow(SessionId{i}, 7 * (i - 100));
  }
  tell_all();
  follow(kAnn, 0);
  tell_all();
  expect_told(kAnn, 0, lines_);
}

TEST_F(SubscriptionFeedsTest, ASessionThatLeftIsForgotten) {
  follow(kAnn, 0);
  follow(kAnn, 0, "other");
  follow(kBob, 0);
  feeds_.remove(kAnn);
  tell_all();
  EXPECT_THAT(events_[kAnn], IsEmpty());
  EXPECT_TRUE(feeds_.has_subscribers(kCup));
  EXPECT_FALSE(feeds_.has_subscribers("other"));
  feeds_.remove(kBob, "other");
  feeds_.remove(kBob, kCup);
  EXPECT_TRUE(feeds_.empty());
  EXPECT_FALSE(feeds_.has_subscribers(kCup));
  EXPECT_EQ(feeds_.send_some(now_), SubscriptionFeeds::Remaining::nothing);
}

TEST_F(SubscriptionFeedsTest, FollowersOfADeletedTournamentAreToldSo) {
  follow(kAnn, 0);
  follow(kAnn, 0, "other");
  follow(kBob, 0);
  feeds_.end_all(kCup);
  EXPECT_FALSE(feeds_.has_subscribers(kCup));
  EXPECT_TRUE(feeds_.has_subscribers("other"));
  for (const SessionId session : {kAnn, kBob}) {
    ASSERT_EQ(errors_[session].size(), 1U);
    EXPECT_EQ(errors_[session][0].reason, match::RefusalReason::unknown_tournament);
  }
}

TEST_F(SubscriptionFeedsTest, ASessionHasALimitedNumberOfSubscriptions) {
  for (int i = 0; i < 64; ++i) EXPECT_TRUE(follow(kAnn, 0, std::to_string(i)));
  EXPECT_FALSE(follow(kAnn, 0));
  EXPECT_FALSE(feeds_.has_subscribers(kCup));
  EXPECT_TRUE(follow(kAnn, 0, "7")) << "it does already";
  EXPECT_TRUE(follow(kBob, 0));
  feeds_.remove(kAnn, "7");
  EXPECT_TRUE(follow(kAnn, 0));
}

TEST_F(SubscriptionFeedsTest, FollowingAgainStartsAnew) {
  write(500);
  keep();
  follow(kAnn, 0);
  step();
  step();
  EXPECT_FALSE(events_[kAnn].empty());
  feeds_.send_some(now_);  // the answer for the old subscription comes later
  events_.clear();
  follow(kAnn, 400);
  tell_all();
  expect_told(kAnn, 400, 501);
}

TEST_F(SubscriptionFeedsTest, AFutureEventIsWaitedFor) {
  follow(kAnn, ~std::uint64_t{0});
  follow(kBob, 5);
  for (int i = 0; i < 10; ++i) {
    write(1);
    keep();
    tell_all();
  }
  EXPECT_THAT(events_[kAnn], IsEmpty());
  expect_told(kBob, 5, 11);
}

TEST_F(SubscriptionFeedsTest, LongLinesAreRead) {
  write(100);
  append(encoder_.event_line(tournament::GameVoided{{}, std::string(50'000, 'y')}));
  ++lines_;
  write(100);
  keep();
  for (const std::uint64_t from : {0U, 100U, 101U, 102U, 201U}) {
    events_.clear();
    follow(kAnn, from);
    tell_all();
    ASSERT_EQ(events_[kAnn].size(), 202 - from);
  }
}

TEST_F(SubscriptionFeedsTest, AnUnreadableJournalIsReportedOnce) {
  write(10);
  keep();
  follow(kAnn, 3);
  is_readable_ = false;
  tell_all();
  tell_all();
  ASSERT_EQ(errors_[kAnn].size(), 1U);
  EXPECT_EQ(errors_[kAnn][0].reason, match::RefusalReason::busy);
  EXPECT_TRUE(feeds_.empty());
  EXPECT_THAT(log_, HasSubstr("tournament=\"cup\""));
}

TEST_F(SubscriptionFeedsTest, ADamagedJournalIsNotSent) {
  write(50);
  keep();
  journal_[0].replace(0, 6, "{\"n\":7");
  follow(kAnn, 0);
  follow(kBob, 20);
  tell_all();
  EXPECT_EQ(errors_[kAnn].size(), 1U);
  expect_told(kBob, 20, lines_);
}

}  // namespace
}  // namespace rensa::live_tournaments
