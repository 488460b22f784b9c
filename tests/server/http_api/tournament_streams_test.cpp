#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "tests/server/http_api/api_fixture.h"

// The streams of tournaments as the API opens them.

namespace rensa::http_api {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kPlayedByGuests = R"({"name": "old", "seed": 991177, "pairs": 2, "audit": 0, "players": [
  {"name": "ann", "guest": true}, {"name": "bob", "guest": true}]})";

class HeardStream final : public net::HttpStream {
 public:
  void send(net::SharedMessage part) override { text += *part; }
  std::size_t queued_bytes() const override { return 0; }
  void end() override { is_ended = true; }
  bool is_open() const override { return !is_ended; }

  std::string text;
  bool is_ended = false;
};

class TournamentStreams : public testing::Test, protected test::ApiFixture {
 protected:
  void open_with(const std::string& plan) {
    write_run("old", plan, 2);
    open_tournaments();
  }
  net::HttpResponse request(const std::string& accept, const std::string& query = "",
                            const std::string& last_event_id = "") {
    net::HttpRequest request;
    request.method = "GET";
    request.path = "/api/v1/tournaments/old/events";
    request.query = query;
    request.accept = accept;
    request.last_event_id = last_event_id;
    return answer(request);
  }
  std::shared_ptr<HeardStream> stream(const std::string& query = "", const std::string& last_event_id = "") {
    const net::HttpResponse response = request("text/event-stream", query, last_event_id);
    auto heard = std::make_shared<HeardStream>();
    EXPECT_EQ(response.status, 200) << response.body;
    if (response.stream) response.stream(heard);
    return heard;
  }
  bool hears(const HeardStream& stream, const std::string& text) {
    const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
    io.restart();
    while (stream.text.find(text) == std::string::npos && std::chrono::steady_clock::now() < until) {
      if (is_time_passing) server.now += 1s;
      io.run_one_for(100ms);
    }
    return stream.text.find(text) != std::string::npos;
  }

  bool is_time_passing = true;
};

TEST_F(TournamentStreams, AreForClientsThatPreferThem) {
  open_with(kPlayedByGuests);
  for (const char* accept : {"text/event-stream", "application/json;q=0.5, text/event-stream", "TEXT/EVENT-STREAM"}) {
    EXPECT_EQ(request(accept).content_type, "text/event-stream") << accept;
  }
  for (const char* accept :
       {"", "*/*", "application/json", "text/event-stream;q=0", "text/event-stream;q=0.1, application/json"}) {
    EXPECT_EQ(request(accept).content_type, "application/json") << accept;
  }
}

TEST_F(TournamentStreams, ANewReaderIsNotToldThePast) {
  open_with(kPlayedByGuests);
  const auto heard = stream();
  EXPECT_TRUE(hears(*heard, "event: standings"));
  EXPECT_THAT(heard->text, Not(HasSubstr("game_ended")));
  EXPECT_THAT(heard->text, HasSubstr(R"({"player":"ann","points":2.0,"games":2})"));
}

TEST_F(TournamentStreams, EndWhenTheTournamentIsDeleted) {
  const auto start = [&] {
    tournaments.start({.plan = kPlayedByGuests},
                      [](const auto& started) { EXPECT_TRUE(std::holds_alternative<std::string>(started)); });
    run_posted();
  };
  start();
  const auto heard = stream();
  ASSERT_TRUE(hears(*heard, "event: state"));
  tournaments.remove("old", [](const auto& refusal) { EXPECT_FALSE(refusal); });
  run_posted();
  start();
  const auto later = stream("from=0");
  EXPECT_TRUE(hears(*later, "event: state"));
  EXPECT_TRUE(heard->is_ended);
  EXPECT_FALSE(later->is_ended) << "it is about another tournament with the same name";
}

TEST_F(TournamentStreams, WithANumberThePastIsTold) {
  open_with(kPlayedByGuests);
  const auto heard = stream("from=0");
  EXPECT_TRUE(hears(*heard, "event: standings"));
  EXPECT_THAT(heard->text,
              HasSubstr(R"(data: {"game":"0-1","players":["ann","bob"],"winner":"ann","cause":"choked"})"));
  EXPECT_THAT(heard->text, Not(HasSubstr("991177")));
  EXPECT_EQ(request("text/event-stream", "from=x").status, 400);
  EXPECT_EQ(request("text/event-stream", "from=999").status, 400);
}

// Persons may play in this tournament, so spectators see its games three seconds late.
TEST_F(TournamentStreams, TellEventsAsLateAsSpectatorsSeeThem) {
  open_with(kPlayedByGuests);
  const auto heard = stream();
  ASSERT_TRUE(hears(*heard, "event: standings"));
  is_time_passing = false;
  ASSERT_FALSE(tournaments.withdraw("old", {.player = "bob", .why = "ill"}, [] {}));
  const live_tournaments::LiveTournament& run = *tournaments.find("old");
  run_posted();
  ASSERT_TRUE(run.is_all_saved());
  server.now += 2999ms;
  EXPECT_LT(run.lines_for_spectators(), run.lines_saved());
  const std::size_t id = heard->text.rfind("\nid: ") + 5;
  const auto later = stream("", heard->text.substr(id, heard->text.find('\n', id) - id));
  server.now += 1ms;
  EXPECT_TRUE(hears(*heard, R"({"player":"bob","why":"withdrawn: ill"})"));
  EXPECT_TRUE(hears(*later, R"({"player":"bob","why":"withdrawn: ill"})"));
}

TEST_F(TournamentStreams, APlanMayLetSpectatorsSeeItsGamesAtOnce) {
  open_with(R"({"name": "old", "spectator_delay_seconds": 0, "pairs": 2, "audit": 0, "players": [
    {"name": "ann", "guest": true}, {"name": "bob", "guest": true}]})");
  is_time_passing = false;
  const auto heard = stream();
  ASSERT_TRUE(hears(*heard, "event: standings"));
  ASSERT_FALSE(tournaments.withdraw("old", {.player = "bob", .why = "ill"}, [] {}));
  EXPECT_TRUE(hears(*heard, R"({"player":"bob","why":"withdrawn: ill"})"));
}

}  // namespace
}  // namespace rensa::http_api
