#include "engine/search/exchange.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <ostream>
#include <utility>
#include <vector>

#include "engine/rules/rng.h"
#include "tests/engine/search/drawn_tree.h"
#include "tests/engine/search/naive_exchange.h"

namespace rensa::search {

void PrintTo(const ExchangeResult& exchange, std::ostream* out) {
  *out << exchange.garbage[0] << " fall on own, " << exchange.garbage[1] << " on theirs from frame "
       << exchange.falls_at << " after " << exchange.chains << " chains; choice " << exchange.choice;
}

namespace {

// The search without limits.
ExchangeResult solve_exchange(const ExchangeSide& own, const ExchangeSide& theirs, const ExchangeSettings& settings) {
  limits::SearchBudget budget(limits::SearchLimits{});
  return search::solve_exchange(own, theirs, settings, budget);
}

constexpr ExchangeSettings kTerms = {.frames_per_hand = 50};
constexpr ExchangeSettings kTheirsFirst = {.first = ExchangeSeat::theirs, .frames_per_hand = 50};

// Two links, the second of two groups in two colours: 40 + 80 x (8 + 3) points, 13 garbage. Plain chains of 2, 3, 4, 5
// and 11 links are worth 5, 14, 32, 69 and 672, of 12 and 14 links 837 and 1221.
DrawnChain two_dub(int fire, int end, std::vector<DrawnChain> then) {
  return {.links = 2, .fire = fire, .end = end, .then = std::move(then), .score = 920};
}

DrawnChain chain(int links, int fire, int end, std::vector<DrawnChain> then = {}) {
  return {.links = links, .fire = fire, .end = end, .then = std::move(then)};
}

constexpr std::size_t kFirstChain = 1;

ExchangeResult between(const ChainTree& own, const ChainTree& theirs, const ExchangeSettings& settings = kTerms) {
  return solve_exchange({.tree = &own}, {.tree = &theirs}, settings);
}

// Document 004, case 1: their only chain is drawn too late.
TEST(Exchange, ATwoLinkChainThatCannotBeAnsweredLands) {
  const ChainTree own = drawn_tree({two_dub(0, 120, {chain(11, 120, 550)}), chain(3, 0, 150, {chain(5, 0, 250)})});
  const ChainTree theirs = drawn_tree({chain(14, 240, 840)});
  // The two-dub has been fired, and the other side decides.
  const ExchangeResult fired = solve_exchange({.tree = &own, .fired = kFirstChain, .free_at = 120},
                                              {.tree = &theirs, .incoming = 13, .certain_at = 120}, kTheirsFirst);
  EXPECT_EQ(fired, (ExchangeResult{.garbage = {0, 13}, .falls_at = 150}));
  // Before it is fired, the three links that end by 150 are in time as well, and send one piece more.
  EXPECT_EQ(between(own, theirs), (ExchangeResult{.garbage = {0, 14}, .falls_at = 200, .chains = 1, .choice = 2}));
}

// If the fourteen links are ready by frame 120, no attack pays.
TEST(Exchange, ASideDoesNotFireIfTheAnswerIsGreater) {
  const ChainTree own = drawn_tree({two_dub(0, 120, {chain(11, 120, 550)}), chain(3, 0, 150)});
  const ChainTree theirs = drawn_tree({chain(14, 120, 840)});
  const ExchangeResult fired = solve_exchange({.tree = &own, .fired = kFirstChain, .free_at = 120},
                                              {.tree = &theirs, .incoming = 13, .certain_at = 120}, kTheirsFirst);
  // Their fourteen links last until 840, so that our eleven are drawn in time and take a part of it away.
  EXPECT_EQ(fired,
            (ExchangeResult{.garbage = {1221 - 13 - 672, 0}, .falls_at = 870, .chains = 2, .choice = kFirstChain}));
}

// Document 004, case 2. The frames of the next chains count from the end of the chain before: their two links are drawn
// at 260 + 130 and their twelve at 260 + 250, but our four links are over at 120 + 150.
ChainTree answering(int two_links_fire) {
  return drawn_tree(
      {chain(4, 60, 260, {chain(2, two_links_fire, two_links_fire + 70), chain(12, 250, 600)}), chain(14, 240, 840)});
}

ChainTree two_dub_then_four(const std::vector<DrawnChain>& then = {}) {
  return drawn_tree({two_dub(0, 120, {chain(4, 0, 150, then), chain(11, 120, 550)})});
}

TEST(Exchange, AnAnswerToATwoLinkChainIsAnsweredToo) {
  const ChainTree own = two_dub_then_four({chain(5, 0, 250)});
  const ChainTree theirs = answering(130);
  // They have answered by four links: 13 are cancelled, 19 come.
  const ExchangeResult answered =
      solve_exchange({.tree = &own, .fired = kFirstChain, .free_at = 120, .incoming = 19, .certain_at = 260},
                     {.tree = &theirs, .fired = kFirstChain, .free_at = 260}, kTerms);
  EXPECT_EQ(answered, (ExchangeResult{.garbage = {0, 13}, .falls_at = 310, .chains = 1, .choice = 2}));
  EXPECT_EQ(own.nodes[answered.choice].links, 4) << "not eleven, for twelve would answer those";
  // So their answer changes nothing, and 13 fall either way.
  EXPECT_EQ(between(own, theirs),
            (ExchangeResult{.garbage = {0, 13}, .falls_at = 150, .chains = 1, .choice = kFirstChain}));
}

TEST(Exchange, ASmallLastAnswerLeavesAboutTenGarbage) {
  const ChainTree own = two_dub_then_four();
  const ChainTree theirs = answering(10);
  // Two-dub, four links, four links, two links: 13 - 32 + 32 - 5.
  EXPECT_EQ(between(own, theirs),
            (ExchangeResult{.garbage = {0, 8}, .falls_at = 340, .chains = 4, .choice = kFirstChain}));
}

// With five links to follow, two in between would only bring them down.
TEST(Exchange, AnAnswerThatInvitesMoreIsNotGiven) {
  const ChainTree own = two_dub_then_four({chain(5, 0, 250)});
  const ChainTree theirs = answering(10);
  EXPECT_EQ(between(own, theirs),
            (ExchangeResult{.garbage = {0, 13}, .falls_at = 150, .chains = 1, .choice = kFirstChain}));
}

TEST(Exchange, WithoutChainsNoGarbageFalls) {
  const ChainTree nothing = drawn_tree({});
  EXPECT_EQ(between(nothing, nothing), ExchangeResult{});
}

TEST(Exchange, IncomingGarbageFallsWithoutAnAnswer) {
  const ChainTree nothing = drawn_tree({});
  const ChainTree late = drawn_tree({chain(5, 101, 300)});
  EXPECT_EQ(solve_exchange({.tree = &late, .incoming = 20, .certain_at = 100}, {.tree = &nothing}, kTerms),
            (ExchangeResult{.garbage = {20, 0}, .falls_at = 150}));
  const ChainTree just_in_time = drawn_tree({chain(5, 100, 300)});
  EXPECT_EQ(solve_exchange({.tree = &just_in_time, .incoming = 20, .certain_at = 100}, {.tree = &nothing}, kTerms),
            (ExchangeResult{.garbage = {0, 49}, .falls_at = 350, .chains = 1, .choice = kFirstChain}));
}

TEST(Exchange, GarbageWaitsForTheEndOfItsVictimsChain) {
  const ChainTree nothing = drawn_tree({});
  EXPECT_EQ(
      solve_exchange({.tree = &nothing, .free_at = 400, .incoming = 20, .certain_at = 100}, {.tree = &nothing}, kTerms),
      (ExchangeResult{.garbage = {20, 0}, .falls_at = 400}));
}

TEST(Exchange, ASecondChainMayAddToTheFirstBeforeItFalls) {
  const ChainTree nothing = drawn_tree({});
  const ChainTree in_time = drawn_tree({chain(3, 0, 110, {chain(4, 40, 240)})});
  EXPECT_EQ(between(in_time, nothing),
            (ExchangeResult{.garbage = {0, 46}, .falls_at = 400, .chains = 2, .choice = kFirstChain}));
  const ChainTree too_late = drawn_tree({chain(3, 0, 110, {chain(4, 41, 241)})});
  EXPECT_EQ(between(too_late, nothing),
            (ExchangeResult{.garbage = {0, 14}, .falls_at = 150, .chains = 1, .choice = kFirstChain}));
}

TEST(Exchange, AWaitingSideMayBeAttacked) {
  const ChainTree nothing = drawn_tree({});
  const ChainTree three = drawn_tree({chain(3, 0, 150)});
  EXPECT_EQ(between(nothing, three), (ExchangeResult{.garbage = {14, 0}, .falls_at = 200, .chains = 1}));
}

TEST(Exchange, TheGarbageRateIsPointsForOneGarbage) {
  const ChainTree nothing = drawn_tree({});
  const ChainTree three = drawn_tree({chain(3, 0, 150)});
  EXPECT_EQ(between(three, nothing, {.garbage_rate = 35, .frames_per_hand = 50}).net(), 28);
}

std::vector<DrawnChain> random_chains(rules::Rng& rng, int depth) {
  std::vector<DrawnChain> chains;
  for (std::uint32_t i = rng.below(4); i > 0; --i) {
    const int fire = static_cast<int>(rng.below(6)) * 30;
    const int end = fire + 60 + static_cast<int>(rng.below(6)) * 50;
    DrawnChain made = {
        .links = 1, .fire = fire, .end = end, .then = {}, .score = 40 + static_cast<int>(rng.below(30)) * 70};
    if (depth > 1) made.then = random_chains(rng, depth - 1);
    chains.push_back(made);
  }
  return chains;
}

ExchangeSide random_fighter(rules::Rng& rng, const ChainTree& tree) {
  ExchangeSide fighter{.tree = &tree};
  if (rng.below(3) == 0) fighter.free_at = static_cast<int>(rng.below(300));
  if (rng.below(3) == 0) fighter.incoming = static_cast<int>(rng.below(30));
  fighter.certain_at = static_cast<int>(rng.below(300));
  return fighter;
}

TEST(Exchange, EqualsPlayingEveryLine) {
  rules::Rng rng(1);
  int lines = 0;
  int deepest = 0;
  for (int i = 0; i < 3000; ++i) {
    const int depth = i % 100 == 0 ? 3 : 2;
    const ChainTree own_tree = drawn_tree(random_chains(rng, depth));
    const ChainTree their_tree = drawn_tree(random_chains(rng, depth));
    const ExchangeSide own = random_fighter(rng, own_tree);
    const ExchangeSide theirs = random_fighter(rng, their_tree);
    const ExchangeSettings settings = {.first = rng.below(2) == 0 ? ExchangeSeat::own : ExchangeSeat::theirs,
                                       .frames_per_hand = 50};
    NaiveExchange naive(own, theirs, settings);
    const ExchangeResult expected = naive.best();
    ASSERT_EQ(solve_exchange(own, theirs, settings), expected) << "case " << i;
    lines += naive.lines();
    deepest = std::max(deepest, expected.chains);
  }
  EXPECT_GT(lines, 30000);
  EXPECT_GE(deepest, 4) << "the trees are too poor to try anything";
}

// Exchanging the sides exchanges the results.
TEST(Exchange, TheSidesMirrorEachOther) {
  rules::Rng rng(2);
  for (int i = 0; i < 500; ++i) {
    const ChainTree own_tree = drawn_tree(random_chains(rng, 2));
    const ChainTree their_tree = drawn_tree(random_chains(rng, 2));
    const ExchangeSide own = random_fighter(rng, own_tree);
    const ExchangeSide theirs = random_fighter(rng, their_tree);
    const ExchangeResult seen = solve_exchange(own, theirs, kTerms);
    ExchangeResult mirrored = solve_exchange(theirs, own, kTheirsFirst);
    std::swap(mirrored.garbage[0], mirrored.garbage[1]);
    EXPECT_EQ(seen, mirrored);
  }
}

}  // namespace
}  // namespace rensa::search
