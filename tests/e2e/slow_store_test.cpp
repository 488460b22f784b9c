#include <csignal>
#include <filesystem>
#include <gtest/gtest.h>
#include <optional>
#include <variant>

#include "tests/e2e/server.h"
#include "tests/tools/paths.h"

// Tests servers that have a store that answers late, operations that fail in turn, or files that are moved.

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

// The folder of the data is moved away while a game is played, and comes back.
TEST(MovedData, AServerWithoutItsDataIsNotReadyAndAnnouncesNoResult) {
  const TemporaryFolder scratch;
  Server server(scratch, {"--drain-seconds", "0"});
  const auto log = [&] { return read_text_file(scratch.file("server.log")); };
  EXPECT_EQ(server.get("/readyz").body.find("storage: "), std::string::npos);
  std::filesystem::rename(scratch.file("data"), scratch.file("moved"));
  ASSERT_TRUE(becomes_true([&] { return log().find("event=store_lost") != std::string::npos; }));
  const HttpAnswer not_ready = server.get("/readyz");
  EXPECT_EQ(not_ready.status, 503);
  EXPECT_NE(not_ready.body.find("storage: "), std::string::npos) << not_ready.body;

  Wire one(Speech::tcp, server.port(Speech::tcp));
  Wire two(Speech::tcp, server.port(Speech::tcp));
  for (Wire* wire : {&one, &two}) {
    wire->send(proto::Hello{});
    wire->send(proto::QuickMatch{});
  }
  const auto next = [](Wire& wire, const auto& is_wanted) {
    while (const auto message = wire.next(Clock::now() + test::kTimeLimit)) {
      if (is_wanted(*message)) return message;
    }
    return std::optional<proto::ServerMessage>();
  };
  const auto start = next(one, [](const auto& said) { return std::holds_alternative<proto::MatchStart>(said); });
  ASSERT_TRUE(start);
  const auto& match = std::get<proto::MatchStart>(*start);
  one.send(proto::Leave{.match = match.match, .seat = match.seat.value()});
  const auto failures = [&] {
    int count = 0;
    const std::string text = log();
    for (std::size_t at = text.find("event=save_failed"); at != std::string::npos;
         at = text.find("event=save_failed", at + 1)) {
      ++count;
    }
    return count;
  };
  ASSERT_TRUE(becomes_true([&] { return failures() >= 2; })) << "it is saved again and again";
  bool is_told = false;
  two.send(proto::Ping{.nonce = 7});
  ASSERT_TRUE(next(two, [&](const auto& said) {
    is_told = is_told || std::holds_alternative<proto::GameEnd>(said);
    return std::holds_alternative<proto::Pong>(said);
  }));
  EXPECT_FALSE(is_told);

  std::filesystem::rename(scratch.file("moved"), scratch.file("data"));
  const auto end = next(two, [](const auto& said) { return std::holds_alternative<proto::GameEnd>(said); });
  ASSERT_TRUE(end);
  EXPECT_TRUE(has_sound_record(server, std::get<proto::GameEnd>(*end).record));
  EXPECT_TRUE(becomes_true([&] { return server.get("/readyz").body.find("storage") == std::string::npos; }));
  EXPECT_NE(log().find("event=store_found_again"), std::string::npos);
  server.process().signal(SIGTERM);
  EXPECT_EQ(server.process().wait(), 0);
}

}  // namespace
}  // namespace rensa::e2e
