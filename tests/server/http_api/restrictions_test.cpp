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

class RestrictionsApiTest : public testing::Test, protected test::ApiFixture {
 protected:
  int restrict(const std::string& token, const std::string& query) {
    last = ask("POST", "/api/v1/restrictions?" + query, token);
    server.run_posted();
    return last.status;
  }
  json made() { return json::parse(last.body); }
  std::string refusal_of(net::ConnectionId connection) {
    const auto error = server.last<proto::Error>(connection);
    return error ? error->text : "";
  }

  const std::string boss = administrator();
  const std::string mod = [this] {
    std::string token = server.store.create_token("mod", storage::Role::worker);
    server.store.set_role(server.store.find_token(token)->id, {.role = storage::Role::moderator});
    return token;
  }();
  net::HttpResponse last;
};

TEST_F(RestrictionsApiTest, ABannedGuestIsToldWhenTheBanEnds) {
  const auto ann = server.enter("ann");
  EXPECT_EQ(restrict(mod, "kind=ban&player=ann&minutes=60&why=insults"), 200) << last.body;
  const std::string until = made()["until"];
  EXPECT_EQ(made()["address"], "127.0.0.1");
  EXPECT_THAT(refusal_of(ann), HasSubstr("banned from this server until " + until));
  EXPECT_TRUE(server.closed.contains(ann));
  const auto again = server.enter("anna");
  EXPECT_THAT(refusal_of(again), HasSubstr("banned from this server until " + until));
  // Another service on the same store, as after a restart.
  sessions::SessionService restarted({}, server.dependencies());
  server.run_posted();
  restarted.opened(net::ConnectionId{77}, {.transport = net::Transport::tcp, .address = "127.0.0.1"});
  proto::Hello hello;
  hello.name = "ann";
  restarted.received(net::ConnectionId{77}, proto::encode(hello, proto::Encoding::binary));
  server.run_posted();
  EXPECT_THAT(server.sent[net::ConnectionId{77}], Not(IsEmpty()));
  EXPECT_TRUE(server.closed.contains(net::ConnectionId{77}));
}

TEST_F(RestrictionsApiTest, ALiftedBanHoldsNoLonger) {
  ASSERT_EQ(restrict(mod, "kind=ban&address=127.0.0.1&minutes=60&why=x"), 200);
  const std::string path = "/api/v1/restrictions/" + made()["id"].dump();
  EXPECT_EQ(ask("DELETE", path, mod).status, 200);
  server.run_posted();
  EXPECT_EQ(ask("DELETE", path, mod).status, 404);
  EXPECT_TRUE(server.last<proto::Welcome>(server.enter("ann")));
}

TEST_F(RestrictionsApiTest, ABannedAccountIsRefusedAndGuestsOfItsAddressAreNot) {
  const std::string deep = server.store.create_token("deep", storage::Role::worker);
  const auto id = server.store.find_token(deep)->id;
  ASSERT_EQ(restrict(mod, "kind=ban&account=" + std::to_string(id) + "&minutes=5&why=x"), 200);
  EXPECT_THAT(refusal_of(server.enter("deep", deep)), HasSubstr("banned"));
  EXPECT_TRUE(server.last<proto::Welcome>(server.enter("ann")));
}

TEST_F(RestrictionsApiTest, AnIpv6BanHoldsForTheNetworkOfASubscriber) {
  ASSERT_EQ(restrict(mod, "kind=ban&address=2001:db8:0:1::7&minutes=5&why=x"), 200);
  EXPECT_EQ(made()["address"], "2001:db8:0:1::");
}

TEST_F(RestrictionsApiTest, OnlyModeratorsAndAdministratorsRestrictAndNoAccountWithARole) {
  const std::string olga = organiser("olga", {"*"});
  const std::string worker = server.store.create_token("deep", storage::Role::worker);
  const std::string query = "kind=ban&address=192.0.2.7&minutes=5&why=x";
  EXPECT_EQ(restrict("", query), 401);
  EXPECT_EQ(restrict(worker, query), 403);
  EXPECT_EQ(restrict(olga, query), 403);
  EXPECT_EQ(ask("GET", "/api/v1/restrictions", olga).status, 403);
  EXPECT_EQ(restrict(mod, "kind=ban&account=1&minutes=5&why=x"), 403) << "boss";
  EXPECT_EQ(restrict(mod, "kind=mute&account=2&minutes=5&why=x"), 403) << "itself";
  EXPECT_THAT(server.store.restrictions(), IsEmpty());
  EXPECT_EQ(restrict(boss, "kind=ban&account=2&minutes=5&why=x"), 200);
}

TEST_F(RestrictionsApiTest, WrongRequestsChangeNothing) {
  for (const char* query :
       {"minutes=5&why=x&address=192.0.2.7", "kind=kill&minutes=5&why=x&address=192.0.2.7",
        "kind=ban&minutes=0&why=x&address=192.0.2.7", "kind=ban&minutes=527041&why=x&address=192.0.2.7",
        "kind=ban&minutes=5&address=192.0.2.7", "kind=ban&minutes=5&why=x", "kind=ban&minutes=5&why=x&address=nowhere",
        "kind=ban&minutes=5&why=x&address=192.0.2.7&account=3", "kind=ban&minutes=5&why=x&account=-1"}) {
    EXPECT_EQ(restrict(mod, query), 400) << query;
  }
  EXPECT_EQ(restrict(mod, "kind=ban&minutes=5&why=x&account=77"), 404);
  EXPECT_EQ(restrict(mod, "kind=ban&minutes=5&why=x&player=nobody"), 404);
  EXPECT_THAT(server.store.restrictions(), IsEmpty());
}

TEST_F(RestrictionsApiTest, RestrictionsAreListedAndInTheAuditLog) {
  ASSERT_EQ(restrict(mod, "kind=mute&address=192.0.2.7&minutes=5&why=spam"), 200);
  const json list = json::parse(ask("GET", "/api/v1/restrictions", mod).body)["restrictions"];
  ASSERT_THAT(list, SizeIs(1));
  EXPECT_EQ(list[0]["kind"], "mute");
  EXPECT_EQ(list[0]["why"], "spam");
  EXPECT_TRUE(list[0]["account"].is_null());
  const auto entries = server.store.audit_entries();
  ASSERT_THAT(entries, SizeIs(1));
  EXPECT_EQ(entries[0].act, "restriction mute");
  EXPECT_EQ(entries[0].target, "address 192.0.2.7, minutes 5");
  EXPECT_EQ(entries[0].why, "spam");
}

}  // namespace
}  // namespace rensa::http_api
