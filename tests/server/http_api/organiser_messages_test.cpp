#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/server/http_api/api_fixture.h"

// Messages of the organiser of a tournament to its players.

namespace rensa::http_api {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kCup = R"({"name": "cup", "pairs": 2, "audit": 0, "players": [
  {"name": "ann", "guest": true}, {"name": "bob", "guest": true}]})";
constexpr const char* kPath = "/api/v1/tournaments/cup/message?text=";

class OrganiserMessages : public testing::Test, protected test::ApiFixture {
 protected:
  OrganiserMessages() {
    server.service.set_tournament_host(tournaments);
    EXPECT_EQ(ask("POST", "/api/v1/tournaments", boss, kCup).status, 201);
  }

  net::HttpResponse send(const std::string& text) { return ask("POST", kPath + text, boss); }
  net::ConnectionId connect(const std::string& name, bool plays = true) {
    const net::ConnectionId connection = server.connect(net::Transport::tcp);
    proto::Hello hello;
    hello.token = server.store.create_token(name, storage::Role::worker);
    if (plays) hello.features = {"arranged:1"};
    server.say(connection, hello);
    run_posted();
    return connection;
  }
  // Returns the texts of the messages that a session was sent.
  std::vector<std::string> heard(net::ConnectionId connection) {
    for (auto& [session, message] : std::exchange(sent, {})) server.service.send(session, std::move(message));
    server.settle();
    std::vector<std::string> texts;
    for (const std::string& bytes : server.sent[connection]) {
      const auto message = proto::server_message_of(bytes, proto::Encoding::binary);
      const auto* event = message ? std::get_if<proto::TournamentEvent>(&*message) : nullptr;
      if (event == nullptr) continue;
      EXPECT_EQ(event->tournament, "cup");
      const json data = json::parse(event->event);
      EXPECT_EQ(data["n"], event->number);
      if (data["event"] == "message") texts.push_back(data["text"]);
    }
    return texts;
  }
  std::vector<std::string> in_journal() {
    std::vector<std::string> texts;
    for (const json& event : json::parse(get("/api/v1/tournaments/cup/events").body)["events"]) {
      if (event["event"] == "message") texts.push_back(event["text"]);
    }
    return texts;
  }

  const std::string boss = administrator();
};

TEST_F(OrganiserMessages, ReachThePlayersThatAreConnectedAndNoOthers) {
  const auto ann = connect("ann");
  const auto watching_bob = connect("bob", false);
  const auto zoe = connect("zoe");
  const auto guest = server.enter("ann's friend");
  EXPECT_EQ(send("A%20break%20until%2018%3A00").status, 200);
  EXPECT_THAT(heard(ann), ElementsAre("A break until 18:00"));
  EXPECT_THAT(heard(watching_bob), ElementsAre("A break until 18:00"));
  EXPECT_THAT(heard(zoe), IsEmpty());
  EXPECT_THAT(heard(guest), IsEmpty());
  EXPECT_THAT(in_journal(), ElementsAre("A break until 18:00"));
}

TEST_F(OrganiserMessages, ReachAPlayerThatFollowsTheTournamentOnce) {
  const auto ann = connect("ann");
  server.say(ann, proto::Follow{.tournament = "cup", .from = std::nullopt});
  send("one");
  run_posted();
  const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
  while (heard(ann).empty() && std::chrono::steady_clock::now() < until) {
    server.now += std::chrono::seconds(1);
    io.run_one_for(std::chrono::seconds(1));
  }
  EXPECT_THAT(heard(ann), ElementsAre("one"));
}

TEST_F(OrganiserMessages, AreOneLineOfPlainTextWithALimit) {
  for (const std::string& text :
       {std::string(), std::string(501, 'x'), std::string("a%0Ab"), std::string("a%00b"), std::string("%1B[2J"),
        std::string("a%E2%80%AEb"), std::string("a%E2%80%8Bb"), std::string("%7F")}) {
    const net::HttpResponse response = send(text);
    EXPECT_EQ(response.status, 400) << text;
    EXPECT_THAT(response.body, HasSubstr("text")) << text;
  }
  EXPECT_EQ(send("%FF").status, 400);
  EXPECT_EQ(send(std::string(500, 'x')).status, 200);
  EXPECT_EQ(send("%3Cscript%3E%20%E4%BC%91%E6%86%A9").status, 200);
  EXPECT_THAT(in_journal(), ElementsAre(std::string(500, 'x'), "<script> 休憩"));
}

TEST_F(OrganiserMessages, AreFewInAShortTime) {
  for (int i = 0; i < 10; ++i) EXPECT_EQ(send("x").status, 200);
  const net::HttpResponse refused = send("x");
  EXPECT_EQ(refused.status, 429);
  EXPECT_THAT(refused.body, HasSubstr("at most 10 messages within five minutes"));
  server.now += std::chrono::minutes(5);
  EXPECT_EQ(send("x").status, 200);
  EXPECT_THAT(in_journal(), SizeIs(11));
}

TEST_F(OrganiserMessages, NeedAnOrganiser) {
  const std::string worker = server.store.create_token("deep", storage::Role::worker);
  EXPECT_EQ(ask("POST", std::string(kPath) + "x").status, 401);
  EXPECT_EQ(ask("POST", std::string(kPath) + "x", worker).status, 403);
  EXPECT_EQ(ask("POST", std::string(kPath) + "x", organiser("otto", {"other"})).status, 403);
  EXPECT_EQ(ask("POST", std::string(kPath) + "x", organiser("olga", {"cup"})).status, 200);
  EXPECT_THAT(in_journal(), ElementsAre("x"));
  const storage::AuditEntry& entry = server.store.audit_entries().front();
  EXPECT_EQ(entry.actor, "olga");
  EXPECT_EQ(entry.act, "tournament message");
  EXPECT_EQ(entry.target, "cup: text x");
}

}  // namespace
}  // namespace rensa::http_api
