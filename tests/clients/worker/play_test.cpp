#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <stdexcept>

#include "tests/clients/worker/playing.h"

namespace rensa::worker {
namespace {

using test::begin;
using test::begin_match;
using test::FakeMatch;
using test::FakePeer;
using test::FakeServer;
using test::finish;
using test::play_choices;
using test::Playing;
using testing::HasSubstr;

constexpr proto::Clock kClocks[] = {proto::Clock::virtual_time, proto::Clock::turns};

proto::Terms terms_of(proto::Clock clock) {
  proto::Terms terms;
  terms.clock = clock;
  if (clock == proto::Clock::turns) terms.ruleset = "jaist-1";
  return terms;
}

TEST(Play, AnswersEveryUpdateThatAsks) {
  for (const proto::Clock clock : kClocks) {
    Playing playing;
    playing.options.terms = terms_of(clock);
    playing.begin();
    FakePeer peer = playing.server.accept();
    EXPECT_EQ(peer.greet().token, "secret");
    EXPECT_EQ(peer.expect<proto::QuickMatch>().terms, terms_of(clock));
    FakeMatch match = begin_match(peer, duel::Seat::one, terms_of(clock));
    play_choices(peer, match, 6);
    finish(peer, match);
    EXPECT_EQ(playing.report().why_failed, "");
    EXPECT_EQ(playing.report().totals.matches, 1);
    EXPECT_EQ(playing.report().totals.won, 1);
    EXPECT_EQ(playing.log.outcomes.size(), 1U);
    EXPECT_FALSE(peer.hear()) << "it hangs up";
  }
}

TEST(Play, EveryGameGetsANewBrain) {
  Playing playing;
  FakePeer peer = playing.begin_and_accept_request();
  FakeMatch match = begin_match(peer, duel::Seat::two, terms_of(proto::Clock::virtual_time));
  play_choices(peer, match, 2);
  peer.say(match.game_end(std::nullopt));
  peer.say(match.game_start());
  play_choices(peer, match, 2);
  finish(peer, match);
  EXPECT_EQ(playing.report().totals.lost, 1);  // as MatchEnd says
  EXPECT_EQ(playing.log.brains, 2);
  EXPECT_EQ(playing.log.outcomes.size(), 2U);
}

TEST(Play, SeatsOfManyMatchesShareAConnection) {
  Playing playing;
  playing.options.slots = 3;
  playing.options.threads = 2;
  playing.options.matches = 4;
  playing.begin();
  FakePeer peer = playing.server.accept();
  peer.greet();
  std::map<proto::MatchId, FakeMatch> matches;
  for (const std::uint64_t id : {1U, 2U, 3U}) {
    peer.expect<proto::QuickMatch>();
    const duel::Seat seat = id == 2 ? duel::Seat::two : duel::Seat::one;
    begin(peer,
          matches.emplace(proto::MatchId{id}, FakeMatch(id, seat, terms_of(proto::Clock::virtual_time))).first->second);
  }
  for (int round = 0; round < 5; ++round) {
    for (auto& [id, match] : matches) peer.say(match.next_choice());
    for (std::size_t i = 0; i < matches.size(); ++i) {
      const auto decide = peer.expect<proto::Decide>();
      matches.at(decide.match).take(decide);
    }
  }
  finish(peer, matches.at(proto::MatchId{2}));
  peer.expect<proto::QuickMatch>();
  FakeMatch last(9, duel::Seat::one, terms_of(proto::Clock::virtual_time));
  begin(peer, last);
  finish(peer, last);
  finish(peer, matches.at(proto::MatchId{1}));
  finish(peer, matches.at(proto::MatchId{3}));
  EXPECT_EQ(playing.report().totals.matches, 4);
  EXPECT_EQ(playing.report().why_failed, "");
}

TEST(Play, BothSeatsOfAMatchMayBeOurs) {
  Playing playing;
  playing.options.slots = playing.options.matches.emplace(2);
  playing.begin();
  FakePeer peer = playing.server.accept();
  peer.greet();
  std::array<FakeMatch, 2> sides{FakeMatch(5, duel::Seat::one, {}), FakeMatch(5, duel::Seat::two, {})};
  for (FakeMatch& side : sides) {
    peer.expect<proto::QuickMatch>();
    begin(peer, side);
  }
  for (FakeMatch& side : sides) play_choices(peer, side, 2);
  for (FakeMatch& side : sides) finish(peer, side);
  EXPECT_EQ(playing.report().totals.won, 1);
  EXPECT_EQ(playing.report().totals.lost, 1);
}

TEST(Play, NewerViewReplacesAWaitingOne) {
  Playing playing;
  playing.options.terms = terms_of(proto::Clock::turns);
  playing.log.hold_up(true);
  FakePeer peer = playing.begin_and_accept_request();
  FakeMatch match = begin_match(peer, duel::Seat::one, playing.options.terms);
  peer.say(match.next_choice());
  playing.log.wait_for_views(1, 5);
  peer.say(match.next_choice());  // the server waited long enough, twice
  peer.say(match.next_choice());
  peer.expect_silence();
  playing.log.hold_up(false);
  const int clock = match.last_update().view.clock;
  match.take(peer.expect<proto::Decide>());
  finish(peer, match);
  EXPECT_EQ(playing.report().why_failed, "");
  EXPECT_EQ(playing.log.clocks_of(5), (std::vector<int>{clock - 2, clock}));
}

TEST(Play, RealTimeAsksOnceForAPairUnlessItWasRefused) {
  Playing playing;
  playing.options.terms = terms_of(proto::Clock::real);
  FakePeer peer = playing.begin_and_accept_request();
  FakeMatch match = begin_match(peer, duel::Seat::one, playing.options.terms);
  proto::Update update = match.next_choice();
  peer.say(update);
  EXPECT_EQ(peer.expect<proto::Decide>().clock, update.view.clock);
  for (int i = 0; i < 3; ++i) {
    ++update.view.clock;
    ++update.number;
    peer.say(update);
  }
  peer.expect_silence();
  ++update.view.clock;
  update.events = {duel::make_event(duel::EventKind::placement_refused, duel::Seat::one)};
  peer.say(update);
  EXPECT_EQ(peer.expect<proto::Decide>().clock, update.view.clock);
  finish(peer, match);
  EXPECT_EQ(playing.report().why_failed, "");
}

TEST(Play, MatchWithoutARequestIsResigned) {
  Playing playing;
  FakePeer peer = playing.begin_and_accept_request();
  FakeMatch match = begin_match(peer);
  peer.say(FakeMatch(6, duel::Seat::two, {}).start());
  EXPECT_EQ(peer.expect<proto::Leave>(), (proto::Leave{proto::MatchId{6}, duel::Seat::two}));
  peer.say(proto::Challenged{proto::ChallengeId{3}, "Ringo", {}});
  EXPECT_EQ(peer.expect<proto::Decline>().challenge, proto::ChallengeId{3});
  play_choices(peer, match, 1);
  finish(peer, match);
  EXPECT_EQ(playing.report().totals.matches, 1);
}

TEST(Play, AnswerWithoutAChoiceIsAPass) {
  Playing playing;
  FakePeer peer = playing.begin_and_accept_request();
  FakeMatch match = begin_match(peer);
  proto::Update update = match.next_choice();
  update.view.decision_due = false;
  peer.say(update);
  EXPECT_EQ(peer.expect<proto::Decide>().input, duel::Input{});
  finish(peer, match);
  EXPECT_EQ(playing.report().why_failed, "");
}

TEST(Play, ImpossibleViewsAreNotThoughtAbout) {
  const std::vector<std::function<void(duel::View&)>> spoilers{
      [](duel::View& view) { view.own.falling.reset(); },
      [](duel::View& view) { view.own.pairs[0] = {}; },
      [](duel::View& view) { view.own.falling->y = 15; },
      [](duel::View& view) { view.own.field.put(3, 12, rules::Cell::red); },
      [](duel::View& view) {
        view.own.falling->x = 1;
        view.own.falling->r = rules::Rotation::left;
      },
  };
  for (const auto& spoil : spoilers) {
    Playing playing;
    FakePeer peer = playing.begin_and_accept_request();
    FakeMatch match = begin_match(peer);
    proto::Update update = match.next_choice();
    spoil(update.view);
    peer.say(update);
    EXPECT_THAT(playing.report().why_failed, HasSubstr("the server sent an impossible view"));
  }
}

TEST(Play, AnotherRulesetOfTheSameNameIsNotPlayed) {
  Playing playing;
  FakePeer peer = playing.begin_and_accept_request();
  FakeMatch match(5, duel::Seat::one, {});
  peer.say(match.start());
  proto::GameStart start = match.game_start();
  start.ruleset_digest = "0123456789abcdef";
  peer.say(start);
  EXPECT_THAT(playing.report().why_failed, HasSubstr("another tsu-1"));
}

TEST(Play, BrainThatThrowsEndsItWithItsMessage) {
  class Thrower : public Brain {
    rules::Placement choose(const duel::View&, const limits::StopFlag&) override {
      throw std::runtime_error("out of ideas");
    }
  };
  Playing playing;
  playing.begin([](const GameInfo&) { return std::make_unique<Thrower>(); });
  FakePeer peer = playing.accept_request();
  FakeMatch match = begin_match(peer);
  peer.say(match.next_choice());
  EXPECT_THAT(playing.report().why_failed, HasSubstr("out of ideas"));
}

TEST(Play, WrongOptionsAreRefusedAtOnce) {
  FakeServer server;
  const auto why = [&](const std::function<void(PlayOptions&)>& change) {
    PlayOptions options;
    options.server = server.address();
    change(options);
    return play(options, [](const GameInfo&) { return nullptr; }).why_failed;
  };
  EXPECT_THAT(why([](PlayOptions& options) { options.server = "nowhere"; }), HasSubstr("HOST:PORT"));
  EXPECT_THAT(why([](PlayOptions& options) { options.terms.ruleset = "none"; }), HasSubstr("no ruleset none"));
  EXPECT_THAT(why([](PlayOptions& options) { options.terms.ruleset = "jaist-1"; }), HasSubstr("played by turns"));
  EXPECT_THAT(why([](PlayOptions& options) { options.slots = 0; }), HasSubstr("at least one slot"));
}

}  // namespace
}  // namespace rensa::worker
