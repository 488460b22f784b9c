#include <csignal>
#include <gtest/gtest.h>

#include "tests/e2e/server.h"
#include "tests/tools/paths.h"

// Tests a server whose store answers late, or whose operations fail in turn.

namespace rensa::e2e {
namespace {

class SlowStore : public testing::Test {
 protected:
  Server::OtherProgram program(const std::string& delay_milliseconds, const std::string& nth_fails) const {
    return Server::OtherProgram(
        {tests::program_path("slow_store_server"), scratch_.file("data"), delay_milliseconds, nth_fails});
  }
  // Two players play their games to the end, and see no error.
  Json play(const Server& server, const Words& flags) const {
    Fake one(scratch_, server, Speech::tcp, "one", flags);
    Fake two(scratch_, server, Speech::web_json, "two", flags);
    for (Fake* player : {&one, &two}) {
      EXPECT_FALSE(player->seen().is_null()) << read_text_file(scratch_.file("fakes.log"));
      EXPECT_EQ(player->seen()["errors"], Json::object()) << player->seen();
    }
    return one.seen();
  }

  TemporaryFolder scratch_;
};

TEST_F(SlowStore, MatchesAndPagesWorkAsUsualWhenTheStoreAnswersLate) {
  Server server(scratch_, program("200", "0"));
  const Json seen = play(server, {"--games", "3"});
  ASSERT_EQ(seen["matches"].size(), 1U) << seen;
  EXPECT_EQ(seen["matches"][0]["games"].size(), 3U);
  for (const Json& game : seen["matches"][0]["games"]) EXPECT_TRUE(has_sound_record(server, game["record"]));
  EXPECT_EQ(server.get_json("/api/v1/games")["games"].size(), 3U);
  EXPECT_EQ(server.get("/api/v1/games/99").status, 404);
  server.process().signal(SIGTERM);
  EXPECT_EQ(server.process().wait(), 0) << read_text_file(scratch_.file("server.log"));
}

TEST_F(SlowStore, NoGameThatWasToldIsLostWhenOperationsFail) {
  for (const char* nth : {"4", "5", "7"}) {
    SCOPED_TRACE(nth);
    Json seen;
    {
      Server server(scratch_, program("0", nth));
      seen = play(server, {"--games", "5"});
      server.process().signal(SIGTERM);
      EXPECT_EQ(server.process().wait(), 0);
    }
    EXPECT_NE(read_text_file(scratch_.file("server.log")).find("The disk is on fire."), std::string::npos);
    ASSERT_EQ(seen["matches"].size(), 1U) << seen;
    EXPECT_EQ(seen["matches"][0]["games"].size(), 5U);
    const Server server(scratch_, Words{});
    for (const Json& game : seen["matches"][0]["games"]) EXPECT_TRUE(has_sound_record(server, game["record"]));
  }
}

}  // namespace
}  // namespace rensa::e2e
