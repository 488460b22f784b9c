#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/sessions/logged_server.h"

// Only the disk of the log of running matches is full.

namespace rensa::sessions {
namespace {

using testing::Contains;
using testing::HasSubstr;

class FullLogDisk : public testing::Test {
 protected:
  void fill_disk() {
    disk_.set_full(true);
    // An event that cannot be written.
    logged_.server.service.closed(players_[0], "it has gone");
    logged_.flush();
  }
  bool does_match_survive() { return logged_.server.service.does_match_survive(start_.match); }

  log::test::LogDisk disk_;
  test::ServerWithDisk logged_{disk_};
  std::array<net::ConnectionId, 2> players_ = logged_.begin_match();
  proto::MatchStart start_ = logged_.server.last<proto::MatchStart>(players_[1]).value();
  proto::MatchStart start_of_first_ = logged_.server.last<proto::MatchStart>(players_[0]).value();
};

TEST_F(FullLogDisk, MarksRunningMatchesAtTheFirstWriteThatFails) {
  EXPECT_TRUE(does_match_survive());
  fill_disk();
  EXPECT_FALSE(does_match_survive());
  EXPECT_FALSE(logged_.server.service.do_matches_survive()) << "the server drains instead of leaving at once";
  EXPECT_TRUE(logged_.server.service.is_match_log_failing());
  EXPECT_THAT(logged_.server.lines, Contains(HasSubstr("event=match_log_failed unlogged_matches=1 ")));
}

TEST_F(FullLogDisk, LetsRunningMatchesGoOnToTheirEnds) {
  fill_disk();
  const net::ConnectionId back = logged_.resume(start_of_first_);
  ASSERT_TRUE(logged_.server.last<proto::Update>(back)) << "the match goes on";
  logged_.server.say(back, proto::Leave{start_.match, *start_of_first_.seat});
  logged_.loop.run_until([this] {
    logged_.server.settle();
    return logged_.server.service.unsaved_game_count() == 0;
  });
  EXPECT_TRUE(logged_.server.last<proto::MatchEnd>(players_[1]));
  EXPECT_EQ(logged_.server.store.games_of_match(static_cast<std::uint64_t>(start_.match)).size(), 1U);
}

TEST_F(FullLogDisk, NoNewMatchBeginsAndThePlayersAreToldWhy) {
  fill_disk();
  const net::ConnectionId other = logged_.server.enter("other");
  logged_.server.say(other, proto::QuickMatch{});
  const auto error = logged_.server.last<proto::Error>(other);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, proto::ErrorCode::busy);
  EXPECT_THAT(error->text, HasSubstr("cannot write its log of running matches"));
}

TEST_F(FullLogDisk, DoesNotKeepADrainingServerFromItsEnd) {
  fill_disk();
  tests::InMemoryServer& server = logged_.server;
  server.service.lobby().drain(server.now + std::chrono::seconds(5), server.now);
  EXPECT_EQ(server.service.lobby().matches().count(), 1U);
  server.now += std::chrono::seconds(6);
  server.service.lobby().abandon_all(server.now);
  logged_.loop.run_until([&] {
    server.settle();
    return server.service.lobby().matches().count() == 0 && server.service.unsaved_game_count() == 0;
  });
  bool has_stopped = false;
  logged_.log->stop([&has_stopped] { has_stopped = true; });
  logged_.loop.run_until([&has_stopped] { return has_stopped; });
  EXPECT_TRUE(has_stopped);
}

TEST_F(FullLogDisk, AllIsAsBeforeOnceThereIsRoomAgain) {
  fill_disk();
  disk_.set_full(false);
  logged_.flush();  // the frame that had failed
  logged_.flush();
  EXPECT_TRUE(does_match_survive());
  EXPECT_TRUE(logged_.server.service.do_matches_survive());
  EXPECT_FALSE(logged_.server.service.is_match_log_failing());
  EXPECT_THAT(logged_.server.lines, Contains(HasSubstr("event=match_log_works_again")));
  const auto others = logged_.begin_match();
  EXPECT_TRUE(logged_.server.last<proto::MatchStart>(others[0]));

  log::test::LogDisk after_kill(disk_.content());
  test::ServerWithDisk again(after_kill);
  EXPECT_EQ(again.server.service.lobby().matches().count(), 2U);
  for (const proto::MatchStart& start : {start_of_first_, start_}) {
    EXPECT_TRUE(again.server.last<proto::Update>(again.resume(start))) << "nothing of it is lost";
  }
}

}  // namespace
}  // namespace rensa::sessions
