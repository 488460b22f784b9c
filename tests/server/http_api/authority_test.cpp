#include "server/http_api/authority.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "server/http_api/responses.h"
#include "tests/server/sessions/in_memory_server.h"

namespace rensa::http_api {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

class AuthorityTest : public testing::Test {
 protected:
  // Asks for an act that tournaments named "cup" allow, and that is answered with this status.
  int act_as(const std::string& token, int status = 200) {
    int answered = 0;
    net::HttpReply reply([&answered](const net::HttpResponse& response) { answered = response.status; });
    authority_.if_allowed_to(
        {.name = "tournament pause", .target = "cup", .why = "rain"}, token,
        [](const storage::TokenRow& account) { return why_no_organiser_of(account, "cup"); }, reply,
        [this, status](const storage::TokenRow& account, const net::HttpReply& answer) {
          carried_out_.push_back(account.name);
          entries_when_carried_out_ = server_.store.audit_entries().size();
          answer(status == 200 ? json_response({}) : error_response(status, "it is over"));
        });
    server_.run_posted();
    return answered;
  }
  std::string token_of(const std::string& name, const storage::RoleGrant& grant) {
    const std::string token = server_.store.create_token(name, storage::Role::worker);
    server_.store.set_role(server_.store.find_token(token)->id, grant);
    return token;
  }
  std::vector<std::string> acts() {
    std::vector<std::string> acts;
    for (const storage::AuditEntry& entry : server_.store.audit_entries()) {
      acts.push_back(entry.actor + ", " + entry.role + ": " + entry.act + " of " + entry.target + ": " + entry.why);
    }
    return acts;
  }

  tests::InMemoryServer server_;
  base::Time now_{};
  Authority authority_{server_.service, server_.store.contract(), [this] { return now_; }};
  std::vector<std::string> carried_out_;
  std::size_t entries_when_carried_out_ = 0;
};

TEST_F(AuthorityTest, AnActIsWrittenBeforeItIsCarriedOut) {
  EXPECT_EQ(act_as(token_of("ann", {.role = storage::Role::organiser, .tournaments = {"cup"}})), 200);
  EXPECT_THAT(carried_out_, ElementsAre("ann"));
  EXPECT_EQ(entries_when_carried_out_, 1U);
  EXPECT_THAT(acts(), ElementsAre("ann, organiser: tournament pause of cup: rain"));
}

TEST_F(AuthorityTest, NothingHappensWithoutTheRole) {
  const auto organiser = [](const std::string& tournament) {
    return storage::RoleGrant{.role = storage::Role::organiser, .tournaments = {tournament}};
  };
  EXPECT_EQ(act_as(""), 401);
  EXPECT_EQ(act_as("guessed"), 401);
  EXPECT_EQ(act_as(server_.store.create_token("worker", storage::Role::worker)), 403);
  EXPECT_EQ(act_as(token_of("other", organiser("cup-2"))), 403);
  EXPECT_EQ(act_as(token_of("upper", organiser("cups*"))), 403);
  EXPECT_EQ(act_as(token_of("moderator", {.role = storage::Role::moderator})), 403);
  const std::string former = token_of("former", organiser("cup"));
  server_.store.set_role(server_.store.find_token(former)->id, {});
  EXPECT_EQ(act_as(former), 403);
  const std::string revoked = token_of("revoked", organiser("cup"));
  server_.store.revoke_token(server_.store.find_token(revoked)->id);
  EXPECT_EQ(act_as(revoked), 401);
  EXPECT_THAT(carried_out_, IsEmpty());
  EXPECT_THAT(acts(), IsEmpty());
}

TEST_F(AuthorityTest, ARefusedActHasAnotherEntry) {
  EXPECT_EQ(act_as(server_.store.create_token("boss", storage::Role::administrator), 409), 409);
  EXPECT_THAT(acts(), ElementsAre("boss, administrator: tournament pause refused of cup: it is over",
                                  "boss, administrator: tournament pause of cup: rain"));
}

TEST_F(AuthorityTest, ThereIsNoActWithoutAnEntry) {
  const std::string boss = server_.store.create_token("boss", storage::Role::administrator);
  server_.store.fail([](const std::string& operation) { return operation == "append_audit_entry"; },
                     "The disk is full.");
  EXPECT_EQ(act_as(boss), 503);
  EXPECT_THAT(carried_out_, IsEmpty());
}

TEST_F(AuthorityTest, AnOrganiserCannotFloodTheAuditLog) {
  const std::string ann = token_of("ann", {.role = storage::Role::organiser, .tournaments = {"*"}});
  const std::string boss = server_.store.create_token("boss", storage::Role::administrator);
  const auto most = static_cast<std::size_t>(Authority::kActs.burst);
  for (std::size_t i = 0; i < most; ++i) ASSERT_EQ(act_as(ann), 200);
  EXPECT_EQ(act_as(ann), 429);
  EXPECT_THAT(server_.store.audit_entries(), SizeIs(most));
  EXPECT_EQ(act_as(boss), 200) << "others do not pay";
  now_ += std::chrono::seconds(20);
  EXPECT_EQ(act_as(ann), 200);
  EXPECT_EQ(act_as(ann), 429);
}

TEST_F(AuthorityTest, TheEntryOfARefusalCountsToo) {
  const std::string ann = token_of("ann", {.role = storage::Role::organiser, .tournaments = {"*"}});
  const auto most = static_cast<std::size_t>(Authority::kActs.burst);
  for (std::size_t i = 0; i < most / 2; ++i) ASSERT_EQ(act_as(ann, 409), 409);
  EXPECT_EQ(act_as(ann), 429);
  EXPECT_THAT(server_.store.audit_entries(), SizeIs(most));
}

TEST_F(AuthorityTest, AnAdministratorHasAWideBound) {
  const std::string boss = server_.store.create_token("boss", storage::Role::administrator);
  const auto most = static_cast<std::size_t>(Authority::kActsOfAdministrator.burst);
  EXPECT_GT(most, static_cast<std::size_t>(Authority::kActs.burst));
  for (std::size_t i = 0; i < most; ++i) ASSERT_EQ(act_as(boss), 200);
  EXPECT_EQ(act_as(boss), 429);
  now_ += std::chrono::seconds(1);
  EXPECT_EQ(act_as(boss), 200);
}

TEST_F(AuthorityTest, ARefusalForTooManyActsSaysWhenTheNextIsPossible) {
  net::TokenBucket bucket({.per_second = 0.05, .burst = 1}, now_);
  EXPECT_EQ(bucket.time_to_next(), std::chrono::seconds(0));
  EXPECT_TRUE(bucket.take(now_));
  EXPECT_FALSE(bucket.take(now_));
  EXPECT_EQ(bucket.time_to_next(), std::chrono::seconds(20));
  EXPECT_FALSE(bucket.take(now_ + std::chrono::seconds(15)));
  EXPECT_EQ(bucket.time_to_next(), std::chrono::seconds(5));
}

}  // namespace
}  // namespace rensa::http_api
