#include "server/match/seat_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::match {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

duel::Event event(int number) {
  duel::Event event = duel::make_event(duel::EventKind::link_started, duel::Seat::one);
  event.number = number;
  return event;
}

TEST(SentUpdates, ReturnsTheEventsAfterAnUpdate) {
  SentUpdates sent(10);
  sent.add(1, std::array{event(1), event(2)});
  sent.add(2, {});
  sent.add(3, std::array{event(3)});
  EXPECT_THAT(sent.events_since(0), Optional(ElementsAre(event(1), event(2), event(3))));
  EXPECT_THAT(sent.events_since(1), Optional(ElementsAre(event(3))));
  EXPECT_THAT(sent.events_since(2), Optional(ElementsAre(event(3))));
  EXPECT_THAT(sent.events_since(3), Optional(IsEmpty()));
}

TEST(SentUpdates, AnUpdateIsNeverReturnedInPart) {
  SentUpdates sent(2);
  sent.add(1, std::array{event(1), event(2)});
  sent.add(2, std::array{event(3)});
  EXPECT_EQ(sent.events_since(0), std::nullopt);
  EXPECT_THAT(sent.events_since(1), Optional(ElementsAre(event(3))));
}

TEST(SentUpdates, KeepsTheNewestEvents) {
  for (const std::size_t most : {0U, 1U, 2U, 5U}) {
    SentUpdates sent(most);
    for (int i = 1; i <= 12; ++i) sent.add(static_cast<std::uint64_t>(i), std::array{event(i)});
    for (std::uint64_t update = 0; update <= 12; ++update) {
      const auto events_since = sent.events_since(update);
      ASSERT_EQ(events_since.has_value(), update + most >= 12) << update;
      if (!events_since) continue;
      ASSERT_EQ(events_since->size(), 12 - update);
      for (std::size_t i = 0; i < events_since->size(); ++i)
        EXPECT_EQ((*events_since)[i], event(static_cast<int>(update + i + 1)));
    }
  }
}

TEST(SentUpdates, EventsOfAnotherGameAreForgotten) {
  SentUpdates sent(10);
  sent.add(1, std::array{event(1)});
  sent.forget_until(1);
  sent.add(2, std::array{event(2)});
  EXPECT_EQ(sent.events_since(0), std::nullopt);
  EXPECT_THAT(sent.events_since(1), Optional(ElementsAre(event(2))));
}

// A client that has seen updates of before a stop may lose its connection again before it gets another one.
TEST(SentUpdates, AfterAVoidUpdateAllEventsSinceTheStopAreReturned) {
  SentUpdates sent(10);
  sent.add(1, std::array{event(1)});
  sent.add(2, std::array{event(2)});
  const std::uint64_t first = sent.begin_epoch(2) + 1;
  EXPECT_GT(first, 1'000'000'000U) << "no void update has this number";
  sent.add(first, std::array{event(3)});
  const std::uint64_t second = sent.begin_epoch(first) + 1;
  sent.add(second, std::array{event(4)});
  EXPECT_THAT(sent.events_since(1), Optional(ElementsAre(event(2), event(3), event(4))));
  for (const std::uint64_t from_first_server : {2U, 3U, 100'000'000U})
    EXPECT_THAT(sent.events_since(from_first_server), Optional(ElementsAre(event(3), event(4))));
  for (const std::uint64_t from_second_server : {first, first + 1, first + 100'000'000})
    EXPECT_THAT(sent.events_since(from_second_server), Optional(ElementsAre(event(4))));
  EXPECT_THAT(sent.events_since(second), Optional(IsEmpty()));
  sent.forget_until(second);
  EXPECT_EQ(sent.events_since(first + 1), std::nullopt) << "of another game";
}

}  // namespace
}  // namespace rensa::match
