#include "server/api/api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/duel/verify.h"
#include "engine/json/record_json.h"
#include "engine/rules/share_url.h"
#include "tests/server/api/api_house.h"

namespace rensa::api {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ApiTest : public testing::Test, protected test::ApiHouse {};

TEST_F(ApiTest, LeavesOtherPathsAlone) {
  EXPECT_EQ(get("/").status, -1);
  EXPECT_EQ(get("/index.html").status, -1);
  EXPECT_EQ(get("/api/v1/nothing").status, 404);
}

TEST_F(ApiTest, AnswersReadersOnly) {
  net::HttpRequest request;
  request.method = "POST";
  request.path = "/api/v1/games";
  EXPECT_EQ(answer(request).status, 405);
}

TEST_F(ApiTest, IsReadyUntilItDrains) {
  EXPECT_EQ(get("/livez").status, 200);
  EXPECT_EQ(get("/readyz").status, 200);
  office.front.hall().drain(1);
  EXPECT_EQ(get("/readyz").status, 503);
  EXPECT_EQ(get("/livez").status, 200);
}

TEST_F(ApiTest, ListsWhoIsHereAndWhatIsPlayed) {
  office.say(office.enter("ann"), proto::QuickMatch{});
  office.say(office.enter("bob"), proto::QuickMatch{});
  EXPECT_EQ(json::parse(get("/api/v1/players").body)["players"], json({"ann", "bob"}));
  EXPECT_EQ(json::parse(get("/api/v1/players").body)["open"], json::array());
  proto::Hello hello;
  hello.name = "cid";
  hello.features = {"open:2"};
  office.say(office.connect(net::Transport::tcp), hello);
  EXPECT_EQ(json::parse(get("/api/v1/players").body)["open"], json({{{"name", "cid"}, {"free", 2}}}));
  const json matches = json::parse(get("/api/v1/matches").body);
  EXPECT_EQ(matches["count"], 1);
  EXPECT_EQ(matches["matches"][0]["players"], json({"ann", "bob"}));
  EXPECT_EQ(matches["matches"][0]["clock"], "virtual");
}

TEST_F(ApiTest, ShowsFinishedGamesAndTheirRecords) {
  const auto match = static_cast<std::uint64_t>(office.play_short_game());
  const json games = json::parse(get("/api/v1/games").body);
  ASSERT_EQ(games["games"].size(), 1U);
  EXPECT_EQ(games["games"][0]["winner"], 2);
  EXPECT_EQ(json::parse(get("/api/v1/matches/" + std::to_string(match)).body)["games"], games["games"]);
  const std::string number = std::to_string(games["games"][0]["record"].get<std::uint64_t>());
  EXPECT_EQ(json::parse(get("/api/v1/games/" + number).body), games["games"][0]);
  const net::HttpResponse file = get("/api/v1/records/" + number);
  EXPECT_EQ(file.file_name, "game-" + number + ".rensa");
  const std::vector<std::uint8_t> bytes(file.body.begin(), file.body.end());
  EXPECT_TRUE(duel::verify(bytes).ok());
  EXPECT_EQ(made_elsewhere, 0);
  EXPECT_TRUE(json::parse(get("/api/v1/records/" + number + "?format=json").body).is_object());
  EXPECT_EQ(made_elsewhere, 1);
}

TEST_F(ApiTest, AdministratorsEndMatches) {
  const auto ann = office.enter("ann");
  office.say(ann, proto::QuickMatch{});
  office.say(office.enter("bob"), proto::QuickMatch{});
  net::HttpRequest request;
  request.method = "DELETE";
  const auto match = static_cast<std::uint64_t>(office.last<proto::MatchStart>(ann)->match);
  request.path = "/api/v1/matches/" + std::to_string(match);
  EXPECT_EQ(answer(request).status, 401);
  request.bearer = "guessed";
  EXPECT_EQ(answer(request).status, 401);
  request.bearer = office.store.create_token("deep", store::Role::worker);
  EXPECT_EQ(answer(request).status, 403);
  EXPECT_EQ(office.front.hall().match_count(), 1U);
  request.bearer = office.store.create_token("boss", store::Role::administrator);
  EXPECT_EQ(answer(request).status, 200);
  office.settle();
  EXPECT_EQ(office.front.hall().match_count(), 0U);
  EXPECT_EQ(office.last<proto::MatchEnd>(ann)->cause, duel::Cause::voided);
  EXPECT_EQ(answer(request).status, 404);
  request.path = "/api/v1/matches/x";
  EXPECT_EQ(answer(request).status, 400);
  request.path = "/api/v1/games/1";
  EXPECT_EQ(answer(request).status, 405);
}

TEST_F(ApiTest, SharesWhatEachSeatDid) {
  office.play_short_game();
  const json games = json::parse(get("/api/v1/games").body);
  const std::string number = std::to_string(games["games"][0]["record"].get<std::uint64_t>());
  const json share = json::parse(get("/api/v1/records/" + number + "/share").body);
  EXPECT_EQ(made_elsewhere, 1);
  ASSERT_EQ(share["seats"].size(), 2U);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    EXPECT_EQ(share["seats"][seat]["player"], games["games"][0]["players"][seat]);
    for (const char* format : {"puyop", "ips"}) {
      const auto shared = rules::shared_of_url(share["seats"][seat][format].get<std::string>());
      ASSERT_TRUE(shared) << format;
    }
  }
  EXPECT_EQ(get("/api/v1/records/999/share").status, 404);
  EXPECT_EQ(get("/api/v1/records/x/share").status, 400);
}

TEST_F(ApiTest, NamesWhatIsWrongWithARequest) {
  EXPECT_EQ(get("/api/v1/games/x").status, 400);
  EXPECT_EQ(get("/api/v1/games/7").status, 404);
  EXPECT_EQ(get("/api/v1/matches/7").status, 404);
  EXPECT_EQ(get("/api/v1/records/99999999999999999999999").status, 400);
  EXPECT_EQ(get("/api/v1/games?limit=0").status, 400);
  EXPECT_EQ(get("/api/v1/games?limit=201").status, 400);
  EXPECT_EQ(get("/api/v1/games?before=-1").status, 400);
  EXPECT_EQ(get("/api/v1/games?limit=5&before=3").status, 200);
  EXPECT_THAT(json::parse(get("/api/v1/games?limit=x").body)["error"].get<std::string>(), HasSubstr("limit"));
}

TEST_F(ApiTest, MetricsAreInPrometheusForm) {
  office.play_short_game();
  const net::HttpResponse metrics = get("/metrics");
  EXPECT_THAT(metrics.content_type, HasSubstr("text/plain; version=0.0.4"));
  EXPECT_THAT(metrics.body, HasSubstr("# TYPE rensa_games_saved_total counter\nrensa_games_saved_total 1\n"));
  EXPECT_THAT(metrics.body, HasSubstr("rensa_connections 3\n"));
  EXPECT_THAT(metrics.body, HasSubstr("process_cpu_seconds_total 1.5\n"));
  EXPECT_THAT(metrics.body, HasSubstr("rensa_frame_lateness_seconds_bucket{le=\"+Inf\"} 0\n"));
}

}  // namespace
}  // namespace rensa::api
