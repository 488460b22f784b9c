#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "engine/notation/shared_position.h"
#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/solver.h"
#include "server/http_api/api_parts.h"

namespace rensa::http_api {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class PuzzlesApiTest : public testing::Test {
 protected:
  net::HttpResponse ask(const std::string& what, const std::string& body, const std::string& method = "POST") {
    net::HttpRequest request;
    request.method = method;
    request.path = PuzzlesApi::kPrefix + what;
    request.body = body;
    request.network = "10.0.0.1";
    net::HttpResponse answer;
    answer.status = -1;
    api.answer(request, [&answer](net::HttpResponse response) { answer = std::move(response); });
    return answer;
  }
  json next(const json& body) { return answered("next", body); }
  json answered(const std::string& what, const json& body) {
    const net::HttpResponse response = ask(what, body.dump());
    EXPECT_EQ(response.status, 200) << response.body;
    return json::parse(response.body);
  }
  // The reason for which the request is refused.
  std::string wrong(const std::string& what, const std::string& body) {
    const net::HttpResponse response = ask(what, body);
    EXPECT_EQ(response.status, 400) << body << ": " << response.body;
    return json::parse(response.body)["error"];
  }

  const net::RunInBackground elsewhere = [](const auto& make, const auto& reply) { reply(make()); };
  PuzzlesApi api{elsewhere};
};

puzzles::Puzzle puzzle_of(const json& answer) {
  return *puzzles::puzzle_of(*notation::parse_ips(answer["puzzle"]["url"].get<std::string>()));
}

const json kTwoThree = {{"hands", 2}, {"links", 3}, {"seed", 7}};

TEST_F(PuzzlesApiTest, AKeyThatIsGivenTwiceIsNamed) {
  EXPECT_EQ(wrong("next", R"({"hands": 2, "links": 3, "hands": 3})"), "line 1: \"hands\" is given twice");
  EXPECT_EQ(wrong("next", R"({"hands": 2, "links": 3, "superfluous": {"least": 1, "least": 2}})"),
            "line 1: \"least\" is given twice");
  EXPECT_EQ(wrong("solve", R"({"url": "a", "url": "b"})"), "line 1: \"url\" is given twice");
  EXPECT_EQ(wrong("check", R"({"url": "a", "placements": [{"x": 1, "r": 0, "x": 2}]})"),
            "line 1: \"x\" is given twice");
}

TEST_F(PuzzlesApiTest, AnErrorIsNotInTheWordsOfTheLibrary) {
  EXPECT_EQ(wrong("next", "{\"hands\": 2,\n\"links\" 3}"),
            "line 2, column 9: a colon has to stand here; the last key before it is \"links\"");
  for (const char* body : {"", "{", "[1,", "{\"hands\": }", "{\"hands\": 1e999}", "\"\xFF\"", "nul"}) {
    for (const char* what : {"next", "solve", "check"}) {
      EXPECT_THAT(wrong(what, body), testing::Not(HasSubstr("json"))) << what << body;
    }
  }
}

TEST_F(PuzzlesApiTest, NextPuzzleHasTheRequestedSize) {
  for (const auto& [hands, links] : {std::pair(1, 2), std::pair(2, 3), std::pair(3, 5), std::pair(4, 8)}) {
    const json answer = next({{"hands", hands}, {"links", links}, {"seed", 1}});
    const puzzles::SolveResult solved = puzzles::solve(puzzle_of(answer), {});
    EXPECT_EQ(solved.hands, hands);
    EXPECT_EQ(answer["puzzle"]["pairs"].size(), static_cast<std::size_t>(hands));
    EXPECT_EQ(answer["puzzle"]["goal"]["count"], links);
    EXPECT_EQ(answer["puzzle"]["field"].get<std::string>().size(), 78U);
  }
}

TEST_F(PuzzlesApiTest, TheSameSeedGivesTheSamePuzzle) {
  EXPECT_EQ(next(kTwoThree), next(kTwoThree));
  const json unsown = {{"hands", 2}, {"links", 3}};
  EXPECT_NE(next(unsown), next(unsown));
}

TEST_F(PuzzlesApiTest, SeenPuzzlesDoNotComeAgain) {
  json request = kTwoThree;
  request["seen"] = json::array();
  for (int i = 0; i < 10; ++i) {
    const std::string essence = next(request)["essence"];
    EXPECT_EQ(std::count(request["seen"].begin(), request["seen"].end(), essence), 0);
    request["seen"].push_back(essence);
  }
}

TEST_F(PuzzlesApiTest, TheNextPuzzleIsHarderAfterSolvedOnes) {
  const json first = next(kTwoThree);
  json request = kTwoThree;
  const auto after = [&](bool solved) {
    request["ratings"] = json::array();
    for (int i = 0; i < 12; ++i) {
      request["ratings"].push_back({{"features", first["features"]}, {"solved", solved}, {"seconds", 60}});
    }
    return next(request);
  };
  const json easier = after(false);
  const json harder = after(true);
  EXPECT_LT(easier["level"], first["level"]);
  EXPECT_GT(harder["level"], first["level"]);
  EXPECT_GT(harder["appeal"]["difficulty"], easier["appeal"]["difficulty"]);
}

TEST_F(PuzzlesApiTest, RatingsOfDifficultyAreBelieved) {
  const json first = next(kTwoThree);
  json request = kTwoThree;
  request["ratings"] = json::array();
  for (int i = 0; i < 20; ++i) {
    request["ratings"].push_back({{"features", first["features"]}, {"difficulty", 5}, {"fun", nullptr}});
  }
  const auto of_first = [&](const json& answer) { return answer["appeal"]["difficulty"].get<double>(); };
  request["ratings"][0]["difficulty"] = 5;
  const double believed = of_first(next(request));
  for (json& rating : request["ratings"]) rating["difficulty"] = 1;
  EXPECT_GT(believed, of_first(next(request)));
}

TEST_F(PuzzlesApiTest, SolutionsAreThoseThatMeetTheGoal) {
  const json answer = next(kTwoThree);
  const json solved = answered("solve", {{"url", answer["puzzle"]["url"]}});
  EXPECT_EQ(solved["solvable"], true);
  EXPECT_EQ(solved["complete"], true);
  EXPECT_EQ(solved["hands"], 2);
  EXPECT_EQ(solved["features"], answer["features"]);
  EXPECT_EQ(solved["essence"], answer["essence"]);
  ASSERT_FALSE(solved["solutions"].empty());
  for (const json& solution : solved["solutions"]) {
    const json checked = answered("check", {{"url", answer["puzzle"]["url"]}, {"placements", solution}});
    EXPECT_EQ(checked, (json{{"solved", true}, {"hands", 2}, {"legal", true}}));
  }
}

TEST_F(PuzzlesApiTest, APuzzleWithoutASolutionSaysSo) {
  const json solved = answered("solve", {{"url", "_o1q1__u09"}});
  EXPECT_EQ(solved["solvable"], false);
  EXPECT_EQ(solved["features"], nullptr);
  EXPECT_EQ(solved["solutions"], json::array());
}

TEST_F(PuzzlesApiTest, PlacementsThatMissTheGoalDoNotSolveIt) {
  const json placements = json::array({{{"x", 1}, {"r", 0}}});
  const json checked = answered("check", {{"url", "_o1q1__u03"}, {"placements", placements}});
  EXPECT_EQ(checked, (json{{"solved", false}, {"hands", 1}, {"legal", true}}));
}

// The most time that any request may take.
TEST_F(PuzzlesApiTest, ALongSearchIsGivenUp) {
  const json solved = answered("solve", {{"url", "_o1q1o1q1o1q1o1q1o1q1o1q1__u05"}});
  EXPECT_EQ(solved["complete"], false);
  EXPECT_EQ(solved["features"], nullptr);
}

TEST_F(PuzzlesApiTest, ErrorsNameTheWrongMember) {
  EXPECT_THAT(wrong("next", "{"), HasSubstr("the text ends too early"));
  EXPECT_THAT(wrong("next", "[]"), HasSubstr("object"));
  EXPECT_THAT(wrong("next", ""), HasSubstr("the text ends too early"));
  EXPECT_THAT(wrong("next", R"({"links": 3})"), HasSubstr("\"hands\" is missing"));
  EXPECT_THAT(wrong("next", R"({"hands": 5, "links": 3})"), HasSubstr("1 to 4"));
  EXPECT_THAT(wrong("next", R"({"hands": 2, "links": 9})"), HasSubstr("1 to 8"));
  EXPECT_THAT(wrong("next", R"({"hands": 4, "links": 1})"), HasSubstr("hands"));
  EXPECT_THAT(wrong("next", R"({"hands": "2", "links": 3})"), HasSubstr("\"hands\" has to be"));
  EXPECT_THAT(wrong("next", R"({"hands": 2, "links": 3, "method": "magic"})"), HasSubstr("backward"));
  EXPECT_THAT(wrong("next", R"({"hands": 2, "links": 3, "hours": 1})"), HasSubstr("\"hours\" is not known"));
  EXPECT_THAT(wrong("next", R"({"hands": 2, "links": 3, "seed": -1})"), HasSubstr("\"seed\""));
  EXPECT_THAT(wrong("next", R"({"hands": 2, "links": 3, "superfluous": {"least": 9, "most": 3}})"),
              HasSubstr("superfluous"));
  EXPECT_THAT(wrong("next", R"({"hands": 2, "links": 3, "seen": [7]})"), HasSubstr("\"seen\""));
  EXPECT_THAT(wrong("next", R"({"hands": 2, "links": 3, "ratings": [{}]})"),
              HasSubstr("ratings[0]: \"features\" is missing"));
  EXPECT_THAT(wrong("solve", R"({"url": "nothing at all"})"), HasSubstr("\"url\": "));
  EXPECT_THAT(wrong("solve", R"({"url": 4})"), HasSubstr("\"url\""));
  EXPECT_THAT(wrong("solve", R"({"url": "_o1q1"})"), HasSubstr("goal"));
  EXPECT_THAT(wrong("check", R"({"url": "_o1q1__u03"})"), HasSubstr("\"placements\" is missing"));
  EXPECT_THAT(wrong("check", R"({"url": "_o1q1__u03", "placements": [{"x": 7, "r": 0}]})"),
              HasSubstr("placements[0].x"));
  EXPECT_THAT(wrong("check", R"({"url": "_o1q1__u03", "placements": [{"x": 1}]})"), HasSubstr("placements[0]"));
}

TEST_F(PuzzlesApiTest, RatingsHaveToBePossible) {
  json rating = {{"features", next(kTwoThree)["features"]}};
  const auto wrong_with = [&](const json& changed) {
    json request = kTwoThree;
    request["ratings"] = json::array({changed});
    return wrong("next", request.dump());
  };
  for (const auto& [key, value] : {std::pair<const char*, json>{"difficulty", 6},
                                   {"fun", 0},
                                   {"usefulness", 2.5},
                                   {"solved", 1},
                                   {"seconds", -1},
                                   {"mood", 3}}) {
    json changed = rating;
    changed[key] = value;
    EXPECT_THAT(wrong_with(changed), HasSubstr(std::string("ratings[0].") + key));
  }
  json changed = rating;
  changed["features"]["puyos"] = 1e300;
  EXPECT_THAT(wrong_with(changed), HasSubstr("ratings[0].features.puyos"));
  changed = rating;
  changed["features"]["luck"] = 1;
  EXPECT_THAT(wrong_with(changed), HasSubstr("not known"));
  changed["features"].erase("used");
  EXPECT_THAT(wrong_with(changed), HasSubstr("\"used\" is missing"));
}

// The largest features must not lead to numbers that are not finite.
TEST_F(PuzzlesApiTest, UnusualRatingsStillGiveAPuzzle) {
  json request = kTwoThree;
  request["ratings"] = json::array();
  for (int i = 0; i < 200; ++i) {
    json rating = {{"features", {}}, {"difficulty", i % 5 + 1}, {"fun", 5}, {"usefulness", 1}, {"seconds", 86400}};
    for (const char* name : {"puyos", "solutions", "firing", "falling", "colours", "used", "misleading"}) {
      rating["features"][name] = 1000;
    }
    request["ratings"].push_back(rating);
  }
  const json answer = next(request);
  for (const char* what : {"difficulty", "fun", "usefulness"}) EXPECT_TRUE(answer["appeal"][what].is_number()) << what;
  request["ratings"].push_back(request["ratings"][0]);
  EXPECT_THAT(wrong("next", request.dump()), HasSubstr("200 members at most"));
}

TEST_F(PuzzlesApiTest, BodiesThatAreNoTextOrTooDeepAreRefused) {
  EXPECT_FALSE(wrong("next", "{\"hands\": \"\xff\"}").empty());
  EXPECT_THAT(wrong("solve", std::string(5'000, '[')), HasSubstr("nested"));
  EXPECT_THAT(wrong("solve", json{{"url", std::string(3'000, '0')}}.dump()), HasSubstr("longer"));
  EXPECT_FALSE(wrong("solve", json{{"url", "http://ips.karou.jp/simu/pn.html?<script>_o1__u03"}}.dump()).empty());
}

TEST_F(PuzzlesApiTest, OnlyPostsAreAnswered) {
  EXPECT_EQ(ask("next", "", "GET").status, 405);
  EXPECT_EQ(ask("other", "{}").status, 404);
  EXPECT_EQ(ask("", "{}").status, 404);
}

TEST_F(PuzzlesApiTest, APuzzleThatCannotBeMadeIsNotFound) {
  const json request = {{"hands", 1}, {"links", 8}, {"method", "random"}, {"seed", 1}};
  EXPECT_EQ(ask("next", request.dump()).status, 404);
}

TEST(PuzzlesApiAtATime, RequestsOfOneNetworkAreLimited) {
  std::vector<std::function<void()>> waiting;
  const net::RunInBackground later = [&waiting](const auto& make, const auto& reply) {
    waiting.emplace_back([make, reply] { reply(make()); });
  };
  PuzzlesApi api(later);
  std::vector<int> statuses;
  const auto ask = [&](const std::string& network) {
    net::HttpRequest request;
    request.method = "POST";
    request.path = "/api/v1/puzzles/solve";
    request.body = R"({"url": "_o1q1__u03"})";
    request.network = network;
    api.answer(request, [&](const net::HttpResponse& response) { statuses.push_back(response.status); });
  };
  for (int i = 0; i < 5; ++i) ask("10.0.0.1");
  EXPECT_EQ(statuses, std::vector{429});
  ask("10.0.0.2");
  for (const auto& answer : waiting) answer();
  EXPECT_EQ(statuses, (std::vector{429, 200, 200, 200, 200, 200}));
  ask("10.0.0.1");
  EXPECT_EQ(waiting.size(), 6U);
}

}  // namespace
}  // namespace rensa::http_api
