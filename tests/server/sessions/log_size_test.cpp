#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iostream>

#include "server/live_matches/live_match_file.h"
#include "server/live_matches/logged_matches.h"
#include "tests/server/sessions/column_players.h"
#include "tests/server/sessions/fast_persons.h"
#include "tests/server/sessions/logged_server.h"
#include "tests/tools/long_tests.h"

// Measures in bytes what running matches add to their log.

namespace rensa::sessions {
namespace {

// The events of earlier games are not needed any more.
TEST(LogSize, OfAMatchOfAThousandGamesIsThatOfItsPresentGame) {
  const int games = tests::cases(30, 1'000);
  log::test::LogDisk disk;
  std::array<proto::MatchStart, 2> starts;
  {
    test::ServerWithDisk logged(disk);
    tests::InMemoryServer& server = logged.server;
    proto::QuickMatch request;
    request.terms.games = games;
    const auto connections = logged.begin_match(request);
    for (std::size_t i = 0; i < 2; ++i) starts[i] = server.last<proto::MatchStart>(connections[i]).value();
    for (int game = 1; game < games; ++game) {
      test::ColumnPlayers players(server, connections);
      while (server.service.unsaved_game_count() == 0) ASSERT_TRUE(players.answer_one());
      for (const net::ConnectionId connection : connections) server.sent[connection].clear();
      logged.loop.run_until([&] {
        server.settle();
        return server.service.unsaved_game_count() == 0;
      });
    }
    test::ColumnPlayers players(server, connections);
    for (int answer = 0; answer < 5; ++answer) ASSERT_TRUE(players.answer_one());
    logged.flush();
  }
  log::test::LogDisk after(disk.content());
  {
    tests::PostedTasks loop;
    const auto file = live_matches::open_live_match_file(after.open(), "matches.log", loop.executor());
    live_matches::LoggedMatches matches(file->take_frames());
    ASSERT_THAT(matches.ids(), testing::ElementsAre(starts[0].match));
    EXPECT_LT(matches.bytes_of(starts[0].match), 2'000U);
    const live_matches::LoggedMatch match = matches.take(starts[0].match);
    EXPECT_LT(match.events.size(), 20U);
    EXPECT_EQ(match.ended_games(), games - 1);
  }
  test::ServerWithDisk again(after);
  const std::array connections{again.resume(starts[0]), again.resume(starts[1])};
  test::ColumnPlayers players(again.server, connections);
  while (again.server.service.unsaved_game_count() == 0) ASSERT_TRUE(players.answer_one());
  again.loop.run_until([&] {
    again.server.settle();
    return again.server.service.unsaved_game_count() == 0;
  });
  const auto end = again.server.last<proto::MatchEnd>(connections[0]);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->wins[0] + end->wins[1] + end->draws, games) << "no result is forgotten";
}

TEST(LogSize, OfAGameOfTwoFastPersonsIsBelowAHundredBytesASecond) {
  constexpr int kMatches = 4;
  constexpr int kSeconds = 40;
  constexpr int kFramesPerSecond = 60;
  constexpr int kFramesPerFlush = 6;
  // Each write has a time and a checksum, which all matches share.
  constexpr std::size_t kSharedBytes = 21;
  log::test::LogDisk disk;
  test::ServerWithDisk logged(
      disk, [](tests::InMemoryServer& server) { server.service.skip_match_ids(base::MatchId{1'000'000}); });
  tests::InMemoryServer& server = logged.server;
  proto::QuickMatch request;
  request.terms.clock = proto::Clock::real;
  request.terms.games = 100;
  request.subscription = proto::Subscription::steering;
  std::vector<test::FastPersons> persons;
  for (int match = 0; match < kMatches; ++match) {
    persons.emplace_back(server, logged.begin_match(request), static_cast<std::uint32_t>(match));
  }
  const std::size_t bytes_before = disk.content().size();
  for (int frame = 1; frame <= kSeconds * kFramesPerSecond; ++frame) {
    logged.pass_frames(1);
    for (test::FastPersons& pair : persons) pair.play_frame();
    server.settle();
    if (frame % kFramesPerFlush == 0) logged.flush();
  }
  int changes = 0;
  for (const test::FastPersons& pair : persons) changes += pair.changes();
  constexpr int kMatchSeconds = kMatches * kSeconds;
  const double changes_of_person = static_cast<double>(changes) / (2 * kMatchSeconds);
  EXPECT_GT(changes_of_person, 7) << "they are fast";
  const std::size_t all_bytes = disk.content().size() - bytes_before;
  const std::size_t shared_bytes = kSharedBytes * kSeconds * kFramesPerSecond / kFramesPerFlush;
  const double bytes = static_cast<double>(all_bytes - shared_bytes) / kMatchSeconds;
  std::cout << "bytes a second of each game: " << bytes << ", with " << changes_of_person
            << " keys of each person that are pressed or released\n";
  EXPECT_LT(bytes, 100);

  log::test::LogDisk after_kill(disk.content());
  const test::ServerWithDisk again(after_kill);
  EXPECT_EQ(again.server.service.lobby().matches().count(), static_cast<std::size_t>(kMatches));
}

}  // namespace
}  // namespace rensa::sessions
