#include "server/submissions/submission_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/base/utc_time.h"

namespace rensa::submissions {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::chrono::sys_seconds kNow = *base::parse_utc("2026-05-06T12:00:00Z");

Bot bot_with(const std::string& name, const std::string& owner, const std::vector<VersionState>& states) {
  Bot bot{.name = name, .owner = owner};
  for (const VersionState state : states) {
    bot.versions.push_back({.number = static_cast<int>(bot.versions.size()) + 1,
                            .uploaded = "2026-05-06T11:00:00Z",
                            .digest = "ab",
                            .bytes = 7,
                            .manifest = {.name = name, .language = "python", .command = {"python3", "bot.py"}},
                            .state = state});
  }
  return bot;
}

class SubmissionRulesTest : public testing::Test {
 protected:
  std::string why_refused(const std::string& owner, const std::string& bot) {
    const auto refusal = refusal_of(
        {.author = {.name = owner}, .bot = bot, .digest = digest, .bytes = 8, .time = kNow}, bots,
        {.is_like_account = [this](const std::string& name) { return name == account; }, .players = players}, limits);
    return refusal ? refusal->text : "";
  }

  BotMap bots;
  std::string digest = "12";
  std::string account = "ann";
  std::vector<std::string> players{"greedy", "old one"};
  SubmissionLimits limits;
};

TEST_F(SubmissionRulesTest, OnlyTheOwnerUploadsFurtherVersions) {
  EXPECT_EQ(why_refused("ann", "mine"), "");
  bots["mine"] = bot_with("mine", "ann", {VersionState::entered});
  players.push_back("mine v1");
  EXPECT_EQ(why_refused("ann", "mine"), "");
  EXPECT_THAT(why_refused("bob", "mine"), HasSubstr("belongs to another account"));
  EXPECT_THAT(why_refused("Ann", "mine"), HasSubstr("belongs to another account"));
}

TEST_F(SubmissionRulesTest, NamesMustNotLookLikeOthers) {
  bots["bot1"] = bot_with("bot1", "ann", {VersionState::entered});
  EXPECT_THAT(why_refused("bob", "botl"), HasSubstr("looks like the bot bot1"));
  EXPECT_THAT(why_refused("bob", "ann"), HasSubstr("looks like the name of an account"));
  EXPECT_EQ(why_refused("ann", "ann"), "") << "it is the owner's own name";
  players = {"other", "deep v3", "Mine"};
  EXPECT_THAT(why_refused("bob", "mine"), HasSubstr("looks like the player Mine of the ladder"));
  EXPECT_THAT(why_refused("bob", "0ther"), HasSubstr("looks like the player other")) << "a zero for an o";
  EXPECT_EQ(why_refused("bob", "deep"), "") << "it is its own version, of a state that was lost";
  EXPECT_THAT(why_refused("bob", "greedy1"), "");
}

TEST_F(SubmissionRulesTest, OneVersionIsCheckedAtATime) {
  bots["mine"] = bot_with("mine", "ann", {VersionState::entered, VersionState::waiting});
  EXPECT_THAT(why_refused("ann", "mine"), HasSubstr("version 2 of mine is still being checked"));
  EXPECT_EQ(why_refused("ann", "other"), "");
}

TEST_F(SubmissionRulesTest, FilesThatHaveNotChangedAreNoNewVersion) {
  digest = "ab";
  bots["mine"] = bot_with("mine", "ann", {VersionState::refused});
  EXPECT_EQ(why_refused("ann", "mine"), "") << "the server may have lacked a package";
  bots["mine"] = bot_with("mine", "ann", {VersionState::entered, VersionState::unchecked});
  EXPECT_THAT(why_refused("ann", "mine"), HasSubstr("these are the files of version 1 of mine"));
  bots["mine"].versions[0].digest = "cd";
  EXPECT_EQ(why_refused("ann", "mine"), "") << "version 2 could not be checked";
  bots["mine"] = bot_with("mine", "ann", {VersionState::replaced, VersionState::entered});
  bots["mine"].versions[1].digest = "cd";
  EXPECT_EQ(why_refused("ann", "mine"), "") << "an earlier version may come back";
}

TEST_F(SubmissionRulesTest, ARemovedBotTakesNoVersions) {
  bots["mine"] = bot_with("mine", "ann", {VersionState::entered});
  bots["mine"].removed = "it insults";
  EXPECT_THAT(why_refused("ann", "mine"), HasSubstr("an administrator has removed the bot mine: it insults"));
}

TEST_F(SubmissionRulesTest, AnAccountHasAFewBotsAndUploads) {
  limits.bots = 2;
  limits.per_day = 4;
  bots["one"] = bot_with("one", "ann", {VersionState::refused});
  bots["two"] = bot_with("two", "ann", {VersionState::refused});
  EXPECT_THAT(why_refused("ann", "three"), HasSubstr("at most 2 bots"));
  EXPECT_EQ(why_refused("bob", "three"), "");
  EXPECT_EQ(why_refused("ann", "two"), "");
  bots["two"] = bot_with("two", "ann", {VersionState::refused, VersionState::refused, VersionState::refused});
  EXPECT_THAT(why_refused("ann", "two"), HasSubstr("at most 4 versions in 24 hours"));
  bots["one"].versions[0].uploaded = "2026-05-05T12:00:00Z";
  EXPECT_EQ(why_refused("ann", "two"), "") << "a day has passed";
  bots["one"].removed = "";
  EXPECT_EQ(why_refused("ann", "three"), "") << "a removed bot does not count";
}

TEST_F(SubmissionRulesTest, TheNextVersionMustNotLookLikeAnAccount) {
  account = "mine v2";
  EXPECT_EQ(why_refused("ann", "mine"), "");
  bots["mine"] = bot_with("mine", "ann", {VersionState::entered});
  EXPECT_THAT(why_refused("ann", "mine"), HasSubstr("looks like the name of an account"));
}

TEST_F(SubmissionRulesTest, AnAccountMustNotLookLikeABotOrItsAuthor) {
  bots["mine"] = bot_with("mine", "ann", {VersionState::entered});
  for (const char* name : {"mine", "Mine", "m1ne", "mine v1", "MINE v1", "ann", "Ann"}) {
    EXPECT_TRUE(is_like_bot(name, bots)) << name;
  }
  for (const char* name : {"mine v2", "mines", "anna", "v1"}) EXPECT_FALSE(is_like_bot(name, bots)) << name;
}

TEST_F(SubmissionRulesTest, TheOperatorCanNameTheAccountsThatMaySubmit) {
  limits.accounts = {"ann", "bob"};
  EXPECT_EQ(why_refused("ann", "mine"), "");
  EXPECT_THAT(why_refused("Ann", "mine"), HasSubstr("the account Ann may not submit bots here"));
  bots["mine"] = bot_with("mine", "eve", {VersionState::entered});
  EXPECT_THAT(why_refused("eve", "mine"), HasSubstr("may not submit bots here")) << "it did before";
}

TEST_F(SubmissionRulesTest, AllUploadsTogetherHaveALimit) {
  bots["one"] = bot_with("one", "bob", {VersionState::replaced, VersionState::entered});
  limits.upload_bytes = 8;
  limits.all_bytes = 7 + 7 + 8;
  EXPECT_EQ(why_refused("ann", "mine"), "");
  limits.all_bytes -= 1;
  EXPECT_THAT(why_refused("ann", "mine"), HasSubstr("the space of this server for bots is used up"));
  bots["one"].versions[0].has_files = false;
  EXPECT_EQ(why_refused("ann", "mine"), "");
  limits.all_bytes = 6;
  EXPECT_THAT(why_refused("ann", "mine"), HasSubstr("is used up")) << "the operator has lowered it";
}

TEST_F(SubmissionRulesTest, AnAccountUsesAtMostATenthOfTheSpace) {
  bots["one"] = bot_with("one", "ann", {VersionState::entered});
  bots["two"] = bot_with("two", "ann", {VersionState::waiting});
  bots["other"] = bot_with("other", "bob", {VersionState::replaced, VersionState::entered});
  limits.upload_bytes = 8;
  limits.all_bytes = 10 * (7 + 7 + 8);
  EXPECT_EQ(why_refused("ann", "mine"), "");
  limits.all_bytes -= 1;
  EXPECT_THAT(why_refused("ann", "mine"), HasSubstr("at most 21 bytes here"));
  EXPECT_THAT(why_refused("ann", "mine"), HasSubstr("would have 22: upload a smaller one, or ask"));
  EXPECT_THAT(why_refused("ann", "one"), HasSubstr("at most 21 bytes here")) << "the present one plays meanwhile";
  EXPECT_EQ(why_refused("cid", "mine"), "");
  bots["two"].versions[0].state = VersionState::refused;
  EXPECT_EQ(why_refused("ann", "mine"), "") << "its files can be deleted";
}

// Otherwise a large bot could never be replaced by its author.
TEST_F(SubmissionRulesTest, AVersionOfTheGreatestSizeCanBeReplaced) {
  limits.upload_bytes = 8;
  limits.all_bytes = 4 * 8;
  bots["one"] = bot_with("one", "ann", {VersionState::replaced, VersionState::refused, VersionState::entered});
  for (BotVersion& version : bots["one"].versions) version.bytes = 8;
  EXPECT_EQ(why_refused("ann", "one"), "");
}

TEST_F(SubmissionRulesTest, TheOldestVersionsThatAreNotInUseMakeRoom) {
  const BotAuthor ann{.name = "ann"};
  limits.upload_bytes = 7;
  limits.all_bytes = 1'000;
  bots["a"] = bot_with("a", "ann", {VersionState::replaced, VersionState::refused, VersionState::entered});
  bots["b"] = bot_with("b", "ann", {VersionState::replaced, VersionState::waiting});
  bots["c"] = bot_with("c", "bob", {VersionState::replaced, VersionState::entered});
  bots["b"].versions[0].uploaded = "2026-05-06T10:00:00Z";
  EXPECT_THAT(versions_that_make_room(ann, bots, 0, limits), IsEmpty());
  limits.all_bytes = 340;  // 34 bytes for an account, and it has 35
  EXPECT_THAT(versions_that_make_room(ann, bots, 0, limits), ElementsAre(BotPlayer{.bot = "b", .version = 1}));
  limits.all_bytes = 49;  // which all have together; the account may have 14
  EXPECT_THAT(versions_that_make_room(ann, bots, 0, limits),
              ElementsAre(BotPlayer{.bot = "b", .version = 1}, BotPlayer{.bot = "a", .version = 1},
                          BotPlayer{.bot = "a", .version = 2}));
  limits.upload_bytes = 100;
  EXPECT_THAT(versions_that_make_room(ann, bots, 0, limits), IsEmpty());
  EXPECT_THAT(versions_that_make_room(ann, bots, 1, limits), ElementsAre(BotPlayer{.bot = "b", .version = 1}));
}

TEST(SubmissionEntry, StartsTheProgramInItsFolderAndShowsIt) {
  EXPECT_EQ(json_of(LadderEntry{.bot = "mine",
                                .owner = "ann",
                                .version = 2,
                                .command = {"python3", "bot.py"},
                                .folder = "/data/bots/mine/2/files",
                                .readable = {"/opt/nets"}}),
            R"({"name":"mine v2","author":"ann","exec":["env","-C","/data/bots/mine/2/files","python3","bot.py"],)"
            R"("files":["/data/bots/mine/2/files","/opt/nets"]})");
}

TEST(SubmissionCheck, ItsLinesAreFindings) {
  const CheckFinding finding{.check = "lost line", .result = "failed", .reason = "it \"ended\"\n{"};
  EXPECT_EQ(finding_of_line(line_of_finding(finding)), finding);
  EXPECT_EQ(line_of_finding(finding).find('\n'), std::string::npos);
  for (const char* line : {"", "text", "{", "[]", "{}", R"({"check": "x", "result": "ok"})",
                           R"({"check": "x", "result": "ok", "reason": 3})"}) {
    EXPECT_EQ(finding_of_line(line), std::nullopt) << line;
  }
}

TEST(SubmissionCheck, IsJudgedByItsFindingsAndItsEnd) {
  const std::vector<CheckFinding> good{{"start", "ok", ""}, {"virtual", "ok", ""}};
  const std::vector<CheckFinding> bad{{"start", "ok", ""}, {"virtual", "failed", "it ended"}, {"x", "not tried", ""}};
  const SubmissionLimits limits{.check_seconds = 60};
  EXPECT_EQ(judgement_of(good, {.exit_status = 0, .how = ""}, limits), (CheckJudgement{VersionState::accepted, ""}));
  EXPECT_EQ(judgement_of(bad, {.exit_status = 3, .how = ""}, limits),
            (CheckJudgement{VersionState::refused, "virtual: it ended"}));
  const CheckJudgement slow = judgement_of(good, {.exit_status = {}, .is_overdue = true, .how = ""}, limits);
  EXPECT_EQ(slow.state, VersionState::refused);
  EXPECT_THAT(slow.why, HasSubstr("longer than 60 s"));
  for (const auto& [findings, end] :
       {std::pair(good, CheckEnd{.exit_status = 1, .how = "exited with 1"}),
        std::pair(good, CheckEnd{.exit_status = {}, .how = "ended by signal 9"}),
        std::pair(std::vector<CheckFinding>{}, CheckEnd{.exit_status = 0, .how = "exited with 0"})}) {
    const CheckJudgement judgement = judgement_of(findings, end, limits);
    EXPECT_EQ(judgement.state, VersionState::unchecked);
    EXPECT_THAT(judgement.why, HasSubstr(end.how));
  }
}

TEST(BotState, ComesBackFromItsText) {
  Bot bot = bot_with("mine", "ann", {VersionState::replaced, VersionState::refused, VersionState::waiting});
  bot.versions[0].ladder = "bots";
  bot.versions[0].has_files = false;
  bot.versions[1].checks = {{"start", "failed", "it \xc3\xa9nded"}};
  bot.versions[1].why = "start: it ended";
  const auto again = bot_of_text(text_of_bot(bot));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, bot);
  bot.removed = "";
  EXPECT_EQ(*bot_of_text(text_of_bot(bot)), bot);
  for (const char* text : {"", "{}", "[]", R"({"name": "../x", "owner": "a", "removed": null, "versions": []})",
                           R"({"name": "x", "owner": "a", "removed": null, "versions": [{}]})"}) {
    EXPECT_FALSE(bot_of_text(text).ok()) << text;
  }
}

TEST(BotState, AVersionHasANameAsAPlayer) {
  EXPECT_EQ(player_name("mine", 12), "mine v12");
  EXPECT_EQ(bot_of_player("mine v12"), (BotPlayer{"mine", 12}));
  for (const char* name :
       {"mine", "mine v", "mine v0", "mine v01", "mine vx", "mine v1 ", "Mine v1", " v1", "m v99999"})
    EXPECT_EQ(bot_of_player(name), std::nullopt) << name;
}

TEST(BotState, FilesWithoutAVersionHaveNoUse) {
  using enum VersionState;
  Bot bot = bot_with("mine", "ann", {replaced, refused, entered});
  EXPECT_THAT(versions_without_use(bot, {1, 2, 3}), IsEmpty());
  bot.versions[0].has_files = false;
  EXPECT_THAT(versions_without_use(bot, {0, 1, 3, 4}), ElementsAre(0, 1, 4));
}

TEST(BotState, OldFilesAreForgottenButNotThoseInUse) {
  using enum VersionState;
  const Bot bot = bot_with("mine", "ann", {replaced, entered, refused, refused, refused, waiting});
  EXPECT_EQ(current_version(bot)->number, 2);
  EXPECT_THAT(versions_to_forget(bot, 2), ElementsAre(1, 3, 4));
  EXPECT_THAT(versions_to_forget(bot, 6), IsEmpty());
  Bot removed = bot_with("mine", "ann", {replaced, entered, waiting});
  removed.removed = "";
  EXPECT_THAT(versions_to_forget(removed, 6), ElementsAre(1, 2, 3));
  EXPECT_EQ(current_version(bot_with("mine", "ann", {replaced, refused})), nullptr);
}

}  // namespace
}  // namespace rensa::submissions
