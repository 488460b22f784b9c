#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/server/http_api/organiser_fixture.h"

// What organisers may do, and what they may not.

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

TEST_F(OrganiserTest, StartsAndManagesTheTournamentsThatAreNamedToIt) {
  const std::string two_more = R"({"name": "bob", "guest": true}, {"name": "cid", "guest": true})";
  EXPECT_EQ(start(olga, plan_named("Spring Cup", two_more)), 201);
  EXPECT_EQ(order(olga, "spring-cup", "pause"), 200);
  EXPECT_EQ(state_of("spring-cup"), "paused");
  EXPECT_EQ(order(olga, "spring-cup", "resume"), 200);
  EXPECT_EQ(order(olga, "spring-cup", "withdraw?player=ann&why=ill"), 200);
  EXPECT_EQ(order(olga, "spring-cup", "return?player=ann"), 200);
  EXPECT_EQ(start(olga, plan_named("autumn ladder", R"({"name": "bob", "guest": true})", R"("format": "ladder", )")),
            201);
  EXPECT_EQ(order(olga, "autumn-ladder", "join", R"({"name": "zoe", "guest": true})"), 200);
  EXPECT_EQ(start(olga, plan_named("autumn ladder")), 201) << "autumn-ladder-2 has the beginning autumn-";
  EXPECT_THAT(
      acts(),
      ElementsAre("olga: tournament started: autumn-ladder-2", "olga: tournament start: autumn ladder: 1 job",
                  "olga: tournament join: autumn-ladder: player zoe", "olga: tournament started: autumn-ladder",
                  "olga: tournament start: autumn ladder: 1 job", "olga: tournament return: spring-cup: player ann",
                  "olga: tournament withdraw: spring-cup: player ann", "olga: tournament resume: spring-cup",
                  "olga: tournament pause: spring-cup", "olga: tournament started: spring-cup",
                  "olga: tournament start: Spring Cup: 1 job"));
  EXPECT_EQ(server.store.audit_entries().at(6).why, "ill");
}

TEST_F(OrganiserTest, ChangesNoOtherTournament) {
  ASSERT_EQ(start(boss, plan_named("winter cup")), 201);
  ASSERT_EQ(start(boss, plan_named("spring cupboard")), 201);
  for (const std::string name : {"winter-cup", "spring-cupboard", "nothing"}) {
    for (const std::string what :
         {"pause", "resume", "stop", "withdraw?player=ann", "return?player=ann", "disqualify?player=ann&why=x",
          "annul?game=0-0", "join", "end", "delete", "messages"}) {
      EXPECT_EQ(order(olga, name, what, R"({"name": "zoe", "guest": true})"), 403) << name << " " << what;
    }
  }
  EXPECT_EQ(state_of("winter-cup"), "running");
  EXPECT_EQ(start(olga, plan_named("winter")), 403);
  EXPECT_THAT(error(), HasSubstr("the id winter,"));
  EXPECT_THAT(stored_tournaments(), ElementsAre("spring-cupboard", "winter-cup"));
}

// The id of a second tournament with the same name has a number behind it.
TEST_F(OrganiserTest, GetsNoIdThatIsNotNamedToIt) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup")), 201);
  EXPECT_EQ(start(olga, plan_named("spring/cup")), 403);
  EXPECT_THAT(error(), HasSubstr("spring-cup-2"));
  EXPECT_THAT(stored_tournaments(), ElementsAre("spring-cup"));
}

// By the seed, it would know the pairs of the games that it plays itself.
TEST_F(OrganiserTest, SetsNoSeed) {
  const std::string with_seed = plan_named("Spring Cup", R"({"name": "bob", "guest": true})", R"("seed": 5, )");
  EXPECT_EQ(start(olga, with_seed), 403);
  EXPECT_THAT(error(), HasSubstr("seed"));
  EXPECT_THAT(stored_tournaments(), IsEmpty());
  EXPECT_EQ(start(boss, with_seed), 201);
}

TEST_F(OrganiserTest, WritesNoInventedActsIntoTheAuditLog) {
  ASSERT_EQ(start(boss, plan_named("Spring Cup")), 201);
  const auto entries = acts();
  for (const auto& [name, what] : {std::pair("spring-cup", "burn"), std::pair("spring-cup", "pause/x"),
                                   std::pair("spring-cup", ""), std::pair("autumn-cup", "pause")}) {
    EXPECT_EQ(order(olga, name, what), 404) << name << " " << what;
    EXPECT_EQ(order(boss, name, what), 404) << name << " " << what;
  }
  EXPECT_EQ(order(olga, "winter-cup", "burn"), 403);
  EXPECT_EQ(acts(), entries);
}

TEST_F(OrganiserTest, StartsNoPrograms) {
  const std::string program = R"({"name": "sh", "exec": ["/bin/sh", "-c", "id"]})";
  EXPECT_EQ(start(olga, plan_named("Spring Cup", program)), 403);
  EXPECT_THAT(error(), HasSubstr("only an administrator may let this server start programs"));
  ASSERT_EQ(start(olga, plan_named("autumn ladder", R"({"name": "bob", "guest": true})", R"("format": "ladder", )")),
            201);
  EXPECT_EQ(order(olga, "autumn-ladder", "join", program), 403);
  EXPECT_THAT(stored_tournaments(), ElementsAre("autumn-ladder"));
}

TEST_F(OrganiserTest, LetsNoTournamentPlayThatStartsPrograms) {
  write_run("spring-cup", plan_named("spring cup", R"({"name": "sh", "exec": ["/bin/sh"]})", R"("pairs": 20, )"), 1);
  open_tournaments();
  for (const std::string what : {"resume", "annul?game=0-0", "return?player=sh", "join"}) {
    EXPECT_EQ(order(olga, "spring-cup", what, R"({"name": "zoe", "guest": true})"), 403) << what;
    EXPECT_THAT(error(), HasSubstr("this tournament starts programs")) << what;
  }
  for (const std::string what : {"pause", "stop", "disqualify?player=sh&why=x"}) {
    EXPECT_EQ(order(olga, "spring-cup", what), 200) << what;
  }
}

TEST_F(OrganiserTest, NamesNoFilesOfTheMachine) {
  const std::string reader = R"("gaze:weights=/etc/shadow")";
  EXPECT_EQ(start(olga, plan_named("Spring Cup", reader)), 400);
  EXPECT_THAT(error(), HasSubstr("no files"));
  EXPECT_EQ(start(boss, plan_named("Spring Cup", reader)), 201);
}

TEST_F(OrganiserTest, DoesNotForceMoreGamesThanTheMachineCanCarry) {
  EXPECT_EQ(start(olga, plan_named("Spring Cup"), "?force=1"), 403);
  EXPECT_THAT(stored_tournaments(), IsEmpty());
}

TEST_F(OrganiserTest, TheAuditLogTellsHowATournamentStarts) {
  EXPECT_EQ(start(boss, plan_named("Spring Cup", R"({"name": "sh", "exec": ["/bin/sh"]})"), "?jobs=3&force=1"), 400);
  EXPECT_EQ(acts().back(), "boss: tournament start: Spring Cup: 3 jobs, forced, with programs");
}

TEST_F(OrganiserTest, HasABoundedNumberOfTournaments) {
  const std::string eve = organiser("eve", {"x*"});
  for (int i = 0; i < 100; ++i) ASSERT_EQ(start(boss, plan_named("x" + std::to_string(i))), 201);
  EXPECT_EQ(start(eve, plan_named("xyz")), 409);
  EXPECT_THAT(error(), HasSubstr("at most 100"));
  EXPECT_EQ(start(boss, plan_named("xyz")), 201);
}

// Otherwise an organiser could use up the places of all with tournaments that are over in a second.
TEST_F(OrganiserTest, HasABoundedNumberOfTournamentsThatAreOver) {
  const std::string eve = organiser("eve", {"x*"});
  const std::string over = plan_named("old", R"({"name": "bob", "guest": true})", R"("pairs": 1, )");
  const storage::TournamentMarks of_eve{.jobs = 1, .organiser = server.store.find_token(eve)->id};
  for (int i = 0; i < 199; ++i) write_run("old-" + std::to_string(i), over, 2, of_eve);
  open_tournaments();
  ASSERT_EQ(state_of("old-0"), "over");
  EXPECT_EQ(start(eve, plan_named("x1")), 201) << error();
  EXPECT_EQ(start(eve, plan_named("x2")), 409);
  EXPECT_THAT(error(), HasSubstr("at most 200 tournaments that it has started"));
  EXPECT_EQ(start(olga, plan_named("Spring Cup")), 201) << "another organiser";
  EXPECT_EQ(start(boss, plan_named("x2")), 201);
}

TEST_F(OrganiserTest, TheLastPlacesAreKeptForAdministrators) {
  for (int i = 0; i < 900; ++i) write_run("old-" + std::to_string(i), plan_named("old"), 0);
  open_tournaments();
  EXPECT_EQ(start(olga, plan_named("Spring Cup")), 409);
  EXPECT_THAT(error(), HasSubstr("this server has 900 tournaments, and only an administrator may start more"));
  EXPECT_EQ(start(boss, plan_named("Spring Cup")), 201);
}

TEST_F(OrganiserTest, TournamentsThatAreBeingCreatedCountForItsBound) {
  const std::string eve = organiser("eve", {"x*"});
  for (int i = 0; i < 99; ++i) ASSERT_EQ(start(boss, plan_named("x" + std::to_string(i))), 201);
  std::vector<int> statuses;
  for (int i = 0; i < 3; ++i) {
    net::HttpRequest request;
    request.method = "POST";
    request.path = kAllTournaments;
    request.bearer = eve;
    request.body = plan_named("xyz");
    api.answer(request, [&](const net::HttpResponse& response) { statuses.push_back(response.status); });
  }
  server.run_posted();
  EXPECT_THAT(statuses, ElementsAre(409, 409)) << "one waits for its store";
  run_posted();
  EXPECT_THAT(statuses, ElementsAre(409, 409, 201));
}

TEST_F(OrganiserTest, HasABoundedNumberOfGamesAtATime) {
  const std::string eve = organiser("eve", {"x*"});
  EXPECT_EQ(start(eve, plan_named("x1"), "?jobs=40"), 201);
  EXPECT_EQ(start(boss, plan_named("x2"), "?jobs=40"), 201) << "not its own";
  EXPECT_EQ(start(eve, plan_named("x3"), "?jobs=25"), 409);
  EXPECT_THAT(error(), HasSubstr("64 jobs together, and with this one they would have 65"));
  EXPECT_EQ(start(eve, plan_named("x3"), "?jobs=24"), 201);
  EXPECT_EQ(start(eve, plan_named("x4")), 409);
  EXPECT_EQ(order(eve, "x1", "pause"), 200);
  EXPECT_EQ(start(eve, plan_named("x4")), 409) << "a paused one can be resumed at any time";
  EXPECT_EQ(start(olga, plan_named("Spring Cup"), "?jobs=64"), 201) << "another organiser";
}

TEST_F(OrganiserTest, EachOrderTakesAReasonForTheAuditLog) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup"), "?why=tradition"), 201);
  for (const std::string what : {"pause", "resume", "stop"}) {
    EXPECT_EQ(order(olga, "spring-cup", what + "?why=because%20of%20" + what), 200);
    EXPECT_EQ(server.store.audit_entries().front().why, "because of " + what);
  }
  EXPECT_EQ(server.store.audit_entries().back().why, "tradition");
  server.say(server.enter("ann"), proto::QuickMatch{});
  server.say(server.enter("bob"), proto::QuickMatch{});
  const auto match = static_cast<std::uint64_t>(server.service.lobby().snapshot().matches.at(0).match);
  EXPECT_EQ(ask("DELETE", "/api/v1/matches/" + std::to_string(match) + "?why=broken", boss).status, 200);
  EXPECT_EQ(server.store.audit_entries().front().why, "broken");
}

TEST_F(OrganiserTest, ATournamentThatBeginsPausedWaitsUntilItIsResumed) {
  const std::string plan = plan_named("Spring Cup", R"({"name": "bob", "guest": true})", R"("pairs": 1, )");
  ASSERT_EQ(start(olga, plan, "?paused=1"), 201);
  EXPECT_EQ(state_of("spring-cup"), "paused");
  EXPECT_THAT(acts(), Contains("olga: tournament start: Spring Cup: 1 job, paused"));
  EXPECT_EQ(json::parse(get(std::string(kAllTournaments) + "/spring-cup").body)["awaited"], (json{"ann", "bob"}));
  EXPECT_EQ(json::parse(get(std::string(kAllTournaments) + "/spring-cup/events").body)["events"].size(), 1U)
      << "only the plan: no game is drawn yet";
  EXPECT_EQ(order(olga, "spring-cup", "resume"), 200);
  EXPECT_EQ(state_of("spring-cup"), "running");
}

TEST_F(OrganiserTest, IsToldWhyAPlayerTakesNoFurtherPart) {
  const std::string two_more = R"({"name": "bob", "guest": true}, {"name": "cid", "guest": true})";
  ASSERT_EQ(start(olga, plan_named("Spring Cup", two_more)), 201);
  ASSERT_EQ(order(olga, "spring-cup", "withdraw?player=ann&why=ill"), 200);
  const auto reason_of = [&](const std::string& player) -> json {
    const json report = json::parse(get(std::string(kAllTournaments) + "/spring-cup").body);
    for (const json& row : report["standings"]) {
      if (row["player"] == player) return row.value("why_benched", json());
    }
    return "there is no such player";
  };
  EXPECT_EQ(reason_of("ann"), "withdrawn: ill");
  EXPECT_EQ(reason_of("bob"), json());
  ASSERT_EQ(order(olga, "spring-cup", "return?player=ann"), 200);
  EXPECT_EQ(reason_of("ann"), json());
}

TEST_F(OrganiserTest, TournamentsThatAreOverDoNotCountForItsBound) {
  const std::string eve = organiser("eve", {"x*"});
  const std::string plan = plan_named("x", R"({"name": "bob", "guest": true})", R"("pairs": 1, "audit": 0, )");
  for (int i = 0; i < 100; ++i) write_run("x" + std::to_string(i), plan, 2);
  open_tournaments();
  ASSERT_EQ(state_of("x99"), "over");
  EXPECT_EQ(start(eve, plan_named("xyz")), 201);
}

TEST_F(OrganiserTest, ChangesNothingElseOnTheServer) {
  server.say(server.enter("ann"), proto::QuickMatch{});
  server.say(server.enter("bob"), proto::QuickMatch{});
  const auto match = static_cast<std::uint64_t>(server.service.lobby().snapshot().matches.at(0).match);
  const std::string moderator = server.store.create_token("mod", storage::Role::worker);
  server.store.set_role(server.store.find_token(moderator)->id, {.role = storage::Role::moderator});
  for (const std::string& token : {olga, moderator}) {
    EXPECT_EQ(ask("DELETE", "/api/v1/matches/" + std::to_string(match), token).status, 403);
    EXPECT_EQ(ask("GET", "/api/v1/accounts", token).status, 403);
    EXPECT_EQ(ask("GET", "/api/v1/audit", token).status, 403);
    EXPECT_EQ(ask("POST", "/api/v1/accounts/2/role?role=administrator", token).status, 403);
  }
  EXPECT_EQ(start(moderator, plan_named("Spring Cup")), 403);
  EXPECT_EQ(server.store.find_token(olga)->role, storage::Role::organiser);
  EXPECT_TRUE(server.service.lobby().matches().find_begun(base::MatchId{match}));
}

TEST_F(OrganiserTest, OneWhoseRoleIsTakenAwayIsRefusedAtOnce) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup")), 201);
  server.store.set_role(server.store.find_token(olga)->id, {.role = storage::Role::worker});
  EXPECT_EQ(order(olga, "spring-cup", "pause"), 403);
  EXPECT_EQ(state_of("spring-cup"), "running");
}

class AccountsApiTest : public OrganiserTest {};

TEST_F(AccountsApiTest, AdministratorsListAccountsAndChangeTheirRoles) {
  const json accounts = json::parse(ask("GET", "/api/v1/accounts", boss).body)["accounts"];
  ASSERT_EQ(accounts.size(), 2U);
  EXPECT_EQ(accounts[0]["name"], "boss");
  EXPECT_EQ(accounts[0]["role"], "administrator");
  EXPECT_EQ(accounts[1]["role"], "organiser");
  EXPECT_EQ(accounts[1]["tournaments"], (json{"spring-cup", "autumn-*"}));
  EXPECT_FALSE(accounts[0].contains("hash"));
  const auto changed = ask("POST", "/api/v1/accounts/2/role?role=organiser&tournaments=cup+x-*&why=new%20season", boss);
  EXPECT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(json::parse(changed.body)["tournaments"], (json{"cup", "x-*"}));
  EXPECT_EQ(ask("POST", "/api/v1/accounts/2/role?role=worker", boss).status, 200);
  EXPECT_EQ(server.store.find_token(olga)->grant(), storage::RoleGrant{});
  const json entries = json::parse(ask("GET", "/api/v1/audit?limit=2", boss).body)["entries"];
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0]["target"], "account 2: worker");
  EXPECT_EQ(entries[1]["target"], "account 2: organiser of cup x-*");
  EXPECT_EQ(entries[1]["why"], "new season");
  EXPECT_EQ(entries[1]["actor"], "boss");
  EXPECT_EQ(entries[1]["account"], 1);
}

TEST_F(AccountsApiTest, AnAccountIsToldItsRoleAndTheTournamentsThatItManages) {
  for (const char* name : {"Spring Cup", "autumn cup", "winter cup"}) ASSERT_EQ(start(boss, plan_named(name)), 201);
  const auto own = [&](const std::string& token) { return json::parse(ask("GET", "/api/v1/account", token).body); };
  EXPECT_EQ(own(olga), (json{{"account", 2},
                             {"name", "olga"},
                             {"role", "organiser"},
                             {"tournaments", {"spring-cup", "autumn-*"}},
                             {"manages", {"autumn-cup", "spring-cup"}}}));
  EXPECT_EQ(own(boss)["manages"], (json{"autumn-cup", "spring-cup", "winter-cup"}));
  const std::string worker = server.store.create_token("deep", storage::Role::worker);
  EXPECT_EQ(own(worker)["role"], "worker");
  EXPECT_EQ(own(worker)["manages"], json::array());
  EXPECT_EQ(ask("GET", "/api/v1/account").status, 401);
  EXPECT_EQ(ask("GET", "/api/v1/account", "wrong").status, 401);
  EXPECT_EQ(ask("POST", "/api/v1/account", olga).status, 405);
}

TEST_F(AccountsApiTest, AnOrganiserReadsTheEntriesAboutItsTournaments) {
  ASSERT_EQ(start(olga, plan_named("Spring Cup")), 201);
  ASSERT_EQ(start(boss, plan_named("winter cup")), 201);
  ASSERT_EQ(order(boss, "spring-cup", "pause?why=rain"), 200);
  ASSERT_EQ(order(olga, "spring-cup", "annul?game=0-0&why=late"), 409);
  const auto read = [&](const std::string& name, const std::string& token) {
    return ask("GET", std::string(kAllTournaments) + "/" + name + "/audit", token);
  };
  const json entries = json::parse(read("spring-cup", olga).body)["entries"];
  ASSERT_EQ(entries.size(), 4U);
  EXPECT_EQ(entries[0]["act"], "tournament annul refused");
  EXPECT_EQ(entries[1]["target"], "spring-cup: game 0-0");
  EXPECT_EQ(entries[2]["actor"], "boss");
  EXPECT_EQ(entries[2]["why"], "rain");
  EXPECT_EQ(entries[3]["act"], "tournament started");
  EXPECT_EQ(read("winter-cup", olga).status, 403);
  EXPECT_EQ(read("winter-cup", boss).status, 200);
  EXPECT_EQ(read("autumn-cup", olga).status, 404);
  EXPECT_EQ(read("spring-cup", "").status, 401);
  const json two = json::parse(read("spring-cup", boss).body)["entries"];
  EXPECT_EQ(two, entries);
  const auto page = ask("GET",
                        std::string(kAllTournaments) +
                            "/spring-cup/audit?limit=1&before=" + std::to_string(entries[1]["number"].get<int>()),
                        olga);
  EXPECT_EQ(json::parse(page.body)["entries"], (json{entries[2]}));
}

TEST_F(AccountsApiTest, WrongRolesAreRefused) {
  const auto status = [&](const std::string& rest) { return ask("POST", "/api/v1/accounts/" + rest, boss).status; };
  EXPECT_EQ(status("2/role"), 400);
  EXPECT_EQ(status("2/role?role=king"), 400);
  EXPECT_EQ(status("2/role?role=organiser"), 400);
  EXPECT_EQ(status("2/role?role=moderator&tournaments=cup"), 400);
  EXPECT_EQ(status("2/role?role=organiser&tournaments=../etc"), 400);
  EXPECT_EQ(status("x/role?role=worker"), 400);
  EXPECT_EQ(status("99999999999999999999/role?role=worker"), 400);
  EXPECT_EQ(status("18446744073709551615/role?role=worker"), 400);
  EXPECT_EQ(status("7/role?role=worker"), 404);
  EXPECT_EQ(server.store.find_token(olga)->role, storage::Role::organiser);
  EXPECT_EQ(ask("GET", "/api/v1/accounts/2/role", boss).status, 405);
  EXPECT_EQ(ask("POST", "/api/v1/accounts", boss).status, 403) << "registration is off";
  EXPECT_EQ(ask("POST", "/api/v1/audit", boss).status, 405);
  EXPECT_EQ(ask("DELETE", "/api/v1/audit", boss).status, 405);
  EXPECT_EQ(ask("GET", "/api/v1/audit?before=0", boss).status, 400);
  EXPECT_EQ(ask("GET", "/api/v1/audit?limit=201", boss).status, 400);
}

TEST_F(AccountsApiTest, EndingAMatchIsInTheAuditLog) {
  EXPECT_EQ(ask("DELETE", "/api/v1/matches/7", boss).status, 404);
  EXPECT_THAT(acts(), ElementsAre("boss: match end refused: match 7", "boss: match end: match 7"));
}

}  // namespace
}  // namespace rensa::http_api
