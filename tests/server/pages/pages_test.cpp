#include "server/pages/pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/http_api/api_fixture.h"

namespace rensa::pages {
namespace {

using testing::HasSubstr;

constexpr const char* kPlan = R"({"name": "old", "seed": 991177, "pairs": 2, "audit": 0, "players": [
  {"name": "ann", "guest": true}, {"name": "b/b", "guest": true}]})";

class PagesTest : public testing::Test, protected http_api::test::ApiFixture {
 protected:
  // Status -1: the path is none of these pages.
  net::HttpResponse get(const std::string& path, const std::string& query = "", const std::string& method = "GET") {
    net::HttpRequest request;
    request.method = method;
    request.path = path;
    request.query = query;
    net::HttpResponse answer;
    answer.status = -1;
    const bool is_ours = pages.answer(request, [&](net::HttpResponse response) { answer = std::move(response); });
    EXPECT_EQ(is_ours, answer.status != -1);
    return answer;
  }

  int made = 0;
  Pages pages{tournaments, [this](const auto& make, const auto& reply) {
                ++made;
                reply(make());
              }};
};

TEST_F(PagesTest, EveryPageHasItsAddress) {
  write_run("old", kPlan, 3);
  open_tournaments();
  EXPECT_THAT(get("/league").body, HasSubstr("<bdi>ann</bdi>")) << "who leads";
  EXPECT_THAT(get("/league/old").body, HasSubstr("Crosstable"));
  EXPECT_EQ(get("/league/old").content_type, "text/html; charset=utf-8");
  EXPECT_THAT(get("/league/old/players/b/b").body, HasSubstr("<h1><bdi>b/b</bdi></h1>"));
  EXPECT_EQ(get("/league/old/ratings/b/b.svg").content_type, "image/svg+xml");
  EXPECT_NE(get("/league/old/ratings-dark/b/b.svg").body, get("/league/old/ratings/b/b.svg").body);
  EXPECT_EQ(get("/league/old/llr.svg").status, 404) << "it is no test";
}

TEST_F(PagesTest, OtherPathsAreNotAnswered) {
  write_run("old", kPlan, 1);
  open_tournaments();
  for (const char* path : {"/", "/league/live.js", "/league/league.css", "/league/nothing",
                           "/league/old/players/nobody", "/league/old/other"}) {
    EXPECT_EQ(get(path).status, -1) << path;
  }
  EXPECT_EQ(get("/league", "", "POST").status, -1);
}

TEST_F(PagesTest, APageIsMadeAnewWhenItHasChanged) {
  write_run("old", kPlan, 1);
  open_tournaments();
  get("/league/old");
  get("/league/old");
  EXPECT_EQ(made, 1);
  EXPECT_THAT(get("/league/old", "lang=ja").body, HasSubstr("順位表"));
  EXPECT_EQ(made, 2);
  tournaments.control("old", "pause", [](const auto& refusal) { EXPECT_FALSE(refusal); });
  run_posted();
  EXPECT_THAT(get("/league/old").body, HasSubstr("Paused"));
  EXPECT_EQ(made, 3);
}

TEST_F(PagesTest, APageOfADeletedTournamentIsNotThatOfTheNextOneWithItsId) {
  for (const std::string guest : {"cid", "dora"}) {
    const std::string plan =
        R"({"name": "cup", "players": [{"name": "ann", "guest": true}, {"name": ")" + guest + R"(", "guest": true}]})";
    tournaments.start({.plan = plan, .is_paused = true},
                      [](const auto& started) { EXPECT_TRUE(std::holds_alternative<std::string>(started)); });
    run_posted();
    for (const char* path : {"/league/cup", "/league"}) EXPECT_THAT(get(path).body, HasSubstr(guest)) << path;
    tournaments.remove("cup", [](const auto& refusal) { EXPECT_FALSE(refusal); });
    run_posted();
  }
}

TEST_F(PagesTest, APageTellsWhenATournamentStarts) {
  write_run("late", R"({"name": "late", "starts": "2999-12-24T18:00:00Z",
    "players": [{"name": "a", "guest": true}, {"name": "b", "guest": true}]})",
            0);
  open_tournaments();
  EXPECT_THAT(get("/league/late").body,
              AllOf(HasSubstr("Not begun"), HasSubstr("<time class=\"starts\" datetime=\"2999-12-24T18:00:00Z\">"
                                                      "2999-12-24 18:00 UTC</time>")));
  EXPECT_THAT(get("/league").body, HasSubstr("Not begun"));
}

TEST_F(PagesTest, APageTellsThatResultsCannotBeSaved) {
  write_run("old", R"({"name": "old", "players": [{"name": "a", "guest": true}, {"name": "b", "guest": true},
    {"name": "c", "guest": true}]})",
            1);
  open_tournaments();
  failure = [](const std::string&) { return storage::test::Failure::before; };
  ASSERT_FALSE(tournaments.withdraw("old", {.player = "a", .why = ""}, [] {}));
  run_posted();
  EXPECT_THAT(get("/league/old").body, HasSubstr("Paused: results cannot be saved now"));
  EXPECT_THAT(get("/league").body, HasSubstr("Paused: results cannot be saved now"));
}

}  // namespace
}  // namespace rensa::pages
