#include "server/http_api/api.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/json/record_json.h"
#include "engine/notation/shared_position.h"
#include "engine/record/verify.h"
#include "tests/server/http_api/api_fixture.h"

namespace rensa::http_api {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class ApiTest : public testing::Test, protected test::ApiFixture {};

TEST_F(ApiTest, LeavesOtherPathsAlone) {
  EXPECT_EQ(get("/").status, -1);
  EXPECT_EQ(get("/index.html").status, -1);
  EXPECT_EQ(get("/api/v1/nothing").status, 404);
}

TEST_F(ApiTest, AnswersOnlyGetAndHead) {
  net::HttpRequest request;
  request.method = "POST";
  request.path = "/api/v1/games";
  EXPECT_EQ(answer(request).status, 405);
}

TEST_F(ApiTest, IsReadyUntilItDrains) {
  EXPECT_EQ(get("/livez").status, 200);
  EXPECT_EQ(get("/readyz").status, 200);
  server.service.lobby().drain(base::Time() + std::chrono::seconds(1), base::Time());
  EXPECT_EQ(get("/readyz").status, 503);
  EXPECT_EQ(get("/livez").status, 200);
}

TEST_F(ApiTest, ALateServerIsNotReady) {
  const auto record = [&](std::chrono::milliseconds lag, double cpu_share) {
    for (std::size_t i = 0; i < lobby::LoopLoad::kSamples; ++i) {
      server.service.lobby().load().record_loop_load({.lag = lag, .cpu_share = cpu_share});
    }
  };
  record(std::chrono::milliseconds(200), 0.75);
  const net::HttpResponse response = get("/readyz");
  EXPECT_EQ(response.status, 503);
  EXPECT_THAT(response.body, testing::AllOf(testing::HasSubstr("200 ms late"), testing::HasSubstr("overloaded")));
  EXPECT_THAT(get("/metrics").body, testing::HasSubstr("\nrensa_loop_lag_seconds 0.2\n"));
  EXPECT_THAT(get("/metrics").body, testing::HasSubstr("\nrensa_loop_cpu_share 0.75\n"));
  record(std::chrono::milliseconds(200), 0.25);
  EXPECT_THAT(get("/readyz").body, testing::HasSubstr("the machine is busy"));
  record(std::chrono::milliseconds(1), 0.75);
  EXPECT_EQ(get("/readyz").status, 200);
}

TEST_F(ApiTest, ListsPlayersAndMatches) {
  server.say(server.enter("ann"), proto::QuickMatch{});
  server.say(server.enter("bob"), proto::QuickMatch{});
  EXPECT_EQ(json::parse(get("/api/v1/players").body)["players"], json({"ann", "bob"}));
  EXPECT_EQ(json::parse(get("/api/v1/players").body)["open"], json::array());
  proto::Hello hello;
  hello.name = "cid";
  hello.features = {"open:2"};
  server.say(server.connect(net::Transport::tcp), hello);
  EXPECT_EQ(json::parse(get("/api/v1/players").body)["open"], json({{{"name", "cid"}, {"free", 2}}}));
  const json matches = json::parse(get("/api/v1/matches").body);
  EXPECT_EQ(matches["count"], 1);
  EXPECT_EQ(matches["matches"][0]["players"], json({"ann", "bob"}));
  EXPECT_EQ(matches["matches"][0]["clock"], "virtual");
}

TEST_F(ApiTest, ShowsAMatchFromItsBeginning) {
  const auto ann = server.enter("ann");
  server.say(ann, proto::QuickMatch{});
  server.say(server.enter("bob"), proto::QuickMatch{});
  const auto id = static_cast<std::uint64_t>(server.last<proto::MatchStart>(ann)->match);
  const std::string path = "/api/v1/matches/" + std::to_string(id);
  const json match = json::parse(get(path).body);
  EXPECT_EQ(match["games"], json::array());
  EXPECT_EQ(match["running"], json::parse(get("/api/v1/matches").body)["matches"][0]);
  EXPECT_EQ(match["running"]["match"], id);
  EXPECT_TRUE(server.service.abandon(proto::MatchId{id}, "boss"));
  server.settle();
  EXPECT_FALSE(json::parse(get(path).body).contains("running"));
}

// A spectator could otherwise see there what a delay keeps from it.
TEST_F(ApiTest, ListsTellNothingOfTheStateOfARunningGame) {
  const auto ann = server.enter("ann");
  const auto bob = server.enter("bob");
  for (const auto player : {ann, bob}) server.say(player, proto::QuickMatch{});
  const auto match = std::to_string(static_cast<std::uint64_t>(server.last<proto::MatchStart>(ann)->match));
  const auto pages = [&] {
    std::vector<std::string> bodies;
    for (const char* path : {"/api/v1/matches", "/api/v1/players", "/api/v1/games"}) bodies.push_back(get(path).body);
    bodies.push_back(get("/api/v1/matches/" + match).body);
    return bodies;
  };
  const std::vector<std::string> before = pages();
  const auto first = server.last<proto::Update>(ann);
  int decisions = 0;
  for (int turn = 0; turn < 6; ++turn) {
    for (const auto player : {ann, bob}) {
      const auto due = server.last<proto::Update>(player);
      ASSERT_TRUE(due && due->seat);
      if (!due->view.decision_due) continue;
      server.say(player, proto::Decide{.match = due->match,
                                       .seat = *due->seat,
                                       .game = due->game,
                                       .clock = due->view.clock,
                                       .id = static_cast<std::uint32_t>(++decisions),
                                       .input = duel::Input::place(rules::kPlacements[0])});
    }
  }
  ASSERT_NE(server.last<proto::Update>(ann)->view.clock, first->view.clock) << "the game went on";
  EXPECT_EQ(pages(), before);
  std::set<std::string> members;
  const json listed = json::parse(get("/api/v1/matches").body)["matches"][0];
  for (const auto& [key, value] : listed.items()) members.insert(key);
  const std::set<std::string> told{"match", "players", "ruleset", "clock", "game", "games", "survives_restart"};
  EXPECT_EQ(members, told);
}

TEST_F(ApiTest, ShowsFinishedGamesAndTheirRecords) {
  const auto match = static_cast<std::uint64_t>(server.play_short_game());
  const json games = json::parse(get("/api/v1/games").body);
  ASSERT_EQ(games["games"].size(), 1U);
  EXPECT_EQ(games["games"][0]["winner"], 2);
  EXPECT_EQ(json::parse(get("/api/v1/matches/" + std::to_string(match)).body)["games"], games["games"]);
  const std::string number = std::to_string(games["games"][0]["record"].get<std::uint64_t>());
  EXPECT_EQ(json::parse(get("/api/v1/games/" + number).body), games["games"][0]);
  const net::HttpResponse file = get("/api/v1/records/" + number);
  EXPECT_EQ(file.file_name, "game-" + number + ".rensa");
  const std::vector<std::uint8_t> bytes(file.body.begin(), file.body.end());
  EXPECT_TRUE(record::verify(bytes).ok());
  EXPECT_EQ(background_tasks, 0);
  EXPECT_TRUE(json::parse(get("/api/v1/records/" + number + "?format=json").body).is_object());
  EXPECT_EQ(background_tasks, 1);
}

TEST_F(ApiTest, GamesAreFilteredByPlayerRulesetAndTime) {
  const auto one = server.enter("one");
  const auto two = server.enter("two");
  for (int game = 0; game < 3; ++game) {
    for (const auto player : {one, two}) server.say(player, proto::QuickMatch{});
    server.say(one, proto::Leave{server.last<proto::MatchStart>(one)->match, duel::Seat::one});
    server.settle();
  }
  play_three_pairs();  // between "ann" and "bob"
  const auto records = [&](const std::string& query) {
    std::vector<int> found;
    const json answer = json::parse(get("/api/v1/games?" + query).body);
    for (const json& game : answer["games"]) found.push_back(game["record"]);
    return found;
  };
  using Records = std::vector<int>;
  EXPECT_EQ(records(""), (Records{4, 3, 2, 1}));
  EXPECT_EQ(records("player=ann"), (Records{4}));
  EXPECT_EQ(records("player=two&limit=2"), (Records{3, 2}));
  EXPECT_EQ(records("player=two&limit=2&before=2"), (Records{1}));
  EXPECT_EQ(records("player=nobody"), Records{});
  EXPECT_EQ(records("player=on%65"), (Records{3, 2, 1}));
  EXPECT_EQ(records("ruleset=tsu-1"), (Records{4, 3, 2, 1}));
  EXPECT_EQ(records("ruleset=jaist-1"), Records{});
  EXPECT_EQ(records("tournament=cup"), Records{});
  const json games = json::parse(get("/api/v1/games").body)["games"];
  const std::string second = games[2]["ended"];
  EXPECT_EQ(records("from=" + second), (Records{4, 3, 2}));
  EXPECT_EQ(records("to=" + second), (Records{1}));
  EXPECT_EQ(records("from=2026-01-02&to=2026-01-03&player=one"), (Records{3, 2, 1}));
  EXPECT_EQ(records("from=2026-01-03"), Records{});
  for (const char* wrong :
       {"from=yesterday", "to=2026-1-2", "from=2026-01-02T03:04", "to=2026-01-02T03:04:05", "player=%zz", "ruleset=%f",
        "from=2026-02-30", "from=2026-13-01", "to=2026-00-01", "to=2026-01-00", "from=2025-02-29",
        "to=2026-01-02T24:00:00Z", "to=2026-01-02T23:60:00Z", "to=2026-01-02T23:59:60Z"}) {
    EXPECT_EQ(get(std::string("/api/v1/games?") + wrong).status, 400) << wrong;
  }
  EXPECT_EQ(records("from=2024-02-29"), (Records{4, 3, 2, 1}));
  EXPECT_EQ(records("player=two&limit=%31&before=%33"), (Records{2})) << "all values may be escaped";
}

TEST_F(ApiTest, AMisspeltOrEmptyParameterIsRefusedAndTheKnownOnesAreNamed) {
  const std::string record = "/api/v1/records/" + play_three_pairs();
  const auto why = [&](const std::string& path) {
    const net::HttpResponse response = get(path);
    EXPECT_EQ(response.status, 400) << path;
    return json::parse(response.body).value("error", "");
  };
  EXPECT_EQ(why("/api/v1/games?playr=ann"),
            "there is no parameter playr here; there are before, limit, player, ruleset, tournament, from, to");
  EXPECT_EQ(why("/api/v1/games?player"), "player: a value is expected");
  EXPECT_EQ(why("/api/v1/games?limit=3&player="), "player: a value is expected");
  EXPECT_EQ(why("/api/v1/games?player=ann&player=bob"), "player: it is given twice");
  EXPECT_EQ(why("/api/v1/games?player=%zz"), "player: its escapes are not valid");
  for (const char* bytes : {"%FF", "%E4%B8", "%C0%AF", "%ED%A0%80", "ann%80"}) {
    EXPECT_EQ(why(std::string("/api/v1/games?player=") + bytes), "player: its value is not UTF-8") << bytes;
  }
  EXPECT_EQ(why("/api/v1/records/\xFF"), "the path is not UTF-8");
  EXPECT_EQ(why("/api/v1/games?before=0"), "before: the number of a record is expected, from 1 on");
  EXPECT_EQ(why(record + "?fromat=json"), "there is no parameter fromat here; there are format");
  EXPECT_EQ(why(record + "/share?format=json"), "there is no parameter format here");
  EXPECT_EQ(why(record + "/advice?player=wise&seats=1&clock=0"),
            "there is no parameter seats here; there are player, seat, clock");
  EXPECT_EQ(why("/api/v1/matches?players=ann"), "there is no parameter players here");
  EXPECT_EQ(get("/api/v1/no_such_path?players=ann").status, 404);
  EXPECT_EQ(get("/livez?time=1").status, 200) << "a probe may have anything";
  EXPECT_EQ(get("/api/v1/games?").status, 200);
  EXPECT_EQ(get(record + "?format=json").status, 200);
}

TEST_F(ApiTest, ANetworkThatReadsTooManyListsIsRefusedAndNoOther) {
  std::map<std::string, std::vector<int>> statuses;
  net::HttpRequest request;
  request.method = "GET";
  int asked = 0;
  const auto list = [&](const std::string& network) {
    net::HttpReply reply(
        [&statuses, network](const net::HttpResponse& response) { statuses[network].push_back(response.status); });
    reply.network = network;
    request.path = ++asked % 2 == 0 ? "/api/v1/games" : "/api/v1/matches/7";
    EXPECT_TRUE(api.answer(request, reply));
  };
  constexpr int kTaken = 1 + static_cast<int>(net::NetworkQueues::kMaxWaiting);
  for (int i = 0; i < kTaken + 5; ++i) list("much");
  EXPECT_EQ(statuses["much"], std::vector(5, 503));
  list("little");
  server.run_posted();
  EXPECT_EQ(statuses["little"].size(), 1U);
  EXPECT_EQ(std::count(statuses["little"].begin(), statuses["little"].end(), 503), 0);
  EXPECT_EQ(statuses["much"].size(), kTaken + 5U);
  EXPECT_EQ(std::count(statuses["much"].begin(), statuses["much"].end(), 503), 5);
}

TEST_F(ApiTest, AdministratorsEndMatches) {
  const auto ann = server.enter("ann");
  server.say(ann, proto::QuickMatch{});
  server.say(server.enter("bob"), proto::QuickMatch{});
  net::HttpRequest request;
  request.method = "DELETE";
  const auto match = static_cast<std::uint64_t>(server.last<proto::MatchStart>(ann)->match);
  request.path = "/api/v1/matches/" + std::to_string(match);
  EXPECT_EQ(answer(request).status, 401);
  request.bearer = "guessed";
  EXPECT_EQ(answer(request).status, 401);
  request.bearer = server.store.create_token("deep", storage::Role::worker);
  EXPECT_EQ(answer(request).status, 403);
  EXPECT_EQ(server.service.lobby().matches().count(), 1U);
  request.bearer = server.store.create_token("boss", storage::Role::administrator);
  EXPECT_EQ(answer(request).status, 200);
  server.settle();
  EXPECT_EQ(server.service.lobby().matches().count(), 0U);
  EXPECT_EQ(server.last<proto::MatchEnd>(ann)->cause, duel::Cause::voided);
  EXPECT_EQ(answer(request).status, 404);
  request.path = "/api/v1/matches/x";
  EXPECT_EQ(answer(request).status, 400);
  request.path = "/api/v1/games/1";
  EXPECT_EQ(answer(request).status, 405);
}

TEST_F(ApiTest, SharesTheMovesOfEachSeat) {
  server.play_short_game();
  const json games = json::parse(get("/api/v1/games").body);
  const std::string number = std::to_string(games["games"][0]["record"].get<std::uint64_t>());
  const json share = json::parse(get("/api/v1/records/" + number + "/share").body);
  EXPECT_EQ(background_tasks, 1);
  ASSERT_EQ(share["seats"].size(), 2U);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    EXPECT_EQ(share["seats"][seat]["player"], games["games"][0]["players"][seat]);
    for (const char* format : {"puyop", "ips"}) {
      const auto shared = notation::parse_share_url(share["seats"][seat][format].get<std::string>());
      ASSERT_TRUE(shared) << format;
    }
  }
  EXPECT_EQ(get("/api/v1/records/999/share").status, 404);
  EXPECT_EQ(get("/api/v1/records/x/share").status, 400);
}

// Asks questions about a finished game.
class AdviceTest : public ApiTest {
 protected:
  // Asks a question; the response comes later. Status -1: it has not come yet.
  void ask(const std::string& query) {
    net::HttpRequest request;
    request.method = "GET";
    request.path = "/api/v1/records/" + number + "/advice";
    request.query = query;
    request.address = "127.0.0.1";
    later.status = -1;
    net::HttpReply reply([this](net::HttpResponse response) { later = std::move(response); });
    reply.network = "127.0.0.1";
    api.answer(request, reply);
    server.run_posted();
  }

  std::string number = play_three_pairs();
  net::HttpResponse later;
};

TEST_F(AdviceTest, ReturnsThePlacementsOfAPlayer) {
  const auto wise = adviser("wise one");
  EXPECT_EQ(json::parse(get("/api/v1/players").body)["advisers"], json({"wise one"}));
  ask("player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(later.status, -1);
  EXPECT_EQ(background_network, "127.0.0.1") << "its record was read in the turn of the address";
  const auto question = server.last<proto::Question>(wise);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->terms.ruleset, "tsu-1");
  EXPECT_TRUE(question->view.decision_due);
  EXPECT_EQ(question->view.own.hand, 1);
  server.say(wise,
             proto::Advice{question->question, {{{4, rules::Rotation::left}, 70}, {{1, rules::Rotation::up}, {}}}});
  ASSERT_EQ(later.status, 200);
  const json advice = json::parse(later.body);
  EXPECT_EQ(advice["player"], "wise one");
  EXPECT_EQ(advice["seat"], 1);
  EXPECT_EQ(advice["hand"], 1);
  EXPECT_EQ(advice["pair"].get<std::string>().size(), 2U);
  EXPECT_EQ(advice["clock"], question->view.clock);
  EXPECT_EQ(advice["taken"], json({{"x", 1}, {"r", 0}}));
  EXPECT_EQ(advice["candidates"],
            json({{{"x", 4}, {"r", 3}, {"worth", 70}}, {{"x", 1}, {"r", 0}, {"worth", nullptr}}}));
}

TEST_F(AdviceTest, NamesMayBeEscapedInBothWays) {
  for (const char* name : {"wise+one", "wise%20one", "w%69se+one"}) {
    const auto wise = adviser("wise one");
    ask(std::string("seat=1&clock=0&player=") + name);
    EXPECT_TRUE(server.last<proto::Question>(wise)) << name;
    server.service.closed(wise, "gone");
  }
}

TEST_F(AdviceTest, IsAboutTheDecisionOfTheMoment) {
  const auto wise = adviser("wise one");
  ask("player=wise%20one&seat=1&clock=1000000");
  EXPECT_EQ(server.last<proto::Question>(wise)->view.own.hand, 2);
  server.say(wise, proto::Advice{server.last<proto::Question>(wise)->question, {{{1, rules::Rotation::up}, {}}}});
  ASSERT_EQ(later.status, 200);
  ask("player=wise%20one&seat=2&clock=0");
  EXPECT_EQ(server.last<proto::Question>(wise)->view.seat, duel::Seat::two);
}

// Finding a position takes long, and every client may ask for one.
TEST_F(AdviceTest, FindsThePositionOnlyForAvailablePlayers) {
  const int before = background_tasks;
  ask("player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(later.status, 404);
  adviser("wise one");
  ask("player=wise%20one&seat=1&clock=0");
  ask("player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(later.status, 503);
  EXPECT_EQ(background_tasks, before + 1);
}

TEST_F(AdviceTest, ReadsTheRecordOnlyForAvailablePlayers) {
  number = "999";
  int reads = 0;
  server.store.fail(
      [&reads](const std::string& operation) {
        if (operation == "read_record") ++reads;
        return false;
      },
      "");
  ask("player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(json::parse(later.body)["why"], "nobody");
  EXPECT_EQ(reads, 0);
  adviser("wise one");
  ask("player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(later.status, 404);
  EXPECT_THAT(later.body, HasSubstr("no such record"));
  EXPECT_EQ(reads, 1);
  number = play_three_pairs();
  ask("player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(later.status, -1) << "its place is free again";
}

TEST_F(AdviceTest, SaysWhyThereIsNoAdvice) {
  ask("player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(later.status, 404) << "nobody is here";
  const auto wise = adviser("wise one");
  for (const char* query :
       {"", "player=wise%20one&seat=1", "player=wise%20one&clock=0", "seat=1&clock=0", "player=&seat=1&clock=0",
        "player=wise%20one&seat=0&clock=0", "player=wise%20one&seat=3&clock=0", "player=wise%20one&seat=1&clock=-1",
        "player=wise%20one&seat=1&clock=4294967296", "player=%zz&seat=1&clock=0"}) {
    ask(query);
    EXPECT_EQ(later.status, 400) << query;
  }
  EXPECT_FALSE(server.last<proto::Question>(wise));
  ask("player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(later.status, -1);
  const net::HttpResponse second = get("/api/v1/records/" + number + "/advice?player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(second.status, 503) << "one at a time";
  for (const auto& what : server.posted_later) what();
  EXPECT_EQ(later.status, 503);
  EXPECT_THAT(later.body, HasSubstr("in time"));
  EXPECT_EQ(json::parse(later.body)["why"], "late");
  ask("player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(json::parse(later.body)["why"], "busy") << "it still thinks, for all that is known";
  server.say(wise, proto::Advice{server.last<proto::Question>(wise)->question, {}});
  ask("player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(later.status, -1);
  server.service.closed(wise, "gone");
  EXPECT_THAT(later.body, HasSubstr("left"));
  number = "999";
  ask("player=wise%20one&seat=1&clock=0");
  EXPECT_EQ(later.status, 404);
}

TEST_F(ApiTest, NamesTheErrorOfARequest) {
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

// Every answer that needs the store says that the store has failed, and the next one is right again.
TEST_F(ApiTest, AFailingStoreIsToldAsUnavailable) {
  server.play_short_game();
  const std::string boss = administrator();
  struct Request {
    std::string method;
    std::string path;
    int right_status;
  };
  for (const auto& [method, path, right_status] :
       {Request{"GET", "/api/v1/games", 200}, Request{"GET", "/api/v1/games/1", 200},
        Request{"GET", "/api/v1/matches/1", 200}, Request{"GET", "/api/v1/records/1", 200},
        Request{"GET", "/api/v1/records/1?format=json", 200}, Request{"GET", "/api/v1/records/1/share", 200},
        Request{"DELETE", "/api/v1/matches/77", 404}, Request{"POST", "/api/v1/tournaments/x/pause", 404},
        Request{"POST", "/api/v1/tournaments", 400}}) {
    server.store.fail([](const std::string&) { return true; }, "The disk is on fire.");
    const net::HttpResponse failed = ask(method, path, boss);
    EXPECT_EQ(failed.status, 503) << path;
    EXPECT_EQ(json::parse(failed.body)["error"], "the store fails: The disk is on fire.") << path;
    server.store.stop_failing();
    EXPECT_EQ(ask(method, path, boss).status, right_status) << path;
  }
}

TEST_F(ApiTest, AFailureThatWouldComeAgainIsNotCalledUnavailable) {
  server.store.refuse("The row is damaged.");
  for (const char* path : {"/api/v1/games", "/api/v1/games/1", "/api/v1/records/1"}) {
    EXPECT_EQ(get(path).status, 500) << path;
  }
}

TEST_F(ApiTest, MetricsAreInPrometheusForm) {
  server.play_short_game();
  const net::HttpResponse metrics = get("/metrics");
  EXPECT_THAT(metrics.content_type, HasSubstr("text/plain; version=0.0.4"));
  EXPECT_THAT(metrics.body, HasSubstr("# TYPE rensa_games_saved_total counter\nrensa_games_saved_total 1\n"));
  EXPECT_THAT(metrics.body, HasSubstr("rensa_connections 3\n"));
  EXPECT_THAT(metrics.body, HasSubstr("process_cpu_seconds_total 1.5\n"));
  EXPECT_THAT(metrics.body, HasSubstr("rensa_frame_lateness_seconds_bucket{le=\"+Inf\"} 0\n"));
}

TEST_F(ApiTest, RenamedMetricsAreExportedUnderBothNames) {
  server.enter("ann");
  server.service.lobby().load().record_real_time_share(0.8, std::chrono::seconds(60));
  const std::string text = get("/metrics").body;
  const auto value_of = [&text](const std::string& name) {
    const std::string before = "\n" + name + " ";
    const std::size_t at = text.find(before);
    EXPECT_NE(at, std::string::npos) << name;
    if (at == std::string::npos) return std::string();
    return text.substr(at + before.size(), text.find('\n', at + 1) - at - before.size());
  };
  struct RenamedMetric {
    std::string name;
    std::string old_name;
  };
  for (const auto& [name, old_name] :
       {RenamedMetric{"rensa_players_online", "rensa_members"},
        RenamedMetric{"rensa_updates_throttled", "rensa_real_time_stretched"},
        RenamedMetric{"rensa_real_time_cpu_share", "rensa_real_time_share"},
        RenamedMetric{"rensa_real_time_cpu_share_forecast", "rensa_real_time_share_forecast"}}) {
    EXPECT_EQ(value_of(old_name), value_of(name)) << name;
    EXPECT_THAT(text, HasSubstr("# HELP " + old_name + " The old name of " + name + "."));
  }
  EXPECT_EQ(value_of("rensa_players_online"), "1");
  EXPECT_EQ(value_of("rensa_updates_throttled"), "1");
}

}  // namespace
}  // namespace rensa::http_api
