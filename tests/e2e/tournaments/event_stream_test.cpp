#include <algorithm>
#include <csignal>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

#include "tests/e2e/tournaments/cup_server.h"
#include "tests/e2e/tournaments/event_reader.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/seed.h"

// The stream of the events of a tournament, read by good and by bad clients.

namespace rensa::e2e {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const Words kFlags{"--exec-players", "1", "--exec-isolation", "none", "--drain-seconds", "0"};

Json played_plan() {
  return {{"name", "cup"},
          {"seed", 8},
          {"clock", "virtual"},
          {"charge", 12},
          {"pairs", 8},
          {"audit", 0.5},
          {"players", {"greedy", "random"}}};
}

// A tournament of players that never come.
Json empty_plan() {
  return {{"name", "cup"}, {"players", {{{"name", "ann"}, {"guest", true}}, {{"name", "bob"}, {"guest", true}}}}};
}

std::uint16_t web_port(const CupServer& cup) { return cup.server().port(Speech::web_json); }

// The events of a journal as a stream tells them, by name.
std::string type_of(const Json& line) {
  const std::map<std::string, std::string> types = {
      {"stage", "stage_started"}, {"drawn", "pair_drawn"}, {"started", "game_started"}, {"ended", "game_ended"}};
  const auto type = types.find(line["event"]);
  return type == types.end() ? line["event"].get<std::string>() : type->second;
}

bool has_told_the_end(const EventFollower& follower) {
  const std::vector<StreamedEvent> events = follower.events();
  const auto is_end = [](const StreamedEvent& event) { return event.type == "state" && event.data["state"] == "over"; };
  const auto end = std::find_if(events.begin(), events.end(), is_end);
  return end != events.end() &&
         std::any_of(end, events.end(), [](const StreamedEvent& event) { return event.type == "standings"; });
}

TEST(EventStream, TellsEachEventOnceThoughTheServerIsKilledAgainAndAgain) {
  const std::uint32_t seed = tests::random_seed();
  SCOPED_TRACE("RENSA_SEED=" + std::to_string(seed));
  std::mt19937 chance(seed);
  CupServer cup(kFlags);
  cup.start(played_plan(), 1);
  EventFollower follower(web_port(cup));
  const int kills = tests::cases(3, 30);
  for (int kill = 0; kill < kills; ++kill) {
    const std::size_t wanted = follower.events().size() + std::uniform_int_distribution<std::size_t>(1, 6)(chance);
    EXPECT_TRUE(soon_becomes_true([&] { return follower.events().size() >= wanted || has_told_the_end(follower); }));
    cup.kill();
    cup.serve();
    follower.set_port(web_port(cup));
  }
  const PlayedCup played = cup.finish();
  ASSERT_TRUE(becomes_true([&] { return has_told_the_end(follower); })) << cup.log();
  EXPECT_GE(follower.connections(), kills);

  std::vector<std::string> told;
  std::vector<std::string> expected;
  std::size_t ends = 0;
  for (const StreamedEvent& event : follower.events()) {
    if (event.type == "state" && event.data["state"] == "over") ++ends;
    if (event.type == "state" || event.type == "standings") continue;
    told.push_back(event.id.substr(0, event.id.find(':', 4)) + " " + event.type);
  }
  for (std::size_t line = 1; line < played.journal.size(); ++line) {
    expected.push_back("cup:" + std::to_string(line + 1) + " " + type_of(played.journal[line]));
  }
  EXPECT_EQ(told, expected);
  EXPECT_EQ(ends, 1U);
}

class WaitingCup : public testing::Test {
 protected:
  WaitingCup() { cup_.start(empty_plan(), 1); }
  void expect_status(EventStream& stream, int status, const std::string& text) {
    EXPECT_TRUE(becomes_true([&] {
      stream.read();
      return stream.has_ended();
    }));
    EXPECT_THAT(stream.read(), StartsWith("HTTP/1.1 " + std::to_string(status) + " "));
    EXPECT_THAT(stream.read(), HasSubstr(text));
  }
  static bool hears(EventStream& stream, const std::string& text) {
    return becomes_true([&] { return stream.read().find(text) != std::string::npos; });
  }
  void order(const std::string& what) {
    std::string token = read_text_file(cup_.token_file());
    token.erase(token.find_last_not_of(" \n") + 1);
    EXPECT_EQ(cup_.server().post("/api/v1/tournaments/cup/" + what, "Authorization: Bearer " + token + "\r\n").status,
              200);
  }

  CupServer cup_;
};

TEST_F(WaitingCup, TellsWhatAnOrganiserDoes) {
  EventStream stream(web_port(cup_), "");
  ASSERT_TRUE(hears(stream, "\"state\":\"running\""));
  EXPECT_THAT(stream.read(), HasSubstr("Content-Type: text/event-stream\r\n"));
  EXPECT_THAT(stream.read(), HasSubstr("X-Accel-Buffering: no\r\n"));
  order("pause");
  ASSERT_TRUE(hears(stream, "\"state\":\"paused\""));
  order("withdraw?player=bob&why=ill");
  ASSERT_TRUE(hears(stream, "{\"player\":\"bob\",\"why\":\"withdrawn: ill\"}"));
}

TEST_F(WaitingCup, AServerThatStopsEndsTheStream) {
  EventStream stream(web_port(cup_), "");
  ASSERT_TRUE(hears(stream, "event: state"));
  cup_.stop_after(0, 0, SIGTERM);
  EXPECT_TRUE(becomes_true([&] {
    stream.read();
    return stream.has_ended();
  }));
  EXPECT_TRUE(stream.read().ends_with("\n\n")) << "it ends between two events";
}

TEST_F(WaitingCup, RefusesIdsThatItHasNotGiven) {
  for (const std::string id : {"garbage", "cup:1", "other:1:running:0", "cup:99999:running:0", "\xFF\xFE\x01"}) {
    EventStream stream(web_port(cup_), "Connection: close\r\nLast-Event-ID: " + id + "\r\n");
    expect_status(stream, 400, id == "\xFF\xFE\x01" ? "" : "Last-Event-ID: ");
  }
}

TEST_F(WaitingCup, TenThousandConnectionsLeaveNothingBehind) {
  for (int i = 0; i < 10'000; ++i) EventStream(web_port(cup_), "", i % 2 == 0 ? "" : "?from=0");
  EXPECT_TRUE(becomes_true([&] {
    EventStream stream(web_port(cup_), "");
    becomes_true([&] { return stream.read().find("\n\n") != std::string::npos || stream.has_ended(); });
    return stream.read().find("\nHTTP") == std::string::npos && stream.read().starts_with("HTTP/1.1 200");
  }));
  EventStream stream(web_port(cup_), "");
  EXPECT_TRUE(hears(stream, "event: standings"));
}

TEST_F(WaitingCup, AnAddressHasAFewStreamsAndOthersStillHaveTheirs) {
  std::vector<EventStream> streams;
  for (int i = 0; i < 32; ++i) streams.emplace_back(web_port(cup_), "");
  for (EventStream& stream : streams) EXPECT_TRUE(hears(stream, "event: state"));
  EventStream one_too_many(web_port(cup_), "Connection: close\r\n");
  expect_status(one_too_many, 429, "this address has 32 streams of events");
  EventStream of_another(web_port(cup_), "", "", "127.0.0.2");
  EXPECT_TRUE(hears(of_another, "event: state"));
}

// Also those that read nothing do not keep the others from hearing.
TEST_F(WaitingCup, AThousandReadersAllHear) {
  std::vector<EventStream> streams;
  std::vector<EventStream> silent;
  for (int i = 0; i < 1'000; ++i) {
    const std::string address = "127.0.1." + std::to_string(1 + i / 30);
    (i % 10 == 0 ? silent : streams).emplace_back(web_port(cup_), "", "", address);
  }
  for (EventStream& stream : streams) ASSERT_TRUE(hears(stream, "event: standings"));
  order("pause");
  for (EventStream& stream : streams) ASSERT_TRUE(hears(stream, "\"state\":\"paused\""));
  EXPECT_EQ(cup_.server().get("/livez").status, 200);
}

}  // namespace
}  // namespace rensa::e2e
