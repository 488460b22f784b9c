#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/server/http_api/organiser_fixture.h"

// How organisers start, end and delete tournaments.

namespace rensa::http_api {
namespace {

using nlohmann::json;
using test::OrganiserTest;
using test::plan_named;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST_F(OrganiserTest, CanLetAnAbsentGuestReturnAlsoWhenNoOtherGameIsLeft) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup")), 201);
  EXPECT_EQ(order(olga, "spring-cup", "withdraw?player=ann&keep_open=1"), 200);
  EXPECT_EQ(state_of("spring-cup"), "running");
  EXPECT_THAT(json::parse(get("/api/v1/tournaments/spring-cup").body)["awaited_returns"], ElementsAre("ann"));
  EXPECT_EQ(order(olga, "spring-cup", "return?player=ann"), 200);
  EXPECT_THAT(json::parse(last.body)["awaited_returns"], IsEmpty());
  EXPECT_EQ(order(olga, "spring-cup", "end"), 409) << "its games are to be played";
  EXPECT_EQ(order(olga, "spring-cup", "withdraw?player=ann&keep_open=1"), 200);
  EXPECT_EQ(order(olga, "spring-cup", "end"), 200);
  EXPECT_EQ(state_of("spring-cup"), "over");
  EXPECT_EQ(order(olga, "spring-cup", "return?player=ann"), 409);
  EXPECT_THAT(acts(), Contains("olga: tournament end: spring-cup"));
}

TEST_F(OrganiserTest, WritesNotesThatNobodyElseReads) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup", R"({"name": "bob", "guest": true}, {"name": "cid", "guest": true})")),
            201);
  EXPECT_EQ(order(olga, "spring-cup", "withdraw?player=ann&why=ill&note=0171-555"), 200);
  EXPECT_EQ(server.store.audit_entries().at(0).why, "ill / 0171-555");
  EXPECT_EQ(order(olga, "spring-cup", "disqualify?player=bob&why=help&note=0172-555"), 200);
  EXPECT_EQ(server.store.audit_entries().at(0).why, "help / 0172-555");
  for (const std::string path : {"", "/events", "/table.txt", "/games"}) {
    const net::HttpResponse read = get("/api/v1/tournaments/spring-cup" + path);
    EXPECT_EQ(read.status, 200);
    EXPECT_EQ(read.body.find("017"), std::string::npos) << read.body;
  }
}

TEST_F(OrganiserTest, GetsTheSameAnswerToTheSameRequest) {
  const std::string plan = plan_named("autumn cup one");
  ASSERT_EQ(start(olga, plan, "?key=abc&paused=1"), 201);
  const std::string id = json::parse(last.body)["id"];
  EXPECT_EQ(start(olga, plan, "?key=abc&paused=1"), 201);
  EXPECT_EQ(json::parse(last.body)["id"], id);
  EXPECT_THAT(stored_tournaments(), ElementsAre(id));
  EXPECT_EQ(start(olga, plan_named("autumn cup two"), "?key=abc"), 409);
  EXPECT_THAT(error(), HasSubstr(id));
  EXPECT_EQ(start(olga, plan_named("autumn cup two"), "?key=abc&check=1"), 409);
  EXPECT_EQ(start(olga, plan, "?key=abc"), 409) << "it was started paused";
  EXPECT_EQ(start(olga, plan, "?key=abc&paused=1&check=1"), 200);
  EXPECT_EQ(json::parse(last.body)["id"], id);
  EXPECT_EQ(start(boss, plan, "?key=abc"), 201) << "each account has keys of its own";
  EXPECT_EQ(start(olga, plan, "?key=abd"), 201);
  EXPECT_EQ(stored_tournaments().size(), 3U);
}

TEST_F(OrganiserTest, SendsARequestAgainWhileItIsCarriedOut) {
  int answered = 0;
  for (int i = 0; i < 2; ++i) {
    tournaments.start({.plan = plan_named("Spring Cup"), .key = "abc"}, [&](const auto& started) {
      EXPECT_EQ(std::get<std::string>(started), "spring-cup");
      ++answered;
    });
  }
  run_posted();
  EXPECT_EQ(answered, 2);
  EXPECT_THAT(stored_tournaments(), ElementsAre("spring-cup"));
}

TEST_F(OrganiserTest, UsesTheKeyOfARefusedRequestAgain) {
  EXPECT_EQ(start(olga, plan_named("winter cup"), "?key=abc"), 403);
  EXPECT_EQ(start(olga, plan_named("autumn cup"), "?key=abc"), 201) << "nothing was started with this key";
}

TEST_F(OrganiserTest, DeletesATournamentOfWhichNoGameHasBegun) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup"), "?paused=1"), 201);
  EXPECT_EQ(order(olga, "spring-cup", "delete"), 200);
  EXPECT_THAT(stored_tournaments(), IsEmpty());
  EXPECT_EQ(get("/api/v1/tournaments/spring-cup").status, 404);
  EXPECT_EQ(order(olga, "spring-cup", "resume"), 404);
  EXPECT_EQ(start(olga, plan_named("Spring Cup")), 201) << "its id is free";
  EXPECT_EQ(order(olga, "spring-cup", "delete"), 200) << "its guests are awaited";
  write_run("autumn-old",
            R"({"name": "old", "players": [{"name": "ann", "guest": true}, {"name": "bob", "guest": true}]})", 1);
  open_tournaments();
  EXPECT_EQ(order(olga, "autumn-old", "delete"), 409);
  EXPECT_THAT(error(), HasSubstr("a game of it has begun"));
  EXPECT_THAT(stored_tournaments(), ElementsAre("autumn-old"));
}

TEST_F(OrganiserTest, CreatesADeletedTournamentAnewWithTheSameKey) {
  const std::string plan = plan_named("autumn cup");
  ASSERT_EQ(start(olga, plan, "?key=abc&paused=1"), 201);
  ASSERT_EQ(order(olga, "autumn-cup", "delete"), 200);
  EXPECT_EQ(start(olga, plan, "?key=abc&paused=1"), 201);
  EXPECT_THAT(stored_tournaments(), ElementsAre("autumn-cup"));
}

TEST_F(OrganiserTest, BeginsNoGameOfATournamentThatIsBeingDeleted) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup"), "?paused=1"), 201);
  std::optional<live_tournaments::Refusal> resumed;
  bool is_deleted = false;
  tournaments.control("spring-cup", "resume", [&](const auto& refusal) { resumed = refusal; });
  tournaments.remove("spring-cup", [&](const auto& refusal) { is_deleted = !refusal; });
  run_posted();
  EXPECT_TRUE(is_deleted);
  ASSERT_TRUE(resumed);
  EXPECT_EQ(resumed->text, "it is being deleted");
}

TEST_F(OrganiserTest, LosesNothingIfTheStoreDoesNotDelete) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup")), 201);
  failure = [](const std::string& operation) {
    return operation == "remove_tournament" ? storage::test::Failure::before : storage::test::Failure::none;
  };
  EXPECT_EQ(order(olga, "spring-cup", "delete"), 409);
  EXPECT_EQ(state_of("spring-cup"), "running");
}

TEST_F(OrganiserTest, ChecksAPlanBeforeItStartsIt) {
  server.store.create_token("ann", storage::Role::worker);
  const auto check = [&](const std::string& plan) { return start(olga, plan, "?check=1"); };
  EXPECT_EQ(check(plan_named("autumn cup", R"({"name": "BOB", "guest": true})")), 200);
  EXPECT_EQ(json::parse(last.body), json::parse(R"({"id": "autumn-cup", "guests": [
    {"name": "ann", "state": "account", "alike": null}, {"name": "BOB", "state": "unknown", "alike": null}]})"));
  EXPECT_EQ(check(plan_named("autumn cup", R"({"name": "ANN", "guest": true})")), 200);
  EXPECT_EQ(json::parse(last.body)["guests"][1]["alike"], "ann");
  EXPECT_EQ(check(plan_named("winter cup")), 403);
  EXPECT_EQ(check("{}"), 400);
  EXPECT_THAT(stored_tournaments(), IsEmpty());
  EXPECT_THAT(acts(), IsEmpty()) << "it is no act";
  for (int i = 0; i < 100 && last.status != 429; ++i) check("{}");
  EXPECT_EQ(last.status, 429);
  EXPECT_EQ(start(olga, plan_named("autumn cup")), 201) << "acts have a budget of their own";
}

TEST_F(OrganiserTest, PausesAlsoWhenItHasDoneTooMuch) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup")), 201);
  for (int i = 0; i < 200 && last.status != 429; ++i) start(olga, "{}");
  ASSERT_EQ(last.status, 429);
  EXPECT_THAT(error(), HasSubstr(" seconds"));
  EXPECT_EQ(order(olga, "spring-cup", "pause"), 200);
  EXPECT_EQ(order(olga, "spring-cup", "stop"), 200);
}

TEST_F(OrganiserTest, ChoosesAnIdThatIsNamedToIt) {
  EXPECT_EQ(start(olga, plan_named("秋カップ"), "?id=autumn-1"), 201);
  EXPECT_EQ(json::parse(last.body)["id"], "autumn-1");
  EXPECT_EQ(start(olga, plan_named("秋カップ"), "?id=autumn-1"), 409);
  EXPECT_THAT(error(), HasSubstr("the id autumn-1 is taken"));
  EXPECT_EQ(start(olga, plan_named("秋カップ"), "?id=winter-1"), 403);
  for (const std::string id : {"Autumn-1", "autumn-", "autumn_1", "autumn-%2e%2e", "autumn-%2f"}) {
    EXPECT_EQ(start(olga, plan_named("秋カップ"), "?id=" + id), 400) << id;
  }
  EXPECT_EQ(start(olga, plan_named("秋カップ"), "?id=autumn-" + std::string(64, '1')), 400);
  EXPECT_THAT(stored_tournaments(), ElementsAre("autumn-1"));
}

TEST_F(OrganiserTest, StartsNothingInThePast) {
  const auto at = [](const std::string& time) {
    return plan_named("autumn cup", R"({"name": "bob", "guest": true})", R"("starts": ")" + time + R"(", )");
  };
  EXPECT_EQ(start(olga, at("2020-01-01T10:00:00Z")), 400);
  EXPECT_THAT(error(), HasSubstr("in the past"));
  EXPECT_EQ(start(olga, at("2999-01-01T10:00:00Z")), 201);
}

}  // namespace
}  // namespace rensa::http_api
