#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/server/http_api/api_fixture.h"

namespace rensa::http_api {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using RegistrationMode = sessions::RegistrationSettings::Mode;

// The names that accounts get by registration and by being renamed.
class RegisteredNamesTest : public testing::Test, protected test::ApiFixture {
 protected:
  RegisteredNamesTest() { server.store.set_role(server.store.find_token(mod)->id, {.role = storage::Role::moderator}); }
  void allow(RegistrationMode mode) {
    sessions::SessionServiceSettings settings;
    settings.registration = {.mode = mode, .per_day = 100};
    server.service.change_settings(settings);
  }
  int add(const std::string& name) { return post("/api/v1/accounts?name=" + name, ""); }
  int approve(std::int64_t registration) {
    return post("/api/v1/registrations/" + std::to_string(registration) + "/approve", boss);
  }
  int rename(std::int64_t account, const std::string& name) {
    return post("/api/v1/accounts/" + std::to_string(account) + "/rename?minutes=5&why=x&name=" + name, mod);
  }
  int post(const std::string& path, const std::string& token) {
    last = ask("POST", path, token);
    server.run_posted();
    return last.status;
  }
  void begin_cup() {
    const std::string plan =
        R"({"name": "cup", "players": [{"name": "zoe", "guest": true}, {"name": "bob", "guest": true}]})";
    ASSERT_EQ(ask("POST", "/api/v1/tournaments", boss, plan).status, 201);
    run_posted();
  }

  const std::string boss = administrator();
  const std::string mod = server.store.create_token("mod", storage::Role::worker);
  const std::string deep = server.store.create_token("deep", storage::Role::worker);
  const std::int64_t deep_account = server.store.find_token(deep)->id;
  net::HttpResponse last;
};

// A player of a tournament is known by the name of its account alone.
TEST_F(RegisteredNamesTest, NobodyRegistersTheNameOfAPlayerOfATournament) {
  allow(RegistrationMode::open);
  begin_cup();
  EXPECT_EQ(add("zoe"), 409);
  EXPECT_THAT(last.body, HasSubstr("cup"));
  EXPECT_EQ(add("Z0E"), 409) << "it looks like that name";
  EXPECT_EQ(add("zoey"), 201);
}

TEST_F(RegisteredNamesTest, TheNameOfAPlayerOfATournamentIsNotApproved) {
  allow(RegistrationMode::approval);
  ASSERT_EQ(add("zoe"), 202);
  ASSERT_EQ(add("zoey"), 202);
  begin_cup();
  EXPECT_EQ(approve(1), 409);
  EXPECT_THAT(last.body, HasSubstr("cup"));
  EXPECT_EQ(approve(2), 200);
  EXPECT_EQ(approve(77), 404);
}

TEST_F(RegisteredNamesTest, NoAccountIsRenamedToTheNameOfAPlayerOfATournament) {
  begin_cup();
  EXPECT_EQ(rename(deep_account, "zoe"), 409);
  EXPECT_THAT(last.body, HasSubstr("cup"));
  EXPECT_EQ(rename(deep_account, "zoey"), 200) << last.body;
}

TEST_F(RegisteredNamesTest, NamesOfBuiltInPlayersAreNotForAccounts) {
  allow(RegistrationMode::open);
  EXPECT_EQ(add("greedy"), 409);
  EXPECT_THAT(last.body, HasSubstr("built-in player"));
  EXPECT_EQ(add("GREEDY"), 409);
  EXPECT_EQ(rename(deep_account, "greedy"), 409);
}

// A name that was taken from its account must not be free for others.
TEST_F(RegisteredNamesTest, ARenamedAccountAndItsRefusedNameAreStoredTogether) {
  server.store.fail([](const std::string& operation) { return operation == "add_restriction"; }, "the disk is full");
  const bool is_renamed = rename(deep_account, "shallow") == 200;
  server.store.stop_failing();
  EXPECT_EQ(server.store.find_token(deep)->name, is_renamed ? "shallow" : "deep");
  EXPECT_EQ(server.store.restrictions().empty(), !is_renamed);
}

TEST_F(RegisteredNamesTest, AnAccountThatCannotBeRenamedKeepsItsName) {
  server.store.fail([](const std::string& operation) { return operation == "rename_account"; }, "the disk is full");
  EXPECT_EQ(rename(deep_account, "shallow"), 503);
  server.store.stop_failing();
  EXPECT_EQ(server.store.find_token(deep)->name, "deep");
  EXPECT_THAT(server.store.restrictions(), IsEmpty());
  EXPECT_EQ(server.store.audit_entries().front().act, "account rename refused");
}

}  // namespace
}  // namespace rensa::http_api
