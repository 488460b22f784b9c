#include "server/sessions/moderation/recent_matches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::sessions {
namespace {

RecentMatches::Seats between(const std::string& one, const std::string& two) {
  return {RecentMatches::SeatPlayer{.name = one, .holder = {.subject = "guests at " + one, .network = one}},
          RecentMatches::SeatPlayer{.name = two, .holder = {.subject = "guests at " + two, .network = two}}};
}

// Otherwise an offender could make the server forget the offender by many short matches.
TEST(RecentMatches, MatchesOfOnePairOfAddressesPushOutOnlyTheirOwn) {
  RecentMatches matches;
  std::uint64_t number = 0;
  const auto add = [&](const std::string& one, const std::string& two) {
    matches.add(base::MatchId{++number}, between(one, two));
    return base::MatchId{number};
  };
  const auto reported = add("192.0.2.1", "198.51.100.9");
  const auto own = add("192.0.2.1", "192.0.2.1");
  for (std::size_t i = 0; i < RecentMatches::kMaxMatches; ++i) {
    i % 2 == 0 ? add("192.0.2.1", "192.0.2.1")
               : add(i % 4 == 1 ? "192.0.2.2" : "192.0.2.1", i % 4 == 1 ? "192.0.2.1" : "192.0.2.2");
  }
  ASSERT_NE(matches.find(reported), nullptr);
  EXPECT_EQ((*matches.find(reported))[0].name, "192.0.2.1");
  EXPECT_EQ(matches.find(own), nullptr);
  EXPECT_NE(matches.find(base::MatchId{number}), nullptr);
}

TEST(RecentMatches, TheFirstPlayerOfASeatStaysKnownAfterItHasComeBack) {
  RecentMatches matches;
  matches.add(base::MatchId{1}, between("192.0.2.1", "192.0.2.2"));
  const auto take = [&](const std::string& network) {
    matches.take_seat(base::MatchId{1}, 0, {.subject = "guests at " + network, .network = network});
  };
  take("198.51.100.99");
  take("192.0.2.1");
  for (int i = 1; i <= 20; ++i) take("198.51.100." + std::to_string(i));
  const RecentMatches::SeatPlayer& seat = matches.find(base::MatchId{1})->at(0);
  ASSERT_EQ(seat.earlier.size(), RecentMatches::kMaxEarlier);
  EXPECT_THAT(seat.earlier, testing::Contains(testing::Field(&SeatHolder::network, "192.0.2.1")));
  EXPECT_EQ(seat.earlier.back().network, "198.51.100.19");
  EXPECT_EQ(seat.holder.network, "198.51.100.20");
}

// So it is after a restart.
TEST(RecentMatches, APlayerThatIsNotKnownIsNoHolder) {
  RecentMatches matches;
  matches.add(base::MatchId{1}, {});
  const RecentMatches::SeatPlayer& seat = matches.find(base::MatchId{1})->at(0);
  EXPECT_THAT(seat.holders_except("account 1"), testing::IsEmpty());
  const SeatHolder guest{.subject = "guests at 192.0.2.1", .network = "192.0.2.1"};
  matches.take_seat(base::MatchId{1}, 0, guest);
  EXPECT_THAT(seat.holders_except("account 1"), testing::ElementsAre(guest));
  EXPECT_THAT(seat.holders_except(guest.subject), testing::IsEmpty());
}

}  // namespace
}  // namespace rensa::sessions
