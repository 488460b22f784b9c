#include "server/submissions/submissions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/base/exit_code.h"
#include "tests/server/submissions/bots_fixture.h"

// Uploaded bots by the API, from the upload to the ladder, with restarts of the server in between.

namespace rensa::submissions {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class SubmissionsTest : public testing::Test, protected test::BotsFixture {
 protected:
  void SetUp() override { RENSA_SKIP_WITHOUT_ISOLATION(); }

  static std::string error(const net::HttpResponse& response) { return json::parse(response.body).value("error", ""); }
  void upload_good(const std::string& name, const std::string& code = "print()") {
    ASSERT_EQ(upload(ann, archive_of_bot(name, code)).status, 202);
    end_check(base::kExitSuccess);
  }
};

TEST_F(SubmissionsTest, AVersionIsKeptCheckedAndEntered) {
  const net::HttpResponse uploaded = upload(ann, archive_of_bot("mine"));
  EXPECT_EQ(uploaded.status, 202) << uploaded.body;
  const json version = json::parse(uploaded.body);
  EXPECT_EQ(version["bot"], "mine");
  EXPECT_EQ(version["version"], 1);
  EXPECT_EQ(version["state"], "waiting");
  EXPECT_EQ(store.last_added.upload, archive_of_bot("mine"));
  EXPECT_THAT(store.last_added.files, SizeIs(2));
  ASSERT_THAT(checks, SizeIs(1));
  EXPECT_THAT(checks[0]->options.command.words, ElementsAre("check", "mine", "1"));
  EXPECT_EQ(state_of("mine", 1), "checking");
  checks[0]->output = kGood;
  run_put_off();
  EXPECT_EQ(bot("mine")["versions"][0]["checks"][0]["result"], "ok") << "results are told while it goes on";
  EXPECT_THAT(players(), Not(Contains("mine v1")));

  end_check(base::kExitSuccess, "");
  EXPECT_EQ(state_of("mine", 1), "entered");
  EXPECT_THAT(players(), Contains("mine v1"));
  EXPECT_EQ(bot("mine")["versions"][0]["ladder"], "bots");
  EXPECT_EQ(tournaments.find("bots")->plan().players.back().author, "ann");
  EXPECT_TRUE(checks[0]->is_gone);
}

TEST_F(SubmissionsTest, NoBotIsTakenFromAnAddressWhereEveryoneIsBanned) {
  const std::string boss = administrator();
  net::HttpRequest request;
  request.method = "POST";
  request.path = "/api/v1/bots";
  request.bearer = ann;
  request.body = archive_of_bot("mine");
  request.address = request.network = "192.0.2.7";
  const std::string ban = "/api/v1/restrictions?kind=ban&address=192.0.2.7&everyone=1&minutes=5&why=rude";
  ASSERT_EQ(ask("POST", ban, boss).status, 200);
  const net::HttpResponse refused = answer(request);
  EXPECT_EQ(refused.status, 403);
  EXPECT_THAT(error(refused), HasSubstr("rude"));
  EXPECT_THAT(checks, IsEmpty());
  request.address = request.network = "192.0.2.8";
  EXPECT_EQ(answer(request).status, 202);
}

// Anybody can make such accounts, and a bot is a program that runs on this machine.
TEST_F(SubmissionsTest, NoBotIsTakenFromAnUnapprovedAccount) {
  sessions::SessionServiceSettings settings;
  settings.registration = {.mode = sessions::RegistrationSettings::Mode::open};
  server.service.change_settings(settings);
  const std::string token = json::parse(ask("POST", "/api/v1/accounts?name=cid").body).value("token", "");
  ASSERT_NE(token, "");
  for (const char* named : {"", "cid"}) {
    limits.accounts = *named == '\0' ? std::vector<std::string>{} : std::vector<std::string>{named};
    start_again();
    const net::HttpResponse refused = upload(token, archive_of_bot("mine"));
    EXPECT_EQ(refused.status, 403) << named;
    EXPECT_THAT(error(refused), HasSubstr("is not approved"));
  }
  EXPECT_THAT(checks, IsEmpty());
  server.store.set_role(server.store.find_token(token)->id, {.role = storage::Role::worker});
  EXPECT_EQ(upload(token, archive_of_bot("mine")).status, 202);
}

TEST_F(SubmissionsTest, ARenamedAccountKeepsItsBots) {
  upload_good("mine");
  ASSERT_EQ(upload(ann, archive_of_bot("mine", "crash()")).status, 202);
  end_check(base::kExitAnswerIsNo, kBad);
  const auto account = std::to_string(server.store.find_token(ann)->id);
  const std::string boss = administrator();
  const std::string renaming = "/api/v1/accounts/" + account + "/rename?name=zoe&minutes=5&why=insult";
  ASSERT_EQ(ask("POST", renaming, boss).status, 200);
  start_again();
  EXPECT_EQ(bot("mine", ann)["versions"][1]["why"], "virtual: it ended");
  EXPECT_EQ(upload(bob, archive_of_bot("mine", "print(2)")).status, 403);
  ASSERT_EQ(upload(ann, archive_of_bot("mine", "print(2)")).status, 202);
  EXPECT_EQ(bot("mine")["owner"], "zoe");
  end_check(base::kExitSuccess);
  EXPECT_EQ(tournaments.find("bots")->plan().players.back().author, "zoe");
}

// Such as one that was lost.
TEST_F(SubmissionsTest, ANewTokenOfTheSameNameKeepsTheBots) {
  upload_good("mine");
  server.store.revoke_token(server.store.find_token(ann)->id);
  const std::string again = server.store.create_token("ann", storage::Role::worker);
  EXPECT_EQ(upload(again, archive_of_bot("mine", "print(2)")).status, 202);
}

TEST_F(SubmissionsTest, ALaterVersionReplacesTheOneBefore) {
  upload_good("mine");
  ASSERT_EQ(upload(ann, archive_of_bot("mine", "print(2)")).status, 202);
  EXPECT_FALSE(is_withdrawn("mine v1")) << "it plays until the other has passed its check";
  end_check(base::kExitSuccess);
  EXPECT_THAT(players(), Contains("mine v2"));
  EXPECT_TRUE(is_withdrawn("mine v1"));
  EXPECT_FALSE(is_withdrawn("mine v2"));
  EXPECT_EQ(state_of("mine", 1), "replaced");
  EXPECT_EQ(state_of("mine", 2), "entered");
}

TEST_F(SubmissionsTest, AVersionEntersAlsoWhileTheNextOneIsBeingStored) {
  ASSERT_EQ(upload(ann, archive_of_bot("mine")).status, 202);
  store.holds_added_versions = true;
  checks.back()->output = kGood;
  checks.back()->on_exit({.kind = processes::ExitKind::exited, .code = 0});  // its entry is being written
  const BotAuthor author{.account = server.store.find_token(ann)->id, .name = "ann"};
  submissions->submit(author, std::make_shared<const std::string>(archive_of_bot("mine", "print(2)")),
                      [](const auto& answer) { EXPECT_TRUE(std::holds_alternative<Submissions::Accepted>(answer)); });
  run_posted();
  run_posted();
  ASSERT_THAT(store.held_answers, SizeIs(1));
  EXPECT_EQ(state_of("mine", 1), "entered");
  store.holds_added_versions = false;
  for (const auto& answer : std::exchange(store.held_answers, {})) answer();
  run_posted();
  EXPECT_EQ(state_of("mine", 1), "entered");
  EXPECT_EQ(state_of("mine", 2), "checking");
  start_again();
  EXPECT_EQ(bot("mine")["versions"][0]["ladder"], "bots");
  end_check(0);
  EXPECT_EQ(state_of("mine", 1), "replaced");
  EXPECT_TRUE(is_withdrawn("mine v1"));
  EXPECT_FALSE(is_withdrawn("mine v2"));
}

TEST_F(SubmissionsTest, FilesThatHaveNotChangedAreRefused) {
  upload_good("mine");
  const net::HttpResponse again = upload(ann, archive_of_bot("mine"));
  EXPECT_EQ(again.status, 409);
  EXPECT_THAT(error(again), HasSubstr("these are the files of version 1 of mine"));
  EXPECT_THAT(bot("mine")["versions"], SizeIs(1));
}

TEST_F(SubmissionsTest, AVersionThatFailsItsCheckIsRefused) {
  upload_good("mine");
  ASSERT_EQ(upload(ann, archive_of_bot("mine", "crash()")).status, 202);
  end_check(base::kExitAnswerIsNo, kBad);
  EXPECT_EQ(state_of("mine", 2), "refused");
  EXPECT_EQ(state_of("mine", 1), "entered");
  EXPECT_FALSE(is_withdrawn("mine v1"));
  EXPECT_THAT(players(), Not(Contains("mine v2")));
  EXPECT_EQ(bot("mine", ann)["versions"][1]["why"], "virtual: it ended");
  EXPECT_EQ(bot("mine", ann)["versions"][1]["checks"][1]["reason"], "it ended");
  for (const std::string& stranger : {std::string(), bob}) {
    EXPECT_TRUE(bot("mine", stranger)["versions"][1]["why"].is_null());
    EXPECT_TRUE(bot("mine", stranger)["versions"][1]["checks"][1]["reason"].is_null());
  }
}

TEST_F(SubmissionsTest, AnInterruptedCheckBeginsAgainAfterARestart) {
  ASSERT_EQ(upload(ann, archive_of_bot("mine")).status, 202);
  checks[0]->output = kGood;
  run_put_off();
  start_again();
  EXPECT_TRUE(checks[0]->is_gone);
  ASSERT_THAT(checks, SizeIs(2));
  EXPECT_THAT(checks[1]->options.command.words, ElementsAre("check", "mine", "1"));
  end_check(base::kExitSuccess);
  EXPECT_EQ(state_of("mine", 1), "entered");
  EXPECT_THAT(bot("mine")["versions"][0]["checks"], SizeIs(1)) << "only the second check counts";
}

TEST_F(SubmissionsTest, AnEntryThatWasInterruptedIsMadeOnce) {
  upload_good("mine");
  ASSERT_EQ(upload(ann, archive_of_bot("mine", "2")).status, 202);
  const std::string before = store.states["mine"];
  end_check(base::kExitSuccess);
  // The state that was saved last is the one before the entry: first without the judgement, then with it.
  store.states["mine"] = before;
  start_again();
  end_check(base::kExitSuccess);
  EXPECT_THAT(players(), ElementsAre("one", "two", "mine v1", "mine v2"));
  Bot accepted = *bot_of_text(store.states["mine"]);
  accepted.versions[1].state = VersionState::accepted;
  accepted.versions[1].ladder = "";
  accepted.versions[0].state = VersionState::entered;
  store.states["mine"] = text_of_bot(accepted);
  start_again();
  EXPECT_THAT(players(), SizeIs(4));
  EXPECT_EQ(state_of("mine", 2), "entered");
  EXPECT_EQ(state_of("mine", 1), "replaced");
  EXPECT_TRUE(is_withdrawn("mine v1"));
}

TEST_F(SubmissionsTest, AnotherLadderIsEnteredByAllCurrentVersions) {
  upload_good("mine");
  write_run("next", R"({"name": "next", "format": "ladder", "players": [{"name": "one", "guest": true},
      {"name": "two", "guest": true}]})",
            1);
  set_paused("next");
  open_tournaments();
  ladder = "next";
  start_again();
  run_posted();
  EXPECT_EQ(tournaments.find("next")->plan().players.back().name, "mine v1");
  EXPECT_EQ(bot("mine")["versions"][0]["ladder"], "next");
}

TEST_F(SubmissionsTest, ACheckThatTakesTooLongIsEnded) {
  ASSERT_EQ(upload(ann, archive_of_bot("mine")).status, 202);
  now += std::chrono::seconds(limits.check_seconds - 1);
  run_put_off();
  EXPECT_FALSE(checks[0]->was_terminated);
  now += std::chrono::seconds(1);
  run_put_off();
  EXPECT_TRUE(checks[0]->was_terminated);
  checks[0]->on_exit({.kind = processes::ExitKind::signalled, .code = 9});
  run_posted();
  EXPECT_EQ(state_of("mine", 1), "refused");
  EXPECT_THAT(bot("mine", ann)["versions"][0]["why"].get<std::string>(), HasSubstr("longer than 600 s"));
}

TEST_F(SubmissionsTest, ACheckThatTheServerCouldNotMakeIsNoRefusal) {
  ASSERT_EQ(upload(ann, archive_of_bot("mine")).status, 202);
  end_check(base::kExitFailed, "rensa-server: no space\n");
  EXPECT_EQ(state_of("mine", 1), "unchecked");
  EXPECT_EQ(upload(ann, archive_of_bot("mine")).status, 202) << "it can be submitted again";
}

TEST_F(SubmissionsTest, ChecksTakeTurns) {
  ASSERT_EQ(upload(ann, archive_of_bot("mine")).status, 202);
  ASSERT_EQ(upload(bob, archive_of_bot("other")).status, 202);
  EXPECT_THAT(checks, SizeIs(1));
  EXPECT_EQ(state_of("other", 1), "waiting");
  end_check(base::kExitSuccess);
  ASSERT_THAT(checks, SizeIs(2));
  EXPECT_THAT(checks[1]->options.command.words, ElementsAre("check", "other", "1"));
}

TEST_F(SubmissionsTest, OnlyTheOwnerUploadsAVersion) {
  EXPECT_EQ(upload("", archive_of_bot("mine")).status, 401);
  EXPECT_EQ(upload("wrong", archive_of_bot("mine")).status, 401);
  upload_good("mine");
  const net::HttpResponse refused = upload(bob, archive_of_bot("mine"));
  EXPECT_EQ(refused.status, 403);
  EXPECT_THAT(error(refused), HasSubstr("belongs to another account"));
  EXPECT_EQ(upload(bob, archive_of_bot("m1ne")).status, 409) << "it looks like mine";
  EXPECT_EQ(upload(bob, archive_of_bot("ann")).status, 409) << "the name of an account";
}

TEST_F(SubmissionsTest, HostileArchivesAreRefusedAndLeaveNothing) {
  std::string traversal = archive_of_bot("mine");
  EXPECT_EQ(upload(ann, "").status, 400);
  EXPECT_EQ(upload(ann, "not a tar").status, 400);
  EXPECT_EQ(upload(ann, traversal.substr(0, traversal.size() - 1'200)).status, 400);
  traversal.replace(0, 8, "../../ot");
  EXPECT_EQ(upload(ann, traversal).status, 400);
  EXPECT_THAT(error(upload(ann, archive_of({{"bot.py", "", false}}))), HasSubstr("has no bot.json"));
  EXPECT_EQ(upload(ann, archive_of_bot("gaze")).status, 400);
  EXPECT_EQ(upload(ann, archive_of_bot("../x")).status, 400);
  EXPECT_THAT(store.states, IsEmpty());
  EXPECT_THAT(checks, IsEmpty());
  EXPECT_EQ(json::parse(get("/api/v1/bots").body)["bots"], json::array());
}

TEST_F(SubmissionsTest, AnUploadThatCannotBeStoredIsRefused) {
  store.is_failing = true;
  EXPECT_EQ(upload(ann, archive_of_bot("mine")).status, 409);
  EXPECT_THAT(checks, IsEmpty());
  store.is_failing = false;
  EXPECT_EQ(upload(ann, archive_of_bot("mine")).status, 202);
  store.is_failing = true;
  end_check(base::kExitSuccess);
  EXPECT_EQ(state_of("mine", 1), "entered");
  EXPECT_THAT(store.states["mine"], HasSubstr("waiting"));
  store.is_failing = false;
  run_put_off();
  EXPECT_THAT(store.states["mine"], HasSubstr("entered")) << "it is stored as soon as the store works again";
}

TEST_F(SubmissionsTest, AServerWithoutALadderTakesNoBots) {
  ladder = "";
  start_again();
  const net::HttpResponse refused = upload(ann, archive_of_bot("mine"));
  EXPECT_EQ(refused.status, 404);
  EXPECT_THAT(error(refused), HasSubstr("submission_ladder"));
  ladder = "nowhere";
  start_again();
  EXPECT_EQ(upload(ann, archive_of_bot("mine")).status, 409);
  EXPECT_THAT(json::parse(get("/api/v1/bots").body)["why_closed"].get<std::string>(),
              HasSubstr("nowhere now: there is no such tournament"));
}

TEST_F(SubmissionsTest, ALadderThatRefusesIsAskedAgain) {
  ASSERT_EQ(upload(ann, archive_of_bot("mine")).status, 202);
  are_files_missing = true;
  end_check(base::kExitSuccess);
  EXPECT_EQ(state_of("mine", 1), "accepted");
  EXPECT_THAT(bot_log, Contains(HasSubstr("event=bot_not_entered")));
  run_put_off();
  EXPECT_EQ(state_of("mine", 1), "accepted");
  are_files_missing = false;
  run_put_off();
  run_posted();
  EXPECT_EQ(state_of("mine", 1), "entered");
}

TEST_F(SubmissionsTest, AnAdministratorRemovesABot) {
  const std::string boss = administrator();
  upload_good("mine");
  ASSERT_EQ(upload(ann, archive_of_bot("mine", "changed")).status, 202);
  const std::string path = "/api/v1/bots/mine/remove?why=it%20insults";
  EXPECT_EQ(ask("POST", path).status, 401);
  EXPECT_EQ(ask("POST", path, ann).status, 403);
  EXPECT_EQ(ask("POST", "/api/v1/bots/none/remove", boss).status, 404);
  EXPECT_EQ(ask("POST", "/api/v1/bots/mine/burn", boss).status, 404);
  EXPECT_FALSE(is_withdrawn("mine v1"));
  const net::HttpResponse removed = ask("POST", path, boss);
  run_posted();
  EXPECT_EQ(removed.status, 200) << removed.body;
  EXPECT_EQ(bot("mine")["removed"], "it insults");
  EXPECT_TRUE(is_withdrawn("mine v1"));
  EXPECT_TRUE(checks.back()->is_gone) << "its check is ended";
  EXPECT_THAT(store.versions, IsEmpty());
  EXPECT_EQ(ask("POST", path, boss).status, 409);
  EXPECT_EQ(upload(ann, archive_of_bot("mine")).status, 403);
  std::vector<std::string> acts;
  for (const storage::AuditEntry& entry : server.store.audit_entries()) acts.push_back(entry.act + ": " + entry.target);
  EXPECT_THAT(acts, Contains("bot remove: bot mine"));
  start_again();
  EXPECT_EQ(bot("mine")["removed"], "it insults");
  EXPECT_THAT(players(), SizeIs(3));
}

TEST_F(SubmissionsTest, ARemovalThatWasInterruptedIsFinished) {
  upload_good("mine");
  Bot removed = *bot_of_text(store.states["mine"]);
  removed.removed = "";
  store.states["mine"] = text_of_bot(removed);
  start_again();
  EXPECT_TRUE(is_withdrawn("mine v1"));
  run_posted();
  EXPECT_THAT(store.versions, IsEmpty());
}

TEST_F(SubmissionsTest, FilesOfOldVersionsAreForgotten) {
  limits.versions = 2;
  start_again();
  for (int version = 1; version <= 4; ++version) upload_good("mine", std::to_string(version));
  run_posted();
  EXPECT_THAT(store.versions, ElementsAre(std::pair("mine", 3), std::pair("mine", 4)));
  EXPECT_THAT(bot("mine")["versions"], SizeIs(4));
}

TEST_F(SubmissionsTest, FilesThatAnInterruptionHasLeftAreRemoved) {
  upload_good("mine");
  store.versions.insert({"mine", 2});  // an upload before its state
  store.versions.insert({"other", 1});
  store.states["other"] = "{";
  start_again();
  run_posted();
  EXPECT_THAT(store.versions, ElementsAre(std::pair("mine", 1), std::pair("other", 1)))
      << "nothing is removed of a bot whose state cannot be read";
  EXPECT_EQ(upload(ann, archive_of_bot("mine", "changed")).status, 202);
  EXPECT_THAT(store.versions, Contains(std::pair("mine", 2)));
}

TEST_F(SubmissionsTest, WhatABotPrintsInItsCheckIsCut) {
  ASSERT_EQ(upload(ann, archive_of_bot("mine")).status, 202);
  end_check(base::kExitAnswerIsNo,
            line_of_finding({.check = "virtual", .result = "failed", .reason = std::string(50'000, 'x')}) + "\n");
  EXPECT_EQ(state_of("mine", 1), "refused");
  EXPECT_EQ(bot("mine", ann)["versions"][0]["checks"][0]["reason"].get<std::string>().size(), 2'000U);
  EXPECT_LT(store.states["mine"].size(), 4'000U);
}

TEST_F(SubmissionsTest, NobodyGetsTheNameOfABotOrOfItsAuthor) {
  sessions::SessionServiceSettings settings;
  settings.registration = {.mode = sessions::RegistrationSettings::Mode::open, .per_day = 100};
  server.service.change_settings(settings);
  upload_good("mine");
  server.store.revoke_token(server.store.find_token(ann)->id);
  server.service.refresh_from_store();
  for (const char* name : {"mine", "m1ne", "mine%20v1", "ann", "Ann"}) {
    const net::HttpResponse refused = ask("POST", std::string("/api/v1/accounts?name=") + name);
    EXPECT_EQ(refused.status, 409) << name;
    EXPECT_THAT(error(refused), HasSubstr("a bot or its author has this name")) << name;
  }
  EXPECT_EQ(ask("POST", "/api/v1/accounts?name=eve").status, 201);
}

class SubmissionsWithoutIsolationTest : public testing::Test, protected test::BotsFixture {
 protected:
  SubmissionsWithoutIsolationTest() : BotsFixture("/no/such/bwrap") {}
};

TEST_F(SubmissionsWithoutIsolationTest, TakesNoBotsAndSaysWhy) {
  const net::HttpResponse refused = upload(ann, archive_of_bot("mine"));
  EXPECT_EQ(refused.status, 409);
  for (const char* part : {"no bot can enter the ladder bots now", "/no/such/bwrap"}) {
    EXPECT_THAT(refused.body, HasSubstr(part));
    EXPECT_THAT(get("/api/v1/bots").body, HasSubstr(part));
  }
  EXPECT_THAT(store.states, IsEmpty());
  EXPECT_THAT(checks, IsEmpty());
}

TEST_F(SubmissionsTest, AStateThatCannotBeReadIsLeftAlone) {
  store.states["mine"] = "{";
  start_again();
  EXPECT_THAT(bot_log, Contains(HasSubstr("event=bot_not_read bot=\"mine\"")));
  EXPECT_EQ(store.states["mine"], "{");
}

}  // namespace
}  // namespace rensa::submissions
