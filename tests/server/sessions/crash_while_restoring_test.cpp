#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "server/base/temporary_folder.h"
#include "server/live_matches/live_match_file.h"
#include "server/live_matches/logged_matches.h"
#include "server/sessions/live_match_log.h"
#include "tests/server/sessions/in_memory_server.h"
#include "tests/tools/posted_tasks.h"

// Servers that die while they make matches again.

namespace rensa::sessions {
namespace {

using testing::Contains;
using testing::HasSubstr;
using tests::InMemoryServer;

constexpr int kDeath = 42;  // the status of a process that dies

// A server with its log in a folder. Before it makes a match again, it asks for the time.
class StartedServer {
 public:
  explicit StartedServer(const std::filesystem::path& data, std::function<void(int)> begins_match = [](int) {}) {
    server.now += std::chrono::hours(1);
    log.emplace(LiveMatchLog::Parts{.data = data,
                                    .sessions = server.service,
                                    .games = server.store.contract(),
                                    .own_rulesets = {},
                                    .now =
                                        [this, begins_match] {
                                          if (!is_restored) begins_match(++begun_matches);
                                          return server.now;
                                        },
                                    .post = loop.executor(),
                                    .post_later = [](std::chrono::milliseconds, const std::function<void()>&) {},
                                    .log = [this](const std::string& line) { server.lines.push_back(line); }});
    log->restore([this](const std::optional<storage::StoreError>&) { is_restored = true; });
    server.run_posted();
    loop.run_until([this] { return is_restored; });
    server.run_posted();
    loop.run_until([this] { return !log->is_writing(); });
  }

  tests::PostedTasks loop;
  InMemoryServer server;
  bool is_restored = false;
  int begun_matches = 0;
  std::optional<LiveMatchLog> log;
};

// A folder with three running matches.
class CrashWhileRestoring : public testing::Test {
 protected:
  CrashWhileRestoring() {
    GTEST_FLAG_SET(death_test_style, "fast");
    StartedServer started(folder.path());
    for (int match = 0; match < 3; ++match) {
      const std::array players{started.server.enter("one"), started.server.enter("two")};
      for (const net::ConnectionId player : players) started.server.say(player, proto::QuickMatch{});
      started.loop.run_until([&] { return started.server.last<proto::MatchStart>(players[1]).has_value(); });
      starts.push_back(started.server.last<proto::MatchStart>(players[1]).value());
    }
  }
  // Starts a server that dies while it makes its second match again.
  void die_at_second_match() const {
    const auto dies = [](int match) {
      if (match == 2) _exit(kDeath);
    };
    EXPECT_EXIT(StartedServer(folder.path(), dies), testing::ExitedWithCode(kDeath), "");
  }
  std::filesystem::path set_aside(std::size_t match) const {
    return folder.path() / "matches.set-aside" /
           ("match-" + std::to_string(static_cast<std::uint64_t>(starts[match].match)) + ".log");
  }

  const base::TemporaryFolder folder;
  std::vector<proto::MatchStart> starts;
};

TEST_F(CrashWhileRestoring, AMatchThatKillsTheServerTwiceIsSetAsideAndTheOthersGoOn) {
  for (int death = 0; death < 2; ++death) {
    die_at_second_match();
    EXPECT_FALSE(std::filesystem::exists(set_aside(1)));
  }
  StartedServer started(folder.path());
  EXPECT_EQ(started.server.service.lobby().matches().count(), 2U);
  EXPECT_THAT(started.server.lines, Contains(HasSubstr("event=match_set_aside")));
  EXPECT_THAT(started.server.lines, Contains(HasSubstr("restored=2 set_aside=1 ")));
  for (std::size_t match = 0; match < starts.size(); ++match) {
    const net::ConnectionId back = started.server.enter("back");
    started.server.say(
        back, proto::Resume{.match = starts[match].match, .seat = *starts[match].seat, .token = starts[match].token});
    EXPECT_EQ(started.server.last<proto::Update>(back).has_value(), match != 1);
    if (match != 1) continue;
    EXPECT_EQ(started.server.last<proto::Error>(back)->code, proto::ErrorCode::unknown_match);
  }
  // It is kept whole, and it is void: no later server finds it.
  tests::PostedTasks loop;
  const auto kept = live_matches::open_live_match_file(set_aside(1), loop.executor());
  live_matches::LoggedMatches matches(kept->take_frames());
  ASSERT_THAT(matches.ids(), testing::ElementsAre(starts[1].match));
  EXPECT_FALSE(matches.take(starts[1].match).events.empty());
  EXPECT_TRUE(started.server.store.games_of_match(static_cast<std::uint64_t>(starts[1].match)).empty());
  started.log.reset();
  StartedServer next(folder.path());
  EXPECT_EQ(next.server.service.lobby().matches().count(), 2U);
  EXPECT_THAT(next.server.lines, Contains(HasSubstr("restored=2 set_aside=0 ")));
}

TEST_F(CrashWhileRestoring, AMatchThatKillsTheServerOnceGoesOn) {
  die_at_second_match();
  StartedServer started(folder.path());
  EXPECT_EQ(started.server.service.lobby().matches().count(), 3U);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "matches.set-aside"));
}

// The process dies before the log says that the match has been set aside.
TEST_F(CrashWhileRestoring, AMatchThatIsSetAsideIsNotTriedAgainByAServerThatDiesMeanwhile) {
  for (int death = 0; death < 2; ++death) die_at_second_match();
  const auto dies_later = [](int match) {
    if (match == 2) _exit(kDeath);  // now the third one of the log
  };
  EXPECT_EXIT(StartedServer(folder.path(), dies_later), testing::ExitedWithCode(kDeath), "");
  StartedServer started(folder.path());
  EXPECT_EQ(started.server.service.lobby().matches().count(), 2U);
  EXPECT_TRUE(std::filesystem::exists(set_aside(1)));
}

}  // namespace
}  // namespace rensa::sessions
