#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/base/exit_code.h"
#include "server/http_api/bots_api.h"
#include "tests/server/submissions/bots_fixture.h"

// The limits that hold between accounts, and between uploads that come at the same time.

namespace rensa::submissions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class SharedLimitsTest : public testing::Test, protected test::BotsFixture {
 protected:
  void SetUp() override { RENSA_SKIP_WITHOUT_ISOLATION(); }

  // Sends an upload, and does not wait for its answer.
  void begin_upload(const std::string& token, const std::string& archive) {
    net::HttpRequest request;
    request.method = "POST";
    request.path = "/api/v1/bots";
    request.bearer = token;
    request.body = archive;
    answers.emplace_back();
    api.answer(request,
               [this, number = answers.size() - 1](const net::HttpResponse& response) { answers[number] = response; });
    server.run_posted();
  }
  // Returns the statuses of all answers so far; 0: it has not come yet.
  std::vector<int> statuses() {
    std::vector<int> statuses;
    for (const auto& answer : answers) statuses.push_back(answer ? answer->status : 0);
    return statuses;
  }
  std::string error_of(std::size_t upload) const { return answers.at(upload)->body; }
  storage::TokenRow account_of(const std::string& token) { return *server.store.find_token(token); }
  void upload_good(const std::string& token, const std::string& name) {
    ASSERT_EQ(upload(token, archive_of_bot(name)).status, 202);
    end_check(base::kExitSuccess);
  }

  std::vector<std::optional<net::HttpResponse>> answers;
};

TEST_F(SharedLimitsTest, AnAccountUploadsOneBotAtATime) {
  for (const char* name : {"fox", "owl", "cat", "elk", "ant"}) begin_upload(ann, archive_of_bot(name));
  begin_upload(bob, archive_of_bot("bee"));
  EXPECT_THAT(statuses(), ElementsAre(0, 409, 409, 409, 409, 0)) << "the others are refused at once";
  EXPECT_THAT(error_of(1), HasSubstr("another upload of this account"));
  run_posted();
  EXPECT_THAT(statuses(), ElementsAre(202, 409, 409, 409, 409, 202));
  EXPECT_THAT(store.states, SizeIs(2));
  begin_upload(ann, archive_of_bot("owl"));
  run_posted();
  EXPECT_EQ(statuses().back(), 202);
}

TEST_F(SharedLimitsTest, ARefusedOrFailedUploadDoesNotKeepTheNextOneOut) {
  for (const std::string& archive : {std::string("not a tar"), archive_of_bot("gaze")}) {
    EXPECT_EQ(upload(ann, archive).status, 400);
  }
  store.is_failing = true;
  EXPECT_EQ(upload(ann, archive_of_bot("mine")).status, 409);
  store.is_failing = false;
  EXPECT_EQ(upload(ann, archive_of_bot("mine")).status, 202);
}

TEST_F(SharedLimitsTest, ABotThatIsBeingStoredCountsForTheSpace) {
  const std::string archive = archive_of_bot("fox");
  limits.upload_bytes = archive.size();
  limits.all_bytes = archive.size() + archive_of_bot("owl").size() - 1;
  start_again();
  begin_upload(ann, archive);
  begin_upload(bob, archive_of_bot("owl"));
  run_posted();
  EXPECT_THAT(statuses(), testing::UnorderedElementsAre(202, 409));
  EXPECT_THAT(store.states, SizeIs(1));
}

TEST_F(SharedLimitsTest, ALargeBotCanBeReplacedAgainAndAgain) {
  limits.upload_bytes = archive_of_bot("mine", "1").size();
  limits.all_bytes = 2 * limits.upload_bytes;
  start_again();
  for (int version = 1; version <= 4; ++version) {
    ASSERT_EQ(upload(ann, archive_of_bot("mine", std::to_string(version))).status, 202) << version;
    end_check(version % 2 == 1 ? base::kExitSuccess : base::kExitAnswerIsNo, version % 2 == 1 ? kGood : kBad);
  }
  std::vector<bool> kept;
  for (const BotVersion& version : submissions->find("mine")->versions) kept.push_back(version.has_files);
  EXPECT_THAT(kept, ElementsAre(false, false, true, true)) << "version 3 plays";
  EXPECT_THAT(store.versions, ElementsAre(std::pair("mine", 3), std::pair("mine", 4)));
}

TEST_F(SharedLimitsTest, TwoBotsThatLookAlikeAreNotStoredAtATime) {
  begin_upload(ann, archive_of_bot("mine"));
  begin_upload(bob, archive_of_bot("m1ne"));
  run_posted();
  EXPECT_THAT(statuses(), ElementsAre(202, 409));
  EXPECT_THAT(error_of(1), HasSubstr("looks like"));
  EXPECT_THAT(store.states, SizeIs(1));
}

// So a server that takes no bot of an account does not receive one first.
TEST_F(SharedLimitsTest, AnUploadIsRefusedByItsHeadIfItsAccountMayNotUpload) {
  limits.per_day = 1;
  start_again();
  EXPECT_FALSE(http_api::refusal_of_upload(*submissions, account_of(ann)));
  begin_upload(ann, archive_of_bot("mine"));
  const auto while_one_is_stored = http_api::refusal_of_upload(*submissions, account_of(ann));
  ASSERT_TRUE(while_one_is_stored);
  EXPECT_THAT(while_one_is_stored->body, HasSubstr("another upload of this account"));
  EXPECT_FALSE(http_api::refusal_of_upload(*submissions, account_of(bob)));
  run_posted();
  const auto on_the_same_day = http_api::refusal_of_upload(*submissions, account_of(ann));
  ASSERT_TRUE(on_the_same_day);
  EXPECT_EQ(on_the_same_day->status, 409);
  EXPECT_THAT(on_the_same_day->body, HasSubstr("at most 1 versions in 24 hours"));
  storage::TokenRow stranger = account_of(bob);
  stranger.is_unapproved = true;
  const auto of_stranger = http_api::refusal_of_upload(*submissions, stranger);
  ASSERT_TRUE(of_stranger);
  EXPECT_EQ(of_stranger->status, 403);
  const auto of_nobody = http_api::refusal_of_upload(*submissions, std::nullopt);
  ASSERT_TRUE(of_nobody);
  EXPECT_EQ(of_nobody->status, 401);
  EXPECT_THAT(of_nobody->body, HasSubstr("this token is unknown"));
  limits.accounts = {"ann"};
  start_again();
  const auto not_named = http_api::refusal_of_upload(*submissions, account_of(bob));
  ASSERT_TRUE(not_named);
  EXPECT_EQ(not_named->status, 403);
}

TEST_F(SharedLimitsTest, TheNextCheckIsThatOfTheAccountThatHasUsedLeastOfIt) {
  ASSERT_EQ(upload(ann, archive_of_bot("fox")).status, 202);
  ASSERT_EQ(upload(ann, archive_of_bot("owl")).status, 202);
  ASSERT_EQ(upload(ann, archive_of_bot("cat")).status, 202);
  ASSERT_EQ(upload(bob, archive_of_bot("other")).status, 202);
  const auto checked_now = [&] { return checks.back()->options.command.words.at(1); };
  ASSERT_EQ(checked_now(), "fox");
  now += std::chrono::seconds(60);
  end_check(base::kExitSuccess);
  EXPECT_EQ(checked_now(), "other");
  now += std::chrono::seconds(90);
  end_check(base::kExitSuccess);
  EXPECT_EQ(checked_now(), "owl") << "in the order of the uploads";
  end_check(base::kExitSuccess);
  EXPECT_EQ(checked_now(), "cat");
}

TEST_F(SharedLimitsTest, AnAccountWhoseCheckRunsWaitsForTheOthers) {
  limits.checks = 2;
  start_again();
  ASSERT_EQ(upload(ann, archive_of_bot("fox")).status, 202);
  ASSERT_EQ(upload(bob, archive_of_bot("other")).status, 202);
  ASSERT_EQ(upload(ann, archive_of_bot("owl")).status, 202);
  const std::string cid = server.store.create_token("cid", storage::Role::worker);
  ASSERT_EQ(upload(cid, archive_of_bot("third")).status, 202);
  now += std::chrono::seconds(1);
  end_check(base::kExitSuccess);  // that of "other"
  EXPECT_EQ(checks.back()->options.command.words.at(1), "third");
}

TEST_F(SharedLimitsTest, ACheckThatIsEndedByARemovalIsCounted) {
  const std::string boss = administrator();
  ASSERT_EQ(upload(ann, archive_of_bot("fox")).status, 202);
  ASSERT_EQ(upload(ann, archive_of_bot("owl")).status, 202);
  ASSERT_EQ(upload(bob, archive_of_bot("other")).status, 202);
  now += std::chrono::seconds(60);
  ASSERT_EQ(ask("POST", "/api/v1/bots/fox/remove", boss).status, 200);
  run_posted();
  EXPECT_EQ(checks.back()->options.command.words.at(1), "other");
}

TEST(CheckTimesTest, AreThoseOfTheLastDay) {
  using std::chrono::hours;
  const base::Time start{};
  CheckTimes times;
  EXPECT_EQ(times.used_by(1, start), base::Span::zero());
  times.add(1, start, start + hours(1));
  times.add(1, start + hours(2), start + hours(5));
  times.add(2, start + hours(5), start + hours(6));
  EXPECT_EQ(times.used_by(1, start + hours(6)), hours(4));
  EXPECT_EQ(times.used_by(2, start + hours(6)), hours(1));
  EXPECT_EQ(times.used_by(1, start + hours(25)), hours(3));
  EXPECT_EQ(times.used_by(1, start + hours(29)), base::Span::zero());
  times.add(2, start + hours(28), start + hours(29));
  EXPECT_EQ(times.used_by(1, start + hours(6)), base::Span::zero()) << "what is older is not kept";
  EXPECT_EQ(times.used_by(2, start + hours(29)), hours(2));
}

}  // namespace
}  // namespace rensa::submissions
