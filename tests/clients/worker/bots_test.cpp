#include <gtest/gtest.h>
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
