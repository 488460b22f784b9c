#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>

#include "server/http_api/api_parts.h"
#include "tests/server/http_api/api_fixture.h"

namespace rensa::http_api {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kTournaments = "/api/v1/tournaments";
// A plan of guests that never come, so that no game is played.
constexpr const char* kGuests = R"({"name": "Spring Cup!", "players": [{"name": "ann", "guest": true},
  {"name": "bob", "guest": true}]})";
constexpr const char* kPlayed = R"({"name": "old", "seed": 991177, "pairs": 2, "audit": 0, "players": [
  {"name": "ann", "guest": true}, {"name": "bob", "guest": true}]})";

class TournamentsApiTest : public testing::Test, protected test::ApiFixture {
 protected:
  net::HttpResponse start(const std::string& plan, const std::string& query = "") {
    return ask("POST", kTournaments + query, boss, plan);
  }
  net::HttpResponse order(const std::string& name, const std::string& what) {
    return ask("POST", path(name) + "/" + what, boss);
  }
  static std::string path(const std::string& name) { return std::string(kTournaments) + "/" + name; }
  json look(const std::string& name) { return json::parse(get(path(name)).body); }

  // Expects that the plan is refused for this reason.
  void expect_refused(const std::string& plan, const std::string& why, const std::string& query = "") {
    const net::HttpResponse response = start(plan, query);
    EXPECT_EQ(response.status, 400) << plan;
    EXPECT_THAT(json::parse(response.body)["error"].get<std::string>(), HasSubstr(why));
  }

  const std::string boss = administrator();
};

TEST_F(TournamentsApiTest, ATournamentBeginsAndIsListed) {
  EXPECT_EQ(json::parse(get(kTournaments).body)["tournaments"], json::array());
  const net::HttpResponse response = start(kGuests);
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(json::parse(response.body), json({{"id", "spring-cup"}}));
  EXPECT_EQ(json::parse(start(kGuests).body)["id"], "spring-cup-2") << "names are given once";
  const json list = json::parse(get(kTournaments).body)["tournaments"];
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0]["id"], "spring-cup");
  EXPECT_EQ(list[0]["name"], "Spring Cup!");
  EXPECT_EQ(list[0]["state"], "running");
  EXPECT_EQ(list[0]["games"], 0);
  EXPECT_EQ(list[0]["most_games"], 20);
}

TEST_F(TournamentsApiTest, RunningGamesAreListedWithTheirMatches) {
  server.service.set_tournament_host(tournaments);
  start(kGuests);
  EXPECT_EQ(look("spring-cup")["running_games"], json::array());
  net::ConnectionId guest{};
  for (const char* name : {"ann", "bob"}) {
    guest = server.connect(net::Transport::tcp);
    proto::Hello hello;
    hello.token = server.store.create_token(name, storage::Role::worker);
    hello.features = {"arranged:1"};
    server.say(guest, hello);
    run_posted();
  }
  const auto match = server.last<proto::MatchStart>(guest);
  ASSERT_TRUE(match);
  const json games = look("spring-cup")["running_games"];
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0]["match"], static_cast<std::uint64_t>(match->match));
  EXPECT_EQ(games[0]["game"], "0-0");
  EXPECT_EQ(games[0]["players"], (json{"ann", "bob"}));
}

TEST_F(TournamentsApiTest, ADamagedJournalIsListedWithTheReason) {
  write_run("old", kPlayed, 1);
  write("old", {.games = {}, .from = 0, .lines = "this is no journal\n"});
  tournaments.open_all([] {});
  run_posted();
  const json list = json::parse(get(kTournaments).body)["tournaments"];
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["id"], "old");
  EXPECT_EQ(list[0]["state"], "failed");
  EXPECT_THAT(list[0]["why_failed"].get<std::string>(), HasSubstr("cannot be read: "));
  const net::HttpResponse response = get(path("old"));
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(json::parse(response.body)["error"], list[0]["why_failed"]);
}

TEST_F(TournamentsApiTest, MetricsCountTournaments) {
  start(kGuests);
  start(kGuests);
  order("spring-cup", "pause");
  const std::string metrics = get("/metrics").body;
  EXPECT_THAT(metrics, HasSubstr("\nrensa_tournaments_running 1\n"));
  EXPECT_THAT(metrics, HasSubstr("\nrensa_tournaments_paused 1\n"));
  EXPECT_THAT(metrics, HasSubstr("\nrensa_tournaments_failed 0\n"));
  EXPECT_THAT(metrics, HasSubstr("\nrensa_tournament_games_voided 0\n"));
}

TEST_F(TournamentsApiTest, OnlyAdministratorsStartAndControl) {
  ASSERT_EQ(start(kGuests).status, 201);
  const std::string worker = server.store.create_token("deep", storage::Role::worker);
  for (const std::string& target : {std::string(kTournaments), path("spring-cup/pause"), path("spring-cup/stop"),
                                    path("spring-cup/withdraw?player=ann"), path("spring-cup/return?player=ann"),
                                    path("spring-cup/disqualify?player=ann&why=x")}) {
    EXPECT_EQ(ask("POST", target, "", kGuests).status, 401) << target;
    EXPECT_EQ(ask("POST", target, "guessed", kGuests).status, 401) << target;
    EXPECT_EQ(ask("POST", target, worker, kGuests).status, 403) << target;
  }
  EXPECT_EQ(json::parse(get(kTournaments).body)["tournaments"].size(), 1U);
  EXPECT_EQ(look("spring-cup")["state"], "running");
}

TEST_F(TournamentsApiTest, NamesTheErrorOfAPlan) {
  expect_refused("", "the text ends too early");
  expect_refused("[]", "has to be an object");
  expect_refused("{\"players\": [\"ann\", \"bob\"],\n\"seed\": 1,\n\"seed\": 2}", "line 3: \"seed\" is given twice");
  expect_refused(R"({"players": ["ann"]})", "\"players\" has to name from 2");
  expect_refused(R"({"players": ["ann", "ann"]})", "two players are called ann");
  expect_refused(R"({"playrs": []})", "\"playrs\" is not known");
  expect_refused(R"({"ruleset": "tsu-77", "players": ["ann", "bob"]})", "tsu-77");
  expect_refused(kGuests, "jobs", "?jobs=0");
  expect_refused(kGuests, "jobs", "?jobs=65");
  expect_refused(kGuests, "jobs", "?jobs=x");
  EXPECT_EQ(json::parse(get(kTournaments).body)["tournaments"], json::array());
  EXPECT_THAT(stored_tournaments(), testing::IsEmpty());
}

TEST_F(TournamentsApiTest, TextsThatAreNoPlansAreRefused) {
  expect_refused("{\"na\xFFme\": 1}", "UTF-8");
  expect_refused("{\"players\": " + std::string(60'000, '[') + std::string(60'000, ']') + "}",
                 "nested deeper than 16 levels");
  std::string objects;
  for (int i = 0; i < 10'000; ++i) objects += R"({"a":)";
  expect_refused(objects + "1" + std::string(10'000, '}'), "nested deeper than 16 levels");
}

TEST_F(TournamentsApiTest, ProgramsOfPlansNeedTheSetting) {
  expect_refused(R"({"players": [{"name": "ann", "guest": true}, {"name": "sh", "exec": ["/bin/sh"]}]})",
                 "exec_players");
}

TEST_F(TournamentsApiTest, RealTimeHasTheLimitOfTheMachineUnlessForced) {
  const std::string plan = R"({"clock": "real", "players": [{"name": "ann", "guest": true},
    {"name": "bob", "guest": true}]})";
  const std::string more = "?jobs=2";  // one is the default of the options
  expect_refused(plan, "forced", more);
  EXPECT_EQ(start(plan, more + "&force=1").status, 201);
  EXPECT_EQ(start(plan).status, 201);
}

TEST_F(TournamentsApiTest, IsPausedResumedAndStopped) {
  ASSERT_EQ(start(kGuests).status, 201);
  const auto state_after = [&](const std::string& what) {
    const net::HttpResponse response = order("spring-cup", what);
    EXPECT_EQ(response.status, 200) << what;
    return json::parse(response.body)["state"].get<std::string>();
  };
  EXPECT_EQ(state_after("pause"), "paused");
  EXPECT_EQ(state_after("pause"), "paused");
  EXPECT_EQ(state_after("resume"), "running");
  EXPECT_EQ(state_after("stop"), "paused");
  EXPECT_EQ(state_after("resume"), "running");
  EXPECT_EQ(order("spring-cup", "explode").status, 404);
  EXPECT_EQ(order("nothing", "pause").status, 404);
  EXPECT_EQ(order("", "pause").status, 404);
}

TEST_F(TournamentsApiTest, StartsAtATime) {
  ASSERT_EQ(start(R"({"name": "late", "starts": "2999-12-24T18:00:00Z",
    "players": [{"name": "ann", "guest": true}, {"name": "bob", "guest": true}]})")
                .status,
            201);
  const json state = look("late");
  EXPECT_EQ(state["state"], "waiting");
  EXPECT_EQ(state["starts"], "2999-12-24T18:00:00Z");
  ASSERT_EQ(start(kGuests).status, 201);
  EXPECT_TRUE(look("spring-cup")["starts"].is_null());
}

TEST_F(TournamentsApiTest, APlayerWithdraws) {
  write_run("half", kPlayed, 2);
  open_tournaments();
  const net::HttpResponse response = order("half", "withdraw?player=%62ob&why=has%20to%20leave");
  EXPECT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(json::parse(response.body)["state"], "over") << "nobody is left to play with";
  const json last = json::parse(get(path("half/events")).body)["events"].back();
  EXPECT_EQ(last["event"], "benched") << "it is on disk";
  EXPECT_EQ(last["player"], 1);
  EXPECT_EQ(last["why"], "withdrawn: has to leave");
  EXPECT_THAT(get(path("half/table.txt")).body, HasSubstr("bob: benched\n"));
  EXPECT_EQ(order("half", "withdraw?player=ann").status, 409) << "it is over";
}

TEST_F(TournamentsApiTest, AResultIsAnnulled) {
  write_run("half", kPlayed, 2);
  open_tournaments();
  EXPECT_EQ(look("half")["games"], 2);
  const net::HttpResponse response = order("half", "annul?game=0-1&why=wrong%20version");
  EXPECT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(json::parse(response.body)["games"], 1);
  EXPECT_EQ(json::parse(response.body)["annulled"], 1);
  const json events = json::parse(get(path("half/events")).body)["events"];
  const auto annulled =
      std::find_if(events.begin(), events.end(), [](const json& event) { return event["event"] == "annulled"; });
  ASSERT_NE(annulled, events.end()) << "it is on disk";
  EXPECT_EQ((*annulled)["why"], "wrong version");
  EXPECT_EQ((*annulled)["leg"], 1);
  EXPECT_EQ((*annulled)["attempt"], 0);
  const json games = json::parse(get(path("half/games")).body)["games"];
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0]["game"], "0-0");
  EXPECT_EQ(look("half")["games"], 1);
  EXPECT_THAT(get(path("half/table.txt")).body, HasSubstr("1 game was annulled\n"));
  EXPECT_EQ(get(path("half/records/0-1")).status, 200) << "its record stays";
}

TEST_F(TournamentsApiTest, AnAnnulmentThatIsNotPossibleIsRefusedWithTheReason) {
  write_run("half", kPlayed, 2);
  write_run("full", kPlayed, 4);
  open_tournaments();
  const auto expect_error = [&](const std::string& name, const std::string& what, int status, const std::string& why) {
    const net::HttpResponse response = order(name, what);
    EXPECT_EQ(response.status, status) << what;
    EXPECT_THAT(json::parse(response.body)["error"].get<std::string>(), HasSubstr(why));
  };
  expect_error("half", "annul?game=1-0", 409, "there is no game 1-0 with a result");
  expect_error("half", "annul?game=0-1-1", 409, "there is no game 0-1-1 with a result");
  expect_error("half", "annul?game=x", 400, "PAIR-LEG");
  expect_error("half", "annul", 400, "PAIR-LEG");
  expect_error("half", "annul?game=0-1&why=%00", 400, "why");
  expect_error("none", "annul?game=0-1", 404, "no such tournament");
  expect_error("full", "annul?game=0-1", 409, "it is over");
  EXPECT_EQ(ask("POST", path("half/annul?game=0-1"), "").status, 401);
}

TEST_F(TournamentsApiTest, APlayerIsDisqualifiedAlsoAfterTheEnd) {
  write_run("full", kPlayed, 4);
  open_tournaments();
  ASSERT_EQ(look("full")["state"], "over");
  EXPECT_EQ(order("full", "disqualify?player=ann").status, 400) << "a reason is needed";
  EXPECT_EQ(order("full", "disqualify?player=zoe&why=x").status, 404);
  const net::HttpResponse response = order("full", "disqualify?player=ann&why=plays%20with%20help");
  EXPECT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(json::parse(response.body)["state"], "over");
  const json report = look("full");
  EXPECT_EQ(report["games"], 0) << "none of its games counts";
  EXPECT_EQ(report["ranking"], (json{"bob", "ann"}));
  EXPECT_EQ(report["standings"][1]["disqualified"], "plays with help");
  const json last = json::parse(get(path("full/events")).body)["events"].back();
  EXPECT_EQ(last["event"], "disqualified") << "it is on disk";
  EXPECT_EQ(last["why"], "plays with help");
  EXPECT_EQ(order("full", "disqualify?player=ann&why=again").status, 409);
  EXPECT_EQ(order("full", "return?player=ann").status, 409);
}

TEST_F(TournamentsApiTest, AWithdrawnPlayerReturns) {
  ASSERT_EQ(start(R"({"name": "three", "players": [{"name": "a", "guest": true}, {"name": "b", "guest": true},
    {"name": "c", "guest": true}]})")
                .status,
            201);
  EXPECT_EQ(order("three", "return?player=b").status, 409) << "it takes part";
  EXPECT_EQ(order("three", "return?player=x").status, 404);
  EXPECT_EQ(order("three", "return").status, 400);
  ASSERT_EQ(order("three", "withdraw?player=b").status, 200);
  const net::HttpResponse response = order("three", "return?player=b");
  EXPECT_EQ(response.status, 200) << response.body;
  const json last = json::parse(get(path("three/events")).body)["events"].back();
  EXPECT_EQ(last["event"], "returned") << "it is on disk";
  EXPECT_FALSE(look("three")["standings"][1].contains("benched"));
  ASSERT_EQ(order("three", "withdraw?player=b").status, 200) << "it can leave again";
}

TEST_F(TournamentsApiTest, ATournamentIsPausedWhileItsStoreFails) {
  ASSERT_EQ(start(R"({"name": "three", "players": [{"name": "a", "guest": true}, {"name": "b", "guest": true},
    {"name": "c", "guest": true}]})")
                .status,
            201);
  EXPECT_EQ(look("three")["storage_error"], json());
  failure = [](const std::string& operation) {
    return operation == "append_to_journal" ? storage::test::Failure::after : storage::test::Failure::none;
  };
  bool is_saved = false;
  EXPECT_FALSE(tournaments.withdraw("three", {.player = "b", .why = ""}, [&is_saved] { is_saved = true; }));
  run_posted();
  EXPECT_FALSE(is_saved);
  for (const json& seen : {look("three"), json::parse(get(kTournaments).body)["tournaments"][0]}) {
    EXPECT_EQ(seen["state"], "paused");
    EXPECT_EQ(seen["storage_error"], "The disk is on fire.");
  }
  EXPECT_THAT(get("/metrics").body, HasSubstr("\nrensa_tournaments_waiting_for_store 1\n"));
  EXPECT_THAT(get("/metrics").body, HasSubstr("\nrensa_tournament_saves_failed_total 1\n"));
  EXPECT_THAT(log,
              testing::Contains(HasSubstr("event=tournament_not_saved name=\"three\" why=\"The disk is on fire.\"")));
  EXPECT_EQ(order("three", "pause").status, 409);
  EXPECT_THAT(order("three", "withdraw?player=c").body, HasSubstr("its store fails: The disk is on fire."));

  failure = [](const std::string&) { return storage::test::Failure::none; };
  while (!is_saved && io.run_one_for(rensa::test::kTimeLimit) > 0) continue;
  EXPECT_TRUE(is_saved);
  EXPECT_EQ(look("three")["state"], "running");
  EXPECT_EQ(look("three")["storage_error"], json());
  EXPECT_THAT(get("/metrics").body, HasSubstr("\nrensa_tournaments_waiting_for_store 0\n"));
  EXPECT_THAT(log, testing::Contains(HasSubstr("event=tournament_saved_again name=\"three\"")));
  EXPECT_EQ(json::parse(get(path("three/events")).body)["events"].back()["event"], "benched");
}

TEST_F(TournamentsApiTest, AFailureOfTheStoreIsToldToTheAdministrator) {
  write_run("old", kPlayed, 4);
  open_tournaments();
  ASSERT_EQ(start(kGuests).status, 201);
  failure = [](const std::string&) { return storage::test::Failure::before; };
  for (const net::HttpResponse& response : {start(kGuests), order("spring-cup", "pause")}) {
    EXPECT_EQ(response.status, 409);
    EXPECT_THAT(response.body, HasSubstr("The disk is on fire."));
  }
  for (const char* what : {"old/events", "old/records/0-0"}) {
    const net::HttpResponse response = get(path(what));
    EXPECT_EQ(response.status, 503) << what;
    EXPECT_THAT(response.body, HasSubstr("The disk is on fire."));
  }
  EXPECT_EQ(look("spring-cup")["state"], "running");
  EXPECT_THAT(get("/metrics").body, HasSubstr("\nrensa_tournament_saves_failed_total 2\n"));
}

TEST_F(TournamentsApiTest, TournamentsThatCouldNotBeOpenedAreOpenedLater) {
  write_run("half", kPlayed, 2);
  failure = [](const std::string& operation) {
    return operation == "open_tournament" ? storage::test::Failure::before : storage::test::Failure::none;
  };
  tournaments.open_all([] {});
  run_posted();
  EXPECT_EQ(get(path("half")).status, 503);
  EXPECT_THAT(log, testing::Contains(HasSubstr("event=tournament_not_opened name=\"half\"")));
  failure = [](const std::string&) { return storage::test::Failure::none; };
  while (tournaments.find("half") == nullptr && io.run_one_for(rensa::test::kTimeLimit) > 0) continue;
  EXPECT_EQ(look("half")["games"], 2);
  EXPECT_TRUE(tournaments.unreadable().empty());
}

TEST_F(TournamentsApiTest, OnlyOneOfThePlayersWithdrawsAndOnlyOnce) {
  ASSERT_EQ(start(R"({"name": "three", "players": [{"name": "a n", "guest": true}, {"name": "b", "guest": true},
    {"name": "c", "guest": true}]})")
                .status,
            201);
  ASSERT_EQ(order("three", "pause").status, 200);
  EXPECT_EQ(json::parse(order("three", "withdraw?player=a%20n").body)["state"], "paused");
  const net::HttpResponse again = order("three", "withdraw?player=a%20n");
  EXPECT_EQ(again.status, 409);
  EXPECT_THAT(again.body, HasSubstr("a n has already been withdrawn or benched"));
  EXPECT_EQ(order("three", "withdraw?player=zoe").status, 404);
  EXPECT_EQ(order("nothing", "withdraw?player=b").status, 404);
  for (const std::string query :
       {"", "?player=", "?player=%G0", "?player=b&why=%0a", "?player=b&why=%ff", "?player=b&why=%"}) {
    EXPECT_EQ(order("three", "withdraw" + query).status, 400) << query;
  }
  EXPECT_EQ(order("three", "withdraw?player=b&why=" + std::string(201, 'x')).status, 400);
  const json last = json::parse(get(path("three/events")).body)["events"].back();
  EXPECT_EQ(last["why"], "withdrawn");
}

constexpr const char* kLadder = R"({"name": "ladder", "format": "ladder", "players": [
  {"name": "ann", "guest": true}, {"name": "bob", "guest": true}]})";

TEST_F(TournamentsApiTest, APlayerJoinsALadder) {
  write_run("ladder", kLadder, 2);
  open_tournaments();
  const auto join = [&](const std::string& entry) { return ask("POST", path("ladder/join"), boss, entry); };
  const net::HttpResponse response = join(R"({"name": "zoe", "author": "x", "guest": true})");
  ASSERT_EQ(response.status, 200) << response.body;
  EXPECT_EQ(json::parse(response.body)["players"], 3);
  const json events = json::parse(get(path("ladder/events")).body)["events"];
  const auto joined =
      std::find_if(events.begin(), events.end(), [](const json& event) { return event["event"] == "joined"; });
  ASSERT_NE(joined, events.end());
  EXPECT_EQ((*joined)["player"], 2);
  EXPECT_EQ((*joined)["entry"], json({{"name", "zoe"}, {"author", "x"}}));
  EXPECT_THAT(get(path("ladder/table.txt")).body, HasSubstr("zoe"));
  EXPECT_THAT(get(path("ladder/table.csv")).body, HasSubstr("\"zoe\",\"x\""));
  EXPECT_EQ(look("ladder")["ranking"].size(), 3U);
  for (const auto& [entry, why] :
       std::map<std::string, std::string>{{R"({"name": "zoe", "guest": true})", "are called zoe"},
                                          {"", "the text ends too early"},
                                          {"[]", "a text or an object"},
                                          {R"({"name": "x", "gest": true})", "\"gest\""},
                                          {R"({"name": "x", "exec": ["x"]})", "exec_players"}}) {
    const net::HttpResponse refused = join(entry);
    EXPECT_EQ(refused.status, 400) << entry;
    EXPECT_THAT(json::parse(refused.body)["error"].get<std::string>(), HasSubstr(why));
  }
  EXPECT_EQ(order("ladder", "withdraw?player=zoe").status, 200);
}

TEST_F(TournamentsApiTest, PlayersJoinOnlyARunningLadder) {
  write_run("half", kPlayed, 2);
  write_run("old", kPlayed, 4);
  open_tournaments();
  const std::string zoe = R"({"name": "zoe", "guest": true})";
  const net::HttpResponse response = ask("POST", path("half/join"), boss, zoe);
  EXPECT_EQ(response.status, 409);
  EXPECT_THAT(response.body, HasSubstr("players can join only a ladder"));
  EXPECT_EQ(ask("POST", path("old/join"), boss, zoe).status, 409);
  EXPECT_EQ(ask("POST", path("nothing/join"), boss, zoe).status, 404);
  EXPECT_EQ(ask("POST", path("half/join"), "", zoe).status, 401);
}

TEST_F(TournamentsApiTest, ShowsGamesFromBeforeARestart) {
  write_run("old", kPlayed, 4);
  open_tournaments();
  const json seen = look("old");
  EXPECT_EQ(seen["id"], "old");
  EXPECT_EQ(seen["state"], "over");
  EXPECT_EQ(seen["games"], 4);
  EXPECT_EQ(seen["seed"], 991177);
  EXPECT_EQ(seen["standings"][0]["player"], "ann");
  EXPECT_EQ(seen["standings"][0]["wins"], 4);
  EXPECT_EQ(background_tasks, 1);
  EXPECT_THAT(get(path("old/table.txt")).body, HasSubstr("ann"));
  EXPECT_THAT(get(path("old/table.csv")).body, HasSubstr("\"ann\""));
  EXPECT_THAT(get(path("old/table.md")).body, HasSubstr("| ann |"));
  EXPECT_EQ(background_tasks, 4);
  EXPECT_EQ(order("old", "pause").status, 409) << "it is over";
}

TEST_F(TournamentsApiTest, StaysPausedAfterARestartAndCanBeOver) {
  write_run("half", kPlayed, 2);
  write_run("whole", kPlayed, 4);
  for (const char* name : {"half", "whole"}) set_paused(name);
  open_tournaments();
  EXPECT_EQ(look("half")["state"], "paused");
  EXPECT_EQ(look("whole")["state"], "over");
}

TEST_F(TournamentsApiTest, TheSeedIsNotShownBeforeTheEnd) {
  write_run("half", kPlayed, 2);
  open_tournaments();
  ASSERT_EQ(start(kGuests).status, 201);
  EXPECT_EQ(look("half")["seed"], json());
  EXPECT_EQ(look("spring-cup")["seed"], json());
  for (const char* what : {"half", "half/games", "half/events", "half/table.txt", "half/table.csv", "half/table.md"}) {
    EXPECT_THAT(get(path(what)).body, testing::Not(HasSubstr("991177"))) << what;
  }
  for (const char* what : {"spring-cup", "spring-cup/events", "spring-cup/table.txt"}) {
    EXPECT_THAT(get(path(what)).body, testing::Not(HasSubstr("4711"))) << what;
  }
  // A reader who knows the rest of the plan could find the seed by these.
  const std::string events = get(path("half/events")).body;
  EXPECT_THAT(events, HasSubstr(R"({"n":0,"event":"plan"})"));
  EXPECT_THAT(events, testing::Not(HasSubstr("check")));
}

TEST_F(TournamentsApiTest, GamesComeFromTheNewestOn) {
  write_run("old", kPlayed, 3);
  open_tournaments();
  const json all = json::parse(get(path("old/games")).body);
  ASSERT_EQ(all["games"].size(), 3U);
  EXPECT_EQ(all["games"][0]["game"], "1-0");
  EXPECT_EQ(all["games"][0]["players"], json({"ann", "bob"}));
  EXPECT_EQ(all["games"][0]["winner"], "ann");
  EXPECT_EQ(all["before"], 0);
  const json newest = json::parse(get(path("old/games?limit=1")).body);
  EXPECT_EQ(newest["games"].size(), 1U);
  const json rest = json::parse(get(path("old/games?before=") + std::to_string(newest["before"].get<int>())).body);
  EXPECT_EQ(rest["games"].size(), 2U);
  for (const char* query : {"limit=0", "limit=201", "limit=x", "before=x", "before=-1"}) {
    EXPECT_EQ(get(path("old/games?") + query).status, 400) << query;
  }
}

TEST_F(TournamentsApiTest, EventsComeFromANumberOn) {
  write_run("old", kPlayed, 2);
  set_paused("old");  // so that nothing is drawn meanwhile
  open_tournaments();
  const json all = json::parse(get(path("old/events")).body);
  const auto count = all["events"].size();
  ASSERT_GT(count, 5U);
  EXPECT_EQ(all["next"], count);
  EXPECT_EQ(all["events"][0]["event"], "plan");
  EXPECT_FALSE(all["events"][0].contains("check"));
  const json rest = json::parse(get(path("old/events?from=3")).body);
  EXPECT_EQ(rest["events"].size(), count - 3);
  EXPECT_EQ(rest["events"][0], all["events"][3]);
  EXPECT_EQ(rest["next"], count);
  const json none = json::parse(get(path("old/events?from=7777")).body);
  EXPECT_EQ(none["events"], json::array());
  EXPECT_EQ(none["next"], 7777);
  EXPECT_EQ(get(path("old/events?from=x")).status, 400);
}

TEST_F(TournamentsApiTest, AMisspeltParameterIsRefusedBeforeItsRequestIsCarriedOut) {
  write_run("old", kPlayed, 1);
  open_tournaments();
  const auto why = [](const net::HttpResponse& response) {
    EXPECT_EQ(response.status, 400);
    return json::parse(response.body).value("error", "");
  };
  EXPECT_EQ(why(get("/api/v1/tournaments/old/games?befor=3")),
            "there is no parameter befor here; there are before, limit");
  EXPECT_EQ(why(get("/api/v1/tournaments/old/events?form=3")), "there is no parameter form here; there are from");
  EXPECT_EQ(why(ask("POST", "/api/v1/tournaments?job=3", boss, "{}")),
            "there is no parameter job here; there are jobs, force, paused, id, key, check, why");
  EXPECT_EQ(why(ask("POST", "/api/v1/tournaments/old/withdraw?player=ann&reason=ill", boss)),
            "there is no parameter reason here; there are player, keep_open, why, note");
  EXPECT_EQ(why(ask("POST", "/api/v1/tournaments/old/pause?until=noon", boss)),
            "there is no parameter until here; there are why");
}

TEST_F(TournamentsApiTest, RecordsAreThoseOfGames) {
  write_run("old", kPlayed, 4);
  open_tournaments();
  const net::HttpResponse record = get(path("old/records/1-0"));
  EXPECT_EQ(record.status, 200);
  EXPECT_EQ(record.body, record_text());
  EXPECT_EQ(record.file_name, "1-0.rensa");
  for (const char* game : {"77-0", "0-7", "0-0-1", "1-0-1"}) {
    EXPECT_EQ(get(path("old/records/") + game).status, 404) << game;
  }
  for (const char* game : {"", "0", "0-", "-0-0", "0-0-", "0-0-0-0", "0-0.rensa", "..", "../plan.json", "../0-0",
                           "0-0/../../plan.json", "x-y", "99999999999-0", "0--1", "+0-0"}) {
    EXPECT_EQ(get(path("old/records/") + game).status, 400) << game;
  }
}

TEST_F(TournamentsApiTest, TheQueueOfAFutureGameIsNotShown) {
  std::string audited = kPlayed;
  audited.replace(audited.find("\"audit\": 0"), 10, "\"audit\": 1");
  write_run("half", audited, 3);
  open_tournaments();
  EXPECT_EQ(get(path("half/records/0-0")).status, 200) << "both games of its pair are over";
  EXPECT_EQ(get(path("half/records/1-0")).status, 404);
  EXPECT_THAT(get(path("half/records/1-0")).body, HasSubstr("with the same pairs"));
  EXPECT_THAT(get(path("half/records/1-0/advice")).body, HasSubstr("with the same pairs"));
}

TEST_F(TournamentsApiTest, GivesAdviceOnItsGames) {
  write_run("old", kPlayed, 4);
  open_tournaments();
  const std::string question = "/advice?player=wise&seat=1&clock=0";
  EXPECT_EQ(get(path("old/records/0-0") + question).status, 404) << "nobody is here";
  adviser("wise");
  for (int again = 0; again < 2; ++again) {
    const net::HttpResponse damaged = get(path("old/records/0-0") + question);
    EXPECT_EQ(damaged.status, 500) << "and the adviser was not asked";
    EXPECT_THAT(damaged.body, HasSubstr("damaged"));
  }
  EXPECT_EQ(get(path("old/records/0-0/advice?player=wise&seat=9&clock=0")).status, 400);
  EXPECT_EQ(get(path("old/records/77-0") + question).status, 404);
}

TEST_F(TournamentsApiTest, UnknownPathsAreNotFound) {
  write_run("old", kPlayed, 1);
  open_tournaments();
  for (const char* what : {"", "nothing", "nothing/games", "..", "../old", "old/", "old/table", "old/plan.json",
                           "old/records", "old/../old", "./old"}) {
    const bool is_there = std::string(what) == "old/";
    EXPECT_EQ(get(path(what)).status, is_there ? 200 : 404) << what;
  }
  for (const char* method : {"DELETE", "PUT"}) {
    EXPECT_EQ(ask(method, kTournaments, boss).status, 405);
    EXPECT_EQ(ask(method, path("old"), boss).status, 405);
  }
  EXPECT_EQ(ask("HEAD", kTournaments).status, 200);
  EXPECT_EQ(ask("POST", path("old"), boss).status, 404);
  EXPECT_EQ(ask("POST", path("old/games"), boss).status, 404);
}

TEST_F(TournamentsApiTest, NothingBeginsWhileTheServerDrains) {
  tournaments.drain();
  EXPECT_EQ(start(kGuests).status, 409);
}

TEST_F(TournamentsApiTest, TheListOfAllGamesLeadsToTheRecordsOfATournament) {
  write_run("old", kPlayed, 2);
  open_tournaments();
  storage::GameToSave listed{
      .match = {.match = 5, .players = {"ann", "bob"}, .ruleset = "tsu-1", .clock = "turns", .started = ""},
      .game = {.match = 5,
               .players = {"ann", "bob"},
               .ruleset = "tsu-1",
               .winner = 1,
               .cause = "choked",
               .ended = "2026-01-02T03:04:05Z",
               .tournament = "old",
               .tournament_game = "0-0"},
      .record = std::nullopt};
  server.store.contract().save_game(listed,
                                    [](const storage::StoreResult<std::uint64_t>& saved) { EXPECT_TRUE(saved); });
  listed.match.match = listed.game.match = 6;
  listed.game.tournament = "gone";
  server.store.contract().save_game(listed, [](const storage::StoreResult<std::uint64_t>&) {});
  server.settle();
  const json games = json::parse(get("/api/v1/games?tournament=old").body)["games"];
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0]["tournament"], "old");
  EXPECT_EQ(games[0]["tournament_game"], "0-0");
  EXPECT_EQ(get("/api/v1/records/1").body, record_text());
  EXPECT_EQ(get("/api/v1/records/2").status, 404) << "its tournament is gone";
  EXPECT_EQ(get("/api/v1/records/3").status, 404);
}

}  // namespace
}  // namespace rensa::http_api
