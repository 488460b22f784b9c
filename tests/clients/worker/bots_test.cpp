#include <gtest/gtest.h>
#include <latch>
#include <rensa/worker.h>
#include <thread>

#include "clients/bindings/c/values.h"
#include "engine/rules/ruleset.h"
#include "tests/clients/worker/playing.h"

namespace rensa {
namespace {

using worker::test::begin_match;
using worker::test::FakeMatch;
using worker::test::FakePeer;
using worker::test::FakeServer;
using worker::test::finish;
using worker::test::play_choices;

// Chooses the last possible placement, and tells what it has seen.
class LastBot : public Bot {
 public:
  LastBot(const BotGame& game, std::vector<std::string>& seen) : seen_(seen) {
    seen_.push_back("game " + std::to_string(game.number) + " of " + game.terms.ruleset + " with " +
                    std::to_string(game.ruleset.colours) + " colours in seat " + std::to_string(game.seat));
  }
  std::uint32_t choose(const rensa_view& view) override {
    const std::uint32_t possible = possible_placements(view);
    std::uint32_t last = RENSA_PLACEMENTS - 1;
    while ((possible >> last & 1U) == 0) --last;
    return last;
  }
  std::string comment() override { return "last"; }
  void ended(const rensa_outcome& outcome) override { seen_.push_back("winner " + std::to_string(outcome.winner)); }

 private:
  std::vector<std::string>& seen_;
};

TEST(Bots, PlayMatchesByThePublicHeaderAlone) {
  FakeServer server;
  MatchOptions options;
  options.server = server.address();
  options.token = "secret";
  options.matches = 1;
  options.stops_on_signals = false;
  int wins = 0;
  options.match_ended = [&](const FinishedMatch& match) { wins += match.wins; };
  std::vector<std::string> seen;
  MatchSummary summary;
  std::jthread client(
      [&] { summary = play(options, [&](const BotGame& game) { return std::make_unique<LastBot>(game, seen); }); });
  FakePeer peer = server.accept();
  EXPECT_EQ(peer.greet().token, "secret");
  EXPECT_EQ(peer.expect<proto::QuickMatch>().terms, proto::Terms());
  FakeMatch match = begin_match(peer, duel::Seat::one, proto::Terms());
  play_choices(peer, match, 4);
  finish(peer, match);
  client.join();
  EXPECT_EQ(summary.why_failed, "");
  EXPECT_EQ(summary.matches, 1);
  EXPECT_EQ(summary.won, 1);
  EXPECT_EQ(wins, 1);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0], "game 1 of tsu-1 with 4 colours in seat 0");
  EXPECT_TRUE(seen[1].starts_with("winner "));
}

TEST(Bots, GetTheReasonWhyTheyCannotPlay) {
  MatchOptions options;
  options.server = "nowhere";
  options.stops_on_signals = false;
  EXPECT_NE(play(options, [](const BotGame&) { return nullptr; }).why_failed, "");
}

TEST(Bots, ThatAreNotMadeEndThePlayWithAReason) {
  FakeServer server;
  MatchOptions options;
  options.server = server.address();
  options.stops_on_signals = false;
  MatchSummary summary;
  std::jthread client([&] { summary = play(options, [](const BotGame&) { return nullptr; }); });
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  FakeMatch match = begin_match(peer, duel::Seat::one, proto::Terms());
  peer.say(match.next_choice());
  client.join();
  EXPECT_EQ(summary.why_failed, "there is no brain for a game");
}

// Chooses a number that is not a placement in one match, and the last possible placement in the others.
class CarelessBot : public LastBot {
 public:
  CarelessBot(const BotGame& game, std::vector<std::string>& seen) : LastBot(game, seen), match_(game.match) {}
  std::uint32_t choose(const rensa_view& view) override {
    return match_ == 6 ? RENSA_PLACEMENTS : LastBot::choose(view);
  }

 private:
  std::uint64_t match_;
};

TEST(Bots, ThatChooseNoPlacementResignTheirMatchAlone) {
  FakeServer server;
  MatchOptions options;
  options.server = server.address();
  options.matches = options.slots = 2;
  options.stops_on_signals = false;
  std::vector<std::string> notices;
  options.notice = [&](const std::string& notice) { notices.push_back(notice); };
  std::vector<std::string> seen;
  MatchSummary summary;
  std::jthread client(
      [&] { summary = play(options, [&](const BotGame& game) { return std::make_unique<CarelessBot>(game, seen); }); });
  FakePeer peer = server.accept();
  peer.greet();
  FakeMatch good = begin_match(peer, duel::Seat::one, proto::Terms());
  FakeMatch bad(6, duel::Seat::two, {});
  peer.expect<proto::QuickMatch>();
  peer.expect<proto::QuickMatch>();
  worker::test::begin(peer, bad);
  peer.say(bad.next_choice());
  EXPECT_EQ(peer.expect<proto::Leave>(), (proto::Leave{proto::MatchId{6}, duel::Seat::two}));
  peer.say(bad.last_update());
  peer.expect_silence();
  play_choices(peer, good, 2);
  finish(peer, bad);
  finish(peer, good);
  client.join();
  EXPECT_EQ(summary.why_failed, "");
  EXPECT_EQ(summary.matches, 2);
  EXPECT_EQ(summary.won, 1);
  EXPECT_EQ(summary.lost, 1);
  ASSERT_FALSE(notices.empty());
  EXPECT_EQ(notices.back(), "match 6 is resigned: the brain chose a placement that does not exist");
  EXPECT_EQ(seen.size(), 4U) << "both bots are told how their games ended";
}

// Ponders until it is stopped.
class PonderingBot : public LastBot {
 public:
  PonderingBot(const BotGame& game, std::vector<std::string>& seen, std::latch& began)
      : LastBot(game, seen), began_(began) {}
  std::uint32_t choose(const rensa_view& view) override {
    EXPECT_FALSE(is_stopped());
    return LastBot::choose(view);
  }
  void ponder(const rensa_view& view) override {
    EXPECT_EQ(view.is_decision_due, 0);
    if (!began_.try_wait()) began_.count_down();  // it may ponder more than once
    while (!is_stopped()) std::this_thread::yield();
  }

 private:
  std::latch& began_;
};

TEST(Bots, PonderUntilTheirNextDecisionIsDue) {
  FakeServer server;
  MatchOptions options;
  options.server = server.address();
  options.matches = 1;
  options.ponders = true;
  options.stops_on_signals = false;
  std::vector<std::string> seen;
  std::latch began(1);
  MatchSummary summary;
  std::jthread client([&] {
    summary = play(options, [&](const BotGame& game) { return std::make_unique<PonderingBot>(game, seen, began); });
  });
  FakePeer peer = server.accept();
  peer.greet();
  peer.expect<proto::QuickMatch>();
  FakeMatch match = begin_match(peer, duel::Seat::one, proto::Terms());
  play_choices(peer, match, 1);
  proto::Update update = match.next_frame();
  update.answer_due = false;
  peer.say(update);
  began.wait();
  play_choices(peer, match, 2);
  finish(peer, match);
  client.join();
  EXPECT_EQ(summary.why_failed, "");
  EXPECT_EQ(summary.won, 1);
}

TEST(Bots, PlayRulesetsThatTheyAreGivenAsJson) {
  FakeServer server;
  MatchOptions options;
  options.server = server.address();
  options.stops_on_signals = false;
  options.stop_descriptor = eventfd(0, EFD_CLOEXEC);
  options.terms.ruleset = "mine";
  const auto make_none = [](const BotGame&) { return nullptr; };
  EXPECT_EQ(play(options, make_none).why_failed, "no ruleset mine is known here");
  options.rulesets = {R"({"id": "mine", "visible_pairs": 6})"};
  EXPECT_TRUE(play(options, make_none).why_failed.starts_with("a ruleset: line 1: visible_pairs is 6"));
  options.rulesets = {R"({"id": "mine", "visible_pairs": 5})"};
  MatchSummary summary;
  std::jthread client([&] { summary = play(options, make_none); });
  FakePeer peer = server.accept();
  peer.greet();
  EXPECT_EQ(peer.expect<proto::QuickMatch>().terms.ruleset, "mine");
  eventfd_write(options.stop_descriptor, 1);
  peer.expect<proto::Leave>();
  EXPECT_FALSE(peer.hear());
  client.join();
  EXPECT_EQ(summary.why_failed, "");
  close(options.stop_descriptor);
}

TEST(Bots, HaveThePlacementsOfTheEngine) {
  duel::Game game({.ruleset = *rules::find_ruleset("tsu-1"), .seed = 4, .queue = {}});
  while (!game.is_decision_due(duel::Seat::one)) game.advance();
  const duel::View view = duel::view_for_seat(game, duel::Seat::one);
  rensa_view seen = bindings::view_of(view);
  EXPECT_EQ(possible_placements(seen), players::possible_placements(view));
  seen.is_decision_due = 0;
  EXPECT_EQ(possible_placements(seen), 0U);
  seen.is_decision_due = 1;
  seen.own.x = 9;
  EXPECT_EQ(possible_placements(seen), 0U);
}

}  // namespace
}  // namespace rensa
