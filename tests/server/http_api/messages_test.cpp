#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/server/http_api/organiser_fixture.h"

// The messages of organisers to all players and spectators.

namespace rensa::http_api {
namespace {

using nlohmann::json;
using test::kAllTournaments;
using test::OrganiserTest;
using test::plan_named;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class MessagesTest : public OrganiserTest {
 protected:
  int send(const std::string& token, const std::string& name, const std::string& text) {
    return order(token, name, "messages", json{{"text", text}}.dump());
  }
  // Returns the texts of the messages, the newest first.
  std::vector<std::string> texts_of(const std::string& name) {
    std::vector<std::string> texts;
    const json answer = json::parse(get(std::string(kAllTournaments) + "/" + name + "/messages").body);
    for (const json& message : answer["messages"]) texts.push_back(message["text"]);
    return texts;
  }
  json report_of(const std::string& name) { return json::parse(get(std::string(kAllTournaments) + "/" + name).body); }
};

TEST_F(MessagesTest, AreReadByAllAndAreOnDisk) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup")), 201);
  EXPECT_THAT(texts_of("spring-cup"), IsEmpty());
  EXPECT_TRUE(report_of("spring-cup")["last_message"].is_null());
  ASSERT_EQ(send(olga, "spring-cup", "The final begins at 18:00"), 200);
  EXPECT_EQ(json::parse(last.body)["last_message"]["text"], "The final begins at 18:00");
  ASSERT_EQ(send(boss, "spring-cup", "決勝は18時から"), 200);
  EXPECT_THAT(texts_of("spring-cup"), ElementsAre("決勝は18時から", "The final begins at 18:00"));
  const json newest = report_of("spring-cup")["last_message"];
  EXPECT_EQ(newest["number"], 2);
  EXPECT_EQ(newest["text"], "決勝は18時から");
  EXPECT_THAT(newest["sent"].get<std::string>(), testing::EndsWith("Z"));
  const json events = json::parse(get(std::string(kAllTournaments) + "/spring-cup/events").body)["events"];
  EXPECT_EQ(events.back()["event"], "message");
  EXPECT_EQ(events.back()["text"], "決勝は18時から");
}

TEST_F(MessagesTest, StandInTheAuditLog) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup")), 201);
  ASSERT_EQ(send(olga, "spring-cup", "player one: come"), 200);
  ASSERT_EQ(send(olga, "spring-cup", "player one: come"), 409);
  EXPECT_EQ(error(), "the last message says the same");
  EXPECT_THAT(texts_of("spring-cup"), ElementsAre("player one: come"));
  EXPECT_THAT(acts(), Contains("olga: tournament message: spring-cup: message player one: come").Times(2));
  EXPECT_THAT(acts(), Contains("olga: tournament message refused: spring-cup: message player one: come").Times(1));
}

TEST_F(MessagesTest, AreLinesOfVisibleText) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup")), 201);
  for (const std::string& text :
       {std::string(), std::string("   "), std::string("two\nlines"), std::string("\t"), std::string("bell\a"),
        std::string("nul\0", 4), std::string("\xE2\x80\xAEright to left"), std::string("zero\xE2\x80\x8Bwidth"),
        std::string(501, 'x')}) {
    EXPECT_EQ(send(olga, "spring-cup", text), 400) << text;
    EXPECT_THAT(error(), HasSubstr("text: a line of 1 to 500 bytes")) << text;
  }
  for (const std::string body :
       {"", "{}", "[]", "7", R"("text")", R"({"text": 7})", R"({"text": null})", R"({"text": "x", "to": "ann"})",
        R"({"text": "x", "text": "y"})", "{\"text\": \"\xFF\"}"}) {
    EXPECT_EQ(order(olga, "spring-cup", "messages", body), 400) << body;
    EXPECT_THAT(error(), HasSubstr("a body like")) << body;
  }
  EXPECT_THAT(texts_of("spring-cup"), IsEmpty());
  EXPECT_EQ(send(olga, "spring-cup", std::string(500, 'x')), 200);
}

TEST_F(MessagesTest, AreSentByTheOrganisersOfTheTournamentOnly) {
  ASSERT_EQ(start(boss, plan_named("winter cup")), 201);
  EXPECT_EQ(send("", "winter-cup", "x"), 401);
  EXPECT_EQ(send("unknown", "winter-cup", "x"), 401);
  EXPECT_EQ(send(olga, "winter-cup", "x"), 403);
  EXPECT_EQ(send(server.store.create_token("ann", storage::Role::worker), "winter-cup", "x"), 403);
  EXPECT_THAT(texts_of("winter-cup"), IsEmpty());
  EXPECT_THAT(acts(), Not(Contains(HasSubstr("message"))));
}

TEST_F(MessagesTest, AreFewInAShortTime) {
  ASSERT_EQ(start(boss, plan_named("Spring Cup")), 201);
  int sent = 0;
  while (sent < 100 && send(boss, "spring-cup", "message " + std::to_string(sent)) == 200) ++sent;
  EXPECT_EQ(sent, 10);
  EXPECT_EQ(last.status, 429);
  EXPECT_THAT(error(), HasSubstr("too much in a short time: try again in "));
}

TEST_F(MessagesTest, AreRefusedByATournamentThatIsOverOrGone) {
  write_run("spring-cup", plan_named("spring cup", R"({"name": "bob", "guest": true})", R"("pairs": 1, )"), 2);
  open_tournaments();
  ASSERT_EQ(state_of("spring-cup"), "over");
  EXPECT_EQ(send(olga, "spring-cup", "x"), 409);
  EXPECT_EQ(error(), "it is over");
  EXPECT_EQ(send(olga, "autumn-cup", "x"), 404);
  EXPECT_EQ(error(), "there is no such tournament");
  ASSERT_EQ(start(olga, plan_named("autumn cup"), "?paused=1"), 201);
  EXPECT_EQ(send(olga, "autumn-cup", "We begin at 10:00"), 200) << "before its first game";
  ASSERT_EQ(order(olga, "autumn-cup", "delete"), 200);
  EXPECT_EQ(send(olga, "autumn-cup", "x"), 404);
  EXPECT_EQ(get(std::string(kAllTournaments) + "/autumn-cup/messages").status, 404);
}

}  // namespace
}  // namespace rensa::http_api
