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
using Mode = sessions::RegistrationSettings::Mode;

class RegistrationsApiTest : public testing::Test, protected test::ApiFixture {
 protected:
  void allow(Mode mode, int per_day = 3) {
    sessions::SessionServiceSettings settings;
    settings.registration = {.mode = mode, .per_day = per_day};
    server.service.change_settings(settings);
  }
  int add(const std::string& name, const std::string& network = "192.0.2.1") {
    net::HttpRequest request;
    request.method = "POST";
    request.path = "/api/v1/accounts";
    request.query = "name=" + name;
    request.address = network;
    request.network = network;
    last = answer(request);
    server.run_posted();
    return last.status;
  }
  json body() { return json::parse(last.body); }
  int decide(const std::string& number, const std::string& how, const std::string& token) {
    last = ask("POST", "/api/v1/registrations/" + number + "/" + how, token);
    server.run_posted();
    return last.status;
  }

  const std::string boss = administrator();
  net::HttpResponse last;
};

TEST_F(RegistrationsApiTest, IsOffByDefault) {
  EXPECT_EQ(add("ann"), 403);
  EXPECT_THAT(server.store.audit_entries(), IsEmpty());
}

TEST_F(RegistrationsApiTest, GivesATokenThatIsValidAtOnce) {
  allow(Mode::open);
  ASSERT_EQ(add("ann"), 201) << last.body;
  const std::string token = body()["token"];
  EXPECT_EQ(server.last<proto::Welcome>(server.enter("x", token))->name, "ann");
  const auto entries = server.store.audit_entries();
  ASSERT_THAT(entries, SizeIs(1));
  EXPECT_EQ(entries[0].act, "account registered");
  EXPECT_EQ(entries[0].actor, "guests at 192.0.2.1");
  EXPECT_EQ(entries[0].target, "account 2: ann");
  EXPECT_THAT(entries[0].why + entries[0].target, testing::Not(HasSubstr(token)));
}

TEST_F(RegistrationsApiTest, ATokenThatWaitsIsValidFromTheApprovalOn) {
  allow(Mode::approval);
  const std::string olga = organiser("olga", {"cup"});
  ASSERT_EQ(add("ann"), 202) << last.body;
  EXPECT_TRUE(body()["account"].is_null());
  const std::string token = body()["token"];
  const std::string number = body()["registration"].dump();
  EXPECT_FALSE(server.last<proto::Welcome>(server.enter("x", token)));
  const json list = json::parse(ask("GET", "/api/v1/registrations", olga).body)["registrations"];
  ASSERT_THAT(list, SizeIs(1));
  EXPECT_EQ(list[0]["name"], "ann");
  EXPECT_EQ(list[0]["address"], "192.0.2.1");
  EXPECT_EQ(decide(number, "approve", olga), 200);
  EXPECT_EQ(decide(number, "approve", olga), 404);
  EXPECT_EQ(server.last<proto::Welcome>(server.enter("x", token))->name, "ann");
  EXPECT_EQ(add("bob"), 202);
  EXPECT_EQ(decide(body()["registration"].dump(), "dismiss?why=spam", boss), 200);
  EXPECT_EQ(server.store.audit_entries().front().why, "spam");
}

TEST_F(RegistrationsApiTest, OnlyOrganisersAndAdministratorsDecide) {
  allow(Mode::approval);
  ASSERT_EQ(add("ann"), 202);
  const std::string worker = server.store.create_token("deep", storage::Role::worker);
  for (const std::string& token : {std::string(), worker}) {
    EXPECT_EQ(ask("GET", "/api/v1/registrations", token).status, token.empty() ? 401 : 403);
    EXPECT_EQ(decide("1", "approve", token), token.empty() ? 401 : 403);
  }
  EXPECT_EQ(decide("x", "approve", boss), 400);
  EXPECT_EQ(decide("1", "eat", boss), 404);
}

TEST_F(RegistrationsApiTest, AnAddressHasALimitADay) {
  allow(Mode::open, 2);
  EXPECT_EQ(add("ann"), 201);
  EXPECT_EQ(add("bob"), 201);
  EXPECT_EQ(add("cid"), 409);
  EXPECT_THAT(last.body, HasSubstr("try again tomorrow"));
  EXPECT_EQ(add("cid", "192.0.2.2"), 201);
  server.minute = "2026-01-03T03:05:";
  EXPECT_EQ(add("dan"), 201);
}

TEST_F(RegistrationsApiTest, AFloodOfRequestsIsSlowedForItsAddressAlone) {
  allow(Mode::open, 1'000);
  int answered = 0;
  while (add("boss") == 409) ASSERT_LT(++answered, 1'000);
  EXPECT_EQ(last.status, 429);
  EXPECT_EQ(add("ann", "192.0.2.2"), 201);
  EXPECT_THAT(server.store.audit_entries(), SizeIs(1)) << "refused requests do not fill the audit log";
}

TEST_F(RegistrationsApiTest, NobodyGetsTheNameOfAnotherPlayer) {
  allow(Mode::open);
  server.enter("eve");
  EXPECT_EQ(add("EVE"), 409) << "a guest of another address is connected";
  EXPECT_EQ(add("eve", "127.0.0.1"), 201) << "it keeps its own name";
  EXPECT_EQ(add("boss"), 409);
  EXPECT_EQ(add("B0SS"), 409);
  EXPECT_EQ(add("%20"), 400);
}

TEST_F(RegistrationsApiTest, ABannedGuestGetsNoAccount) {
  allow(Mode::open);
  ASSERT_EQ(ask("POST", "/api/v1/restrictions?kind=ban&address=192.0.2.1&minutes=5&why=x", boss).status, 200);
  server.run_posted();
  EXPECT_EQ(add("ann"), 403);
  EXPECT_EQ(add("ann", "192.0.2.2"), 201);
}

}  // namespace
}  // namespace rensa::http_api
