#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "server/storage/token.h"
#include "tests/server/http_api/api_fixture.h"

namespace rensa::http_api {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using RegistrationMode = sessions::RegistrationSettings::Mode;

class RegistrationFloodsTest : public testing::Test, protected test::ApiFixture {
 protected:
  void allow(RegistrationMode mode) {
    sessions::SessionServiceSettings settings;
    settings.registration = {.mode = mode};
    server.service.change_settings(settings);
  }
  net::HttpRequest request_for(const std::string& query, const std::string& network) {
    net::HttpRequest request;
    request.method = "POST";
    request.path = "/api/v1/accounts";
    request.query = query;
    request.address = request.network = network;
    return request;
  }
  int add(const std::string& query, const std::string& network = "192.0.2.1") {
    last = answer(request_for(query, network));
    server.run_posted();
    return last.status;
  }
  // Returns a name that looks like none with another number.
  static std::string name_of(int number) {
    std::string name = "name-";
    for (int digit = 0; digit < 4; ++digit, number /= 8) name += "abcdefgh"[number % 8];
    return name;
  }
  json waiting() { return json::parse(ask("GET", "/api/v1/registrations", boss).body)["registrations"]; }
  std::vector<std::string> acts() {
    std::vector<std::string> acts;
    for (const auto& entry : server.store.audit_entries()) acts.push_back(entry.act + ": " + entry.target);
    return acts;
  }

  const std::string boss = administrator();
  net::HttpResponse last;
};

// A provider gives one customer as many networks as there are numbers of 16 bits.
TEST_F(RegistrationFloodsTest, ANeighbourhoodOfNetworksHasALimitToo) {
  allow(RegistrationMode::open);
  int made = 0;
  for (int i = 0; i < 100; ++i) {
    const std::string network = i % 2 == 0 ? "2001:db8:1:" + std::to_string(i) + "::" : "192.0.2." + std::to_string(i);
    if (add("name=" + name_of(i), network) == 201) ++made;
  }
  EXPECT_EQ(made, 60) << "30 of each neighbourhood";
  EXPECT_EQ(add("name=ann", "2001:db8:2:1::"), 201);
  EXPECT_EQ(add("name=bob", "192.0.3.1"), 201);
}

TEST_F(RegistrationFloodsTest, WaitingRegistrationsExpire) {
  allow(RegistrationMode::approval);
  ASSERT_EQ(add("name=ann"), 202);
  server.minute = "2026-01-15T03:04:";
  ASSERT_EQ(add("name=bob"), 202);
  EXPECT_THAT(waiting(), SizeIs(2));
  server.minute = "2026-01-17T03:04:";
  EXPECT_EQ(add("name=ANN"), 202) << "the name is free again";
  EXPECT_THAT(waiting(), SizeIs(2));
}

TEST_F(RegistrationFloodsTest, AllOfANeighbourhoodAreDismissedAtOnce) {
  allow(RegistrationMode::approval);
  for (int i = 0; i < 5; ++i) ASSERT_EQ(add("name=" + name_of(i), "2001:db8:1:" + std::to_string(i) + "::"), 202);
  ASSERT_EQ(add("name=ann"), 202);
  EXPECT_EQ(ask("POST", "/api/v1/registrations/3/dismiss?all=0", boss).status, 400);
  EXPECT_EQ(ask("POST", "/api/v1/registrations/3/approve?all=1", boss).status, 400);
  EXPECT_THAT(waiting(), SizeIs(6));
  last = ask("POST", "/api/v1/registrations/3/dismiss?all=1&why=spam", boss);
  EXPECT_EQ(last.status, 200) << last.body;
  ASSERT_THAT(waiting(), SizeIs(1));
  EXPECT_EQ(waiting()[0]["name"], "ann");
}

// Each of them takes the thread that also saves the games.
TEST_F(RegistrationFloodsTest, FewRequestsOfStrangersWaitForTheStore) {
  allow(RegistrationMode::open);
  std::vector<int> statuses;
  for (int i = 0; i < 500; ++i) {
    const std::string network = "2001:db8:" + std::to_string(i) + ":1::";
    api.answer(request_for("name=" + name_of(i), network),
               [&](const net::HttpResponse& response) { statuses.push_back(response.status); });
  }
  const auto refused = std::count(statuses.begin(), statuses.end(), 503);
  EXPECT_EQ(refused, std::ssize(statuses)) << "none can have been made yet";
  EXPECT_GE(refused, 400);
  server.run_posted();
  EXPECT_EQ(statuses.size(), 500U);
  EXPECT_EQ(std::count(statuses.begin(), statuses.end(), 201), 500 - refused);
}

TEST_F(RegistrationFloodsTest, ANameThatIsTakenIsRefusedWithoutTheStore) {
  allow(RegistrationMode::open);
  server.service.refresh_from_store();
  server.run_posted();
  server.store.fail([](const std::string& operation) { return operation == "register_account"; }, "asked");
  EXPECT_EQ(add("name=B0SS"), 409);
  EXPECT_EQ(add("name=ann"), 503);
}

TEST_F(RegistrationFloodsTest, AnAccountAndItsEntryInTheAuditLogAreStoredTogether) {
  server.store.fail([](const std::string& operation) { return operation == "append_audit_entry"; }, "the disk is full");
  allow(RegistrationMode::open);
  ASSERT_EQ(add("name=ann"), 201) << last.body;
  allow(RegistrationMode::approval);
  ASSERT_EQ(add("name=bob"), 202) << last.body;
  server.store.stop_failing();
  ASSERT_EQ(ask("POST", "/api/v1/registrations/2/approve", boss).status, 200);
  EXPECT_THAT(acts(),
              testing::ElementsAre("registration approve: registration 2: bob",
                                   "account requested: registration 2: bob", "account registered: account 2: ann"));
  EXPECT_EQ(server.store.audit_entries().back().actor, "guests at 192.0.2.1");
}

// The answer with a token can be lost, so the person draws the token and keeps it before it is registered.
TEST_F(RegistrationFloodsTest, APersonWhoHasLostTheAnswerAsksAgainForTheSameToken) {
  allow(RegistrationMode::open);
  const std::string token = storage::random_token(storage::Role::worker);
  std::string hash;
  for (const std::uint8_t byte : storage::hash_of_token(token).value()) {
    hash += "0123456789abcdef"[byte / 16];
    hash += "0123456789abcdef"[byte % 16];
  }
  ASSERT_EQ(add("name=ann&hash=" + hash), 201);
  const json first = json::parse(last.body);
  EXPECT_FALSE(first.contains("token"));
  EXPECT_EQ(server.last<proto::Welcome>(server.enter("x", token))->name, "ann");
  EXPECT_EQ(add("name=ann&hash=" + hash), 201);
  EXPECT_EQ(json::parse(last.body), first);
  EXPECT_EQ(add("name=bob&hash=" + hash), 409) << "a token has one account";
  EXPECT_EQ(add("name=bob&hash=xy"), 400);
  EXPECT_EQ(add("name=bob&hash=" + hash.substr(1) + "G"), 400);
  EXPECT_THAT(acts(), SizeIs(1));
}

}  // namespace
}  // namespace rensa::http_api
