#include "server/play/invitations.h"

#include <gtest/gtest.h>

#include "tests/server/play/arena.h"

namespace rensa::play {
namespace {

using namespace std::chrono_literals;
using proto::Clock;
using tests::Arena;
using tests::terms_of;

constexpr base::Time kNow{1h};

Invitation from(const std::string& holder) {
  return {.from = base::SessionId{1}, .terms = {}, .subscription = {}, .holder = holder};
}

TEST(Invitations, OneThatIsLeftBehindIsAwayUntilItLapses) {
  Invitations invitations(2);
  invitations.put("code", from("phone"));
  EXPECT_FALSE(invitations.is_away("code"));
  invitations.leave_behind("code", "ann", kNow + 60s);
  EXPECT_TRUE(invitations.is_away("code"));
  invitations.forget_lapsed(kNow + 59s);
  EXPECT_TRUE(invitations.is_away("code"));
  invitations.forget_lapsed(kNow + 60s);
  EXPECT_FALSE(invitations.find("code"));
}

TEST(Invitations, OneThatStandsAgainDoesNotLapse) {
  Invitations invitations(2);
  invitations.put("code", from("phone"));
  invitations.leave_behind("code", "ann", kNow);
  invitations.put("code", from("phone"));
  EXPECT_FALSE(invitations.is_away("code"));
  invitations.forget_lapsed(kNow + 1h);
  EXPECT_TRUE(invitations.find("code"));
}

TEST(Invitations, OneWithoutAHolderIsNotLeftBehind) {
  Invitations invitations(2);
  invitations.put("code", from(""));
  invitations.leave_behind("code", "ann", kNow + 60s);
  EXPECT_FALSE(invitations.find("code"));
}

TEST(Invitations, APayerLeavesOnlySoManyBehind) {
  Invitations invitations(2);
  for (const char* code : {"1", "2", "3", "4"}) invitations.put(code, from("phone"));
  for (const char* code : {"1", "2", "3"}) invitations.leave_behind(code, "ann", kNow + 60s);
  EXPECT_TRUE(invitations.is_away("2"));
  EXPECT_FALSE(invitations.find("3"));
  invitations.leave_behind("4", "bob", kNow + 60s);
  EXPECT_TRUE(invitations.is_away("4")) << "others have their own share";
  // What ends in whatever way makes room again.
  invitations.put("1", from("phone"));
  invitations.withdraw("2");
  for (const char* code : {"5", "6", "7"}) {
    invitations.put(code, from("phone"));
    invitations.leave_behind(code, "ann", kNow + 60s);
  }
  EXPECT_TRUE(invitations.is_away("6"));
  EXPECT_FALSE(invitations.find("7"));
  invitations.forget_lapsed(kNow + 60s);
  invitations.put("8", from("phone"));
  invitations.leave_behind("8", "ann", kNow + 120s);
  EXPECT_TRUE(invitations.is_away("8"));
}

// A host whose page closes its line, in the hall.
class LostHost : public testing::Test {
 protected:
  proto::Invite invite(const std::string& earlier, const std::string& holder) {
    return {.terms = terms_of(Clock::real, 3), .subscription = {}, .code = earlier, .holder = holder};
  }
  std::string code_for(base::SessionId session, const proto::Invite& wanted) {
    arena.take(session);
    arena.say(session, wanted);
    const auto invited = arena.last<proto::Invited>(session);
    return invited ? invited->code : "";
  }
  std::optional<proto::ErrorCode> answer_to_join(const std::string& joined) {
    arena.take(ann);
    arena.say(ann, proto::Join{joined, {}});
    const auto error = arena.last<proto::Error>(ann);
    return error ? std::optional(error->code) : std::nullopt;
  }

  Arena arena;
  base::SessionId ann = arena.enter("ann");
  base::SessionId host = arena.enter("host");
  std::string code = code_for(host, invite("", "phone"));
};

TEST_F(LostHost, ComesBackToItsInvitation) {
  arena.hall.leave(host, arena.now);
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::away);
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::away) << "and it stands yet";
  arena.now += 59s;
  const base::SessionId back = arena.enter("host");
  EXPECT_EQ(code_for(back, invite(code, "phone")), code);
  arena.now += 59s;
  EXPECT_FALSE(answer_to_join(code));
  ASSERT_TRUE(arena.last<proto::MatchStart>(back));
  EXPECT_EQ(arena.last<proto::MatchStart>(back)->players, (std::array<std::string, 2>{"host", "ann"}));
  EXPECT_EQ(arena.last<proto::MatchStart>(back)->terms, terms_of(Clock::real, 3));
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::unknown_challenge);
}

TEST_F(LostHost, HasANewInvitationAfterTheGrace) {
  arena.hall.leave(host, arena.now);
  arena.now += 61s;
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::unknown_challenge);
  const std::string other = code_for(arena.enter("host"), invite(code, "phone"));
  EXPECT_NE(other, "");
  EXPECT_NE(other, code);
}

TEST_F(LostHost, LeavesNothingToWhoKnowsTheCodeAlone) {
  arena.hall.leave(host, arena.now);
  for (const std::string holder : {"", "ann's"}) {
    const base::SessionId eve = arena.enter("eve");
    EXPECT_NE(code_for(eve, invite(code, holder)), code);
  }
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::away);
}

TEST_F(LostHost, TakesItFromItsOwnConnectionThatIsNotMissedYet) {
  const base::SessionId back = arena.enter("host");
  EXPECT_EQ(code_for(back, invite(code, "phone")), code);
  arena.say(host, proto::Leave{});
  arena.hall.leave(host, arena.now);
  EXPECT_FALSE(answer_to_join(code));
  EXPECT_TRUE(arena.last<proto::MatchStart>(back));
  EXPECT_FALSE(arena.last<proto::MatchStart>(host));
}

TEST_F(LostHost, GivesUpWhatElseTheConnectionOffered) {
  arena.hall.leave(host, arena.now);
  const base::SessionId back = arena.enter("host");
  const std::string other = code_for(back, invite("", "phone"));
  EXPECT_EQ(code_for(back, invite(code, "phone")), code);
  EXPECT_EQ(answer_to_join(other), proto::ErrorCode::unknown_challenge);
  EXPECT_EQ(code_for(back, invite(code, "phone")), code) << "again";
  arena.say(back, proto::Leave{});
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::unknown_challenge);
}

TEST_F(LostHost, HasNoneWhenTheServerStops) {
  arena.hall.leave(host, arena.now);
  arena.hall.drain(1);
  EXPECT_EQ(answer_to_join(code), proto::ErrorCode::unknown_challenge);
}

}  // namespace
}  // namespace rensa::play
