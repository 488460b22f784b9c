#include "server/play/past.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::play {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

duel::Event event(int number) {
  duel::Event event = duel::blank_event(duel::EventKind::link_started, duel::Seat::one);
  event.number = number;
  return event;
}

TEST(Past, GivesWhatCameAfterAnUpdate) {
  Past past(10);
  past.add(1, std::array{event(1), event(2)});
  past.add(2, {});
  past.add(3, std::array{event(3)});
  EXPECT_THAT(past.since(0), Optional(ElementsAre(event(1), event(2), event(3))));
  EXPECT_THAT(past.since(1), Optional(ElementsAre(event(3))));
  EXPECT_THAT(past.since(2), Optional(ElementsAre(event(3))));
  EXPECT_THAT(past.since(3), Optional(IsEmpty()));
}

TEST(Past, AnUpdateOfWhichPartIsForgottenIsNotGivenInPart) {
  Past past(2);
  past.add(1, std::array{event(1), event(2)});
  past.add(2, std::array{event(3)});
  EXPECT_EQ(past.since(0), std::nullopt);
  EXPECT_THAT(past.since(1), Optional(ElementsAre(event(3))));
}

TEST(Past, KeepsTheNewest) {
  for (const std::size_t most : {0U, 1U, 2U, 5U}) {
    Past past(most);
    for (int i = 1; i <= 12; ++i) past.add(static_cast<std::uint64_t>(i), std::array{event(i)});
    for (std::uint64_t update = 0; update <= 12; ++update) {
      const auto since = past.since(update);
      ASSERT_EQ(since.has_value(), update + most >= 12) << update;
      if (!since) continue;
      ASSERT_EQ(since->size(), 12 - update);
      for (std::size_t i = 0; i < since->size(); ++i) EXPECT_EQ((*since)[i], event(static_cast<int>(update + i + 1)));
    }
  }
}

TEST(Past, WhatWasOfAnotherGameIsForgotten) {
  Past past(10);
  past.add(1, std::array{event(1)});
  past.forget(1);
  past.add(2, std::array{event(2)});
  EXPECT_EQ(past.since(0), std::nullopt);
  EXPECT_THAT(past.since(1), Optional(ElementsAre(event(2))));
}

}  // namespace
}  // namespace rensa::play
