#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/server/http_api/api_fixture.h"

namespace rensa::http_api {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ReportsApiTest : public testing::Test, protected test::ApiFixture {
 protected:
  int report(const std::string& query, const std::string& token = "", const std::string& network = "192.0.2.1") {
    net::HttpRequest request;
    request.method = "POST";
    request.path = "/api/v1/reports";
    request.query = query;
    request.bearer = token;
    request.address = network;
    request.network = network;
    last = answer(request);
    return last.status;
  }
  json reports(const std::string& query = "") {
    return json::parse(ask("GET", "/api/v1/reports" + query, mod).body)["reports"];
  }
  int close(const std::string& number, const std::string& how, const std::string& token) {
    last = ask("POST", "/api/v1/reports/" + number + "/" + how, token);
    server.run_posted();
    return last.status;
  }

  const std::string boss = administrator();
  const std::string mod = [this] {
    std::string token = server.store.create_token("mod", storage::Role::worker);
    server.store.set_role(server.store.find_token(token)->id, {.role = storage::Role::moderator});
    return token;
  }();
  const std::string deep = server.store.create_token("deep", storage::Role::worker);
  net::HttpResponse last;
};

TEST_F(ReportsApiTest, AGuestReportsItsOpponentAfterTheGame) {
  const std::string record = play_three_pairs();
  ASSERT_EQ(report("record=" + record + "&seat=2&text=insults"), 200) << last.body;
  const json list = reports();
  ASSERT_THAT(list, SizeIs(1));
  EXPECT_EQ(list[0]["about"], "player");
  EXPECT_EQ(list[0]["name"], "bob");
  EXPECT_EQ(list[0]["player"]["address"], "127.0.0.1") << "so that a moderator can ban it, though it may be gone";
  EXPECT_EQ(list[0]["reporter"]["address"], "192.0.2.1");
  EXPECT_EQ(list[0]["game"], "/replay/" + record);
  EXPECT_EQ(list[0]["text"], "insults");
  EXPECT_EQ(list[0]["state"], "open");
}

TEST_F(ReportsApiTest, AnAccountReportsACommentOfARunningMatch) {
  const auto ann = server.enter("ann");
  const auto eve = server.enter("eve", server.store.create_token("eve", storage::Role::worker));
  for (const auto player : {ann, eve}) server.say(player, proto::QuickMatch{});
  const auto start = *server.last<proto::MatchStart>(eve);
  const std::string match = std::to_string(static_cast<std::uint64_t>(start.match));
  const std::string seat = std::to_string(duel::index_of(*start.seat) + 1);
  ASSERT_EQ(report("match=" + match + "&seat=" + seat + "&about=comment&text=%22you%20lose%22", deep), 200);
  const json list = reports();
  ASSERT_THAT(list, SizeIs(1));
  EXPECT_EQ(list[0]["name"], "eve");
  EXPECT_EQ(list[0]["player"]["account"], 4);
  EXPECT_EQ(list[0]["reporter"]["account"], 3);
  EXPECT_EQ(list[0]["game"], "/watch/" + match);
  EXPECT_TRUE(list[0]["record"].is_null());
}

TEST_F(ReportsApiTest, AReportNamesWhoHasTheSeatThenAndTheOthersWhoHaveHadIt) {
  const auto enter_from = [&](const std::string& address) {
    const auto connection = server.connect(net::Transport::tcp, "", address);
    server.say(connection, proto::Hello{});
    return connection;
  };
  const auto throwaway = enter_from("198.51.100.1");
  const auto bob = enter_from("192.0.2.9");
  for (const auto player : {throwaway, bob}) server.say(player, proto::QuickMatch{});
  const auto start = *server.last<proto::MatchStart>(throwaway);
  const auto insulter = enter_from("203.0.113.66");
  server.say(insulter, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
  ASSERT_TRUE(server.last<proto::Update>(insulter));
  const std::string match = std::to_string(static_cast<std::uint64_t>(start.match));
  const std::string seat = std::to_string(duel::index_of(*start.seat) + 1);
  ASSERT_EQ(report("match=" + match + "&seat=" + seat + "&about=comment&text=x"), 200);
  json list = reports();
  ASSERT_THAT(list, SizeIs(1));
  EXPECT_EQ(list[0]["player"]["address"], "203.0.113.66");
  ASSERT_THAT(list[0]["others"], SizeIs(1));
  EXPECT_EQ(list[0]["others"][0]["address"], "198.51.100.1");
  const auto third = enter_from("203.0.113.99");
  server.say(third, proto::Resume{.match = start.match, .seat = *start.seat, .token = start.token});
  list = reports();
  EXPECT_EQ(list[0]["player"]["address"], "203.0.113.66") << "at the time of the report";
  EXPECT_THAT(list[0]["others"], SizeIs(2));
}

// After a restart, the server does not know a guest before it comes back.
TEST_F(ReportsApiTest, AReportOfAnUnknownPlayerNamesThePlayersThatAreKnownLater) {
  const auto ann = server.enter("ann");
  for (const auto player : {ann, server.enter("bob")}) server.say(player, proto::QuickMatch{});
  const auto start = *server.last<proto::MatchStart>(ann);
  server.store.add_report({.match = static_cast<std::uint64_t>(start.match),
                           .seat = static_cast<int>(duel::index_of(*start.seat)) + 1,
                           .name = "ann",
                           .subject = "",
                           .reporter = "guests at 192.0.2.9",
                           .text = "x",
                           .made = "2026-01-02T03:04:05Z"});
  const json list = reports();
  ASSERT_THAT(list, SizeIs(1));
  ASSERT_THAT(list[0]["others"], SizeIs(1));
  EXPECT_EQ(list[0]["others"][0]["address"], "127.0.0.1");
}

TEST_F(ReportsApiTest, AModeratorClosesReportsAndTheAuditLogTellsIt) {
  const std::string record = play_three_pairs();
  ASSERT_EQ(report("record=" + record + "&seat=1&text=x"), 200);
  ASSERT_EQ(report("record=" + record + "&seat=2&text=x"), 200);
  EXPECT_EQ(close("1", "done?why=banned", deep), 403);
  EXPECT_EQ(close("1", "done?why=banned", mod), 200);
  EXPECT_EQ(close("2", "dismissed", mod), 200);
  EXPECT_EQ(close("2", "done", mod), 404) << "it is closed";
  EXPECT_EQ(close("x", "done", mod), 400);
  EXPECT_EQ(close("1", "open", mod), 404);
  EXPECT_THAT(reports(), IsEmpty());
  const json all = reports("?state=all");
  ASSERT_THAT(all, SizeIs(2));
  EXPECT_EQ(all[1]["state"], "done");
  EXPECT_EQ(all[1]["closer"], "mod");
  EXPECT_EQ(server.store.audit_entries().back().act, "report done");
  EXPECT_EQ(server.store.audit_entries().back().why, "banned");
}

TEST_F(ReportsApiTest, OnlyModeratorsReadReports) {
  for (const std::string& token : {std::string(), deep, organiser("olga", {"*"})}) {
    const int status = ask("GET", "/api/v1/reports", token).status;
    EXPECT_EQ(status, token.empty() ? 401 : 403);
  }
}

// A moderator must not judge itself, nor know who has reported it.
TEST_F(ReportsApiTest, AModeratorNeitherSeesNorClosesReportsAboutItself) {
  std::uint64_t match = 0;
  const auto reported = [&](const std::string& subject, const std::string& name) {
    return server.store.add_report({.match = ++match,
                                    .name = name,
                                    .subject = subject,
                                    .reporter = storage::subject_of_guests("192.0.2.9"),
                                    .text = "cheats",
                                    .made = "2026-01-02T03:00:00Z"});
  };
  const auto known = std::to_string(reported(storage::subject_of_account(2), "mod"));
  const auto by_name = std::to_string(reported("", "mod"));
  const auto other = std::to_string(reported(storage::subject_of_account(3), "deep"));
  ASSERT_EQ(server.store.find_token(mod)->id, 2);
  ASSERT_THAT(reports("?limit=1"), SizeIs(1));
  ASSERT_THAT(reports("?state=all"), SizeIs(1)) << "its own ones do not count";
  EXPECT_EQ(reports()[0]["name"], "deep");
  EXPECT_EQ(close(known, "dismissed", mod), 404);
  EXPECT_EQ(close(by_name, "dismissed", mod), 404);
  EXPECT_EQ(close(other, "dismissed", mod), 200);
  EXPECT_THAT(json::parse(ask("GET", "/api/v1/reports", boss).body)["reports"], SizeIs(2));
  EXPECT_EQ(close(known, "done", boss), 200);
}

// So that everyone there can be banned: a second account is made in a moment.
TEST_F(ReportsApiTest, AReportOfAnAccountHasTheAddressFromWhichItPlayed) {
  const auto eve = server.enter("eve", server.store.create_token("eve", storage::Role::worker));
  for (const auto player : {eve, server.enter("ann")}) server.say(player, proto::QuickMatch{});
  const auto start = *server.last<proto::MatchStart>(eve);
  const std::string seat = std::to_string(duel::index_of(*start.seat) + 1);
  ASSERT_EQ(report("match=" + std::to_string(static_cast<std::uint64_t>(start.match)) + "&seat=" + seat + "&text=x"),
            200);
  EXPECT_EQ(reports()[0]["player"]["account"], 4);
  EXPECT_EQ(reports()[0]["player"]["address"], "127.0.0.1");
}

TEST_F(ReportsApiTest, ABanOfEveryoneAtAnAddressHoldsForItsAccountsToo) {
  const std::string record = play_three_pairs();
  ASSERT_EQ(ask("POST", "/api/v1/restrictions?kind=ban&address=192.0.2.1&everyone=1&minutes=5&why=x", mod).status, 200);
  server.run_posted();
  EXPECT_EQ(report("record=" + record + "&seat=1&text=x", deep), 403);
  EXPECT_EQ(report("record=" + record + "&seat=1&text=x", mod), 200) << "it has a role";
  EXPECT_EQ(report("record=" + record + "&seat=1&text=x", deep, "192.0.2.2"), 200);
}

TEST_F(ReportsApiTest, WrongReportsAreRefused) {
  const std::string record = play_three_pairs();
  for (const std::string& query :
       {std::string("seat=1&text=x"), "record=" + record + "&text=x", "record=" + record + "&seat=3&text=x",
        "record=" + record + "&seat=1", "record=" + record + "&seat=1&text=x&match=1",
        "record=" + record + "&seat=1&text=x&about=thing", std::string("record=0&seat=1&text=x"),
        "record=" + record + "&seat=1&text=" + std::string(501, 'x')}) {
    EXPECT_EQ(report(query), 400) << query;
  }
  EXPECT_EQ(report("record=7777&seat=1&text=x"), 404);
  EXPECT_EQ(report("match=7777&seat=1&text=x"), 404);
  EXPECT_EQ(report("record=" + record + "&seat=1&text=x", "rw_unknown"), 401);
  EXPECT_THAT(server.store.reports(), IsEmpty());
}

TEST_F(ReportsApiTest, AFloodOfReportsIsSlowedForItsPayerAlone) {
  const std::string record = play_three_pairs();
  int answered = 0;
  while (report("record=" + record + "&seat=1&text=x") == 200) ASSERT_LT(++answered, 1'000);
  EXPECT_EQ(last.status, 429);
  EXPECT_THAT(server.store.reports(), SizeIs(1)) << "the same report is kept once";
  EXPECT_EQ(report("record=" + record + "&seat=1&text=x", "", "192.0.2.2"), 200);
  EXPECT_EQ(report("record=" + record + "&seat=1&text=x", deep), 200);
}

TEST_F(ReportsApiTest, ABannedPlayerReportsNobody) {
  const std::string record = play_three_pairs();
  ASSERT_EQ(ask("POST", "/api/v1/restrictions?kind=ban&address=192.0.2.1&minutes=5&why=x", mod).status, 200);
  ASSERT_EQ(ask("POST", "/api/v1/restrictions?kind=ban&account=3&minutes=5&why=x", mod).status, 200);
  server.run_posted();
  EXPECT_EQ(report("record=" + record + "&seat=1&text=x"), 403);
  EXPECT_EQ(report("record=" + record + "&seat=1&text=x", deep, "192.0.2.2"), 403);
  EXPECT_EQ(report("record=" + record + "&seat=1&text=x", "", "192.0.2.2"), 200);
}

}  // namespace
}  // namespace rensa::http_api
