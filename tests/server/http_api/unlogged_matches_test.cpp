#include <array>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "server/live_matches/live_match_file.h"
#include "server/live_matches/match_recorder.h"
#include "tests/server/http_api/api_fixture.h"
#include "tests/server/log/log_disk.h"
#include "tests/tools/posted_tasks.h"

// The API of a server whose log of running matches has a disk of its own, which can be full.

namespace rensa::http_api {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class UnloggedMatches : public testing::Test, protected test::ApiFixture {
 protected:
  UnloggedMatches() { server.service.set_match_recorder(&recorder_); }
  ~UnloggedMatches() override { server.service.set_match_recorder(nullptr); }

  void begin_match() {
    const std::array players{server.enter("ann"), server.enter("bob")};
    for (const net::ConnectionId player : players) server.say(player, proto::QuickMatch{});
    loop_.run_until([&] { return server.last<proto::MatchStart>(players[1]).has_value(); });
  }
  // Writes an event.
  void write() {
    recorder_.when_durable([] {});
    loop_.run_until([this] { return loop_.is_empty() && !recorder_.is_writing(); });
    recorder_.flush();
    loop_.run_until([this] { return !recorder_.is_writing(); });
  }
  bool does_match_survive() {
    const json matches = json::parse(get("/api/v1/matches").body)["matches"];
    const json match = matches.at(0);
    const json same = json::parse(get("/api/v1/matches/" + std::to_string(match["match"].get<int>())).body)["running"];
    EXPECT_EQ(same, match);
    return match["survives_restart"];
  }

  log::test::LogDisk disk_;
  tests::PostedTasks loop_;
  std::unique_ptr<log::LogFile> file_ =
      live_matches::open_live_match_file(disk_.open(), "matches.log", loop_.executor());
  live_matches::MatchRecorder recorder_{{.file = *file_,
                                         .post = loop_.executor(),
                                         .played_until = [this] { return server.now; },
                                         .has_real_time_matches = [] { return false; },
                                         .log = [](const base::LogLine&) {}}};
};

TEST_F(UnloggedMatches, AreToldWhileTheirDiskIsFull) {
  begin_match();
  EXPECT_TRUE(does_match_survive());
  EXPECT_EQ(get("/readyz").status, 200);
  disk_.set_full(true);
  write();
  EXPECT_FALSE(does_match_survive());
  EXPECT_EQ(get("/readyz").status, 503);
  EXPECT_THAT(get("/readyz").body, HasSubstr("storage: running matches cannot be logged"));
  disk_.set_full(false);
  write();
  EXPECT_TRUE(does_match_survive());
  EXPECT_EQ(get("/readyz").status, 200);
}

TEST_F(UnloggedMatches, DoNotSurviveARestartWithoutALog) {
  server.service.set_match_recorder(nullptr);
  for (const char* name : {"ann", "bob"}) server.say(server.enter(name), proto::QuickMatch{});
  EXPECT_FALSE(does_match_survive());
}

}  // namespace
}  // namespace rensa::http_api
