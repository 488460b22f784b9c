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

void PrintTo(const Exchange& exchange, std::ostream* out) {
  *out << exchange.left[0] << " fall on own, " << exchange.left[1] << " on theirs from frame " << exchange.falls_at
       << " after " << exchange.chains << " chains; choice " << exchange.choice;
}

namespace {

constexpr ExchangeTerms kTerms = {.frames_per_hand = 50};
constexpr ExchangeTerms kTheirsFirst = {.first = Side::theirs, .frames_per_hand = 50};

// Two links, the second of two groups in two colours: 40 + 80 x (8 + 3) points, 13 garbage. Plain chains of 2, 3, 4, 5
// and 11 links are worth 5, 14, 32, 69 and 672, of 12 and 14 links 837 and 1221.
DrawnChain two_dub(int fire, int end, std::vector<DrawnChain> then) {
  return {.links = 2, .fire = fire, .end = end, .then = std::move(then), .score = 920};
}

DrawnChain chain(int links, int fire, int end, std::vector<DrawnChain> then = {}) {
  return {.links = links, .fire = fire, .end = end, .then = std::move(then)};
}

constexpr std::size_t kFirstChain = 1;

Exchange between(const HandTree& own, const HandTree& theirs, const ExchangeTerms& terms = kTerms) {
  return exchange({.tree = &own}, {.tree = &theirs}, terms);
}

// Document 004, case 1: their only chain is drawn too late.
TEST(ExchangeTest, ATwoDubThatCannotBeAnsweredLands) {
  const HandTree own = drawn_tree({two_dub(0, 120, {chain(11, 120, 550)}), chain(3, 0, 150, {chain(5, 0, 250)})});
  const HandTree theirs = drawn_tree({chain(14, 240, 840)});
  // The two-dub is fired; they are to decide.
  const Exchange fired = exchange({.tree = &own, .fired = kFirstChain, .free_at = 120},
                                  {.tree = &theirs, .owed = 13, .certain_at = 120}, kTheirsFirst);
  EXPECT_EQ(fired, (Exchange{.left = {0, 13}, .falls_at = 150}));
  // Before it is fired, the three links that end by 150 are found to be in time as well, and worth one piece more.
  EXPECT_EQ(between(own, theirs), (Exchange{.left = {0, 14}, .falls_at = 200, .chains = 1, .choice = 2}));
}

// Were the fourteen links there by frame 120, nothing could be fired at them.
TEST(ExchangeTest, NobodyFiresWhatIsAnsweredByMore) {
  const HandTree own = drawn_tree({two_dub(0, 120, {chain(11, 120, 550)}), chain(3, 0, 150)});
  const HandTree theirs = drawn_tree({chain(14, 120, 840)});
  const Exchange fired = exchange({.tree = &own, .fired = kFirstChain, .free_at = 120},
                                  {.tree = &theirs, .owed = 13, .certain_at = 120}, kTheirsFirst);
  // Their fourteen links last until 840, so that our eleven are drawn in time and take a part of it away.
  EXPECT_EQ(fired, (Exchange{.left = {1221 - 13 - 672, 0}, .falls_at = 870, .chains = 2, .choice = kFirstChain}));
}

// Document 004, case 2. The frames of what follows count from the end of the chain before: their two links are drawn
// at 260 + 130 and their twelve at 260 + 250, but our four links are over at 120 + 150.
HandTree answering(int two_links_fire) {
  return drawn_tree(
      {chain(4, 60, 260, {chain(2, two_links_fire, two_links_fire + 70), chain(12, 250, 600)}), chain(14, 240, 840)});
}

HandTree two_dub_then_four(const std::vector<DrawnChain>& then = {}) {
  return drawn_tree({two_dub(0, 120, {chain(4, 0, 150, then), chain(11, 120, 550)})});
}

TEST(ExchangeTest, AnAnsweredTwoDubIsAnsweredInTurn) {
  const HandTree own = two_dub_then_four({chain(5, 0, 250)});
  const HandTree theirs = answering(130);
  // They have answered by four links: 13 are cancelled, 19 come.
  const Exchange answered =
      exchange({.tree = &own, .fired = kFirstChain, .free_at = 120, .owed = 19, .certain_at = 260},
               {.tree = &theirs, .fired = kFirstChain, .free_at = 260}, kTerms);
  EXPECT_EQ(answered, (Exchange{.left = {0, 13}, .falls_at = 310, .chains = 1, .choice = 2}));
  EXPECT_EQ(own.nodes[answered.choice].links, 4) << "not eleven, for twelve would answer those";
  // So their answer changes nothing, and 13 fall either way.
  EXPECT_EQ(between(own, theirs), (Exchange{.left = {0, 13}, .falls_at = 150, .chains = 1, .choice = kFirstChain}));
}

TEST(ExchangeTest, TheLastSmallAnswerLeavesAboutTenToFall) {
  const HandTree own = two_dub_then_four();
  const HandTree theirs = answering(10);
  // Two-dub, four links, four links, two links: 13 - 32 + 32 - 5.
  EXPECT_EQ(between(own, theirs), (Exchange{.left = {0, 8}, .falls_at = 340, .chains = 4, .choice = kFirstChain}));
}

// With five links to follow, two in between would only bring them down.
TEST(ExchangeTest, AnAnswerThatInvitesMoreIsNotGiven) {
  const HandTree own = two_dub_then_four({chain(5, 0, 250)});
  const HandTree theirs = answering(10);
  EXPECT_EQ(between(own, theirs), (Exchange{.left = {0, 13}, .falls_at = 150, .chains = 1, .choice = kFirstChain}));
}

TEST(ExchangeTest, WithoutChainsNothingHappens) {
  const HandTree nothing = drawn_tree({});
  EXPECT_EQ(between(nothing, nothing), Exchange{});
}

TEST(ExchangeTest, WhatIsOnItsWayFallsWhereItIsNotAnswered) {
  const HandTree nothing = drawn_tree({});
  const HandTree late = drawn_tree({chain(5, 101, 300)});
  EXPECT_EQ(exchange({.tree = &late, .owed = 20, .certain_at = 100}, {.tree = &nothing}, kTerms),
            (Exchange{.left = {20, 0}, .falls_at = 150}));
  const HandTree just_in_time = drawn_tree({chain(5, 100, 300)});
  EXPECT_EQ(exchange({.tree = &just_in_time, .owed = 20, .certain_at = 100}, {.tree = &nothing}, kTerms),
            (Exchange{.left = {0, 49}, .falls_at = 350, .chains = 1, .choice = kFirstChain}));
}

TEST(ExchangeTest, GarbageWaitsForTheEndOfItsVictimsChain) {
  const HandTree nothing = drawn_tree({});
  EXPECT_EQ(exchange({.tree = &nothing, .free_at = 400, .owed = 20, .certain_at = 100}, {.tree = &nothing}, kTerms),
            (Exchange{.left = {20, 0}, .falls_at = 400}));
}

TEST(ExchangeTest, ASecondChainMayAddToTheFirstBeforeItFalls) {
  const HandTree nothing = drawn_tree({});
  const HandTree in_time = drawn_tree({chain(3, 0, 110, {chain(4, 40, 240)})});
  EXPECT_EQ(between(in_time, nothing),
            (Exchange{.left = {0, 46}, .falls_at = 400, .chains = 2, .choice = kFirstChain}));
  const HandTree too_late = drawn_tree({chain(3, 0, 110, {chain(4, 41, 241)})});
  EXPECT_EQ(between(too_late, nothing),
            (Exchange{.left = {0, 14}, .falls_at = 150, .chains = 1, .choice = kFirstChain}));
}

TEST(ExchangeTest, WhoWaitsMayBeAttacked) {
  const HandTree nothing = drawn_tree({});
  const HandTree three = drawn_tree({chain(3, 0, 150)});
  EXPECT_EQ(between(nothing, three), (Exchange{.left = {14, 0}, .falls_at = 200, .chains = 1}));
}

TEST(ExchangeTest, TheRateIsPointsForAGarbage) {
  const HandTree nothing = drawn_tree({});
  const HandTree three = drawn_tree({chain(3, 0, 150)});
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

Fighter random_fighter(rules::Rng& rng, const HandTree& tree) {
  Fighter fighter{.tree = &tree};
  if (rng.below(3) == 0) fighter.free_at = static_cast<int>(rng.below(300));
  if (rng.below(3) == 0) fighter.owed = static_cast<int>(rng.below(30));
  fighter.certain_at = static_cast<int>(rng.below(300));
  return fighter;
}

TEST(ExchangeTest, EndsLikeEveryLinePlayedOut) {
  rules::Rng rng(1);
  int lines = 0;
  int deepest = 0;
  for (int i = 0; i < 3000; ++i) {
    const int depth = i % 100 == 0 ? 3 : 2;
    const HandTree own_tree = drawn_tree(random_chains(rng, depth));
    const HandTree their_tree = drawn_tree(random_chains(rng, depth));
    const Fighter own = random_fighter(rng, own_tree);
    const Fighter theirs = random_fighter(rng, their_tree);
    const ExchangeTerms terms = {.first = rng.below(2) == 0 ? Side::own : Side::theirs, .frames_per_hand = 50};
    NaiveExchange naive(own, theirs, terms);
    const Exchange expected = naive.best();
    ASSERT_EQ(exchange(own, theirs, terms), expected) << "case " << i;
    lines += naive.lines();
    deepest = std::max(deepest, expected.chains);
  }
  EXPECT_GT(lines, 30000);
  EXPECT_GE(deepest, 4) << "the trees are too poor to try anything";
}

// Who sits where does not matter: seen from the other side, everything is turned round.
TEST(ExchangeTest, TheSidesMirrorEachOther) {
  rules::Rng rng(2);
  for (int i = 0; i < 500; ++i) {
    const HandTree own_tree = drawn_tree(random_chains(rng, 2));
    const HandTree their_tree = drawn_tree(random_chains(rng, 2));
    const Fighter own = random_fighter(rng, own_tree);
    const Fighter theirs = random_fighter(rng, their_tree);
    const Exchange seen = exchange(own, theirs, kTerms);
    Exchange mirrored = exchange(theirs, own, kTheirsFirst);
    std::swap(mirrored.left[0], mirrored.left[1]);
    EXPECT_EQ(seen, mirrored);
  }
}

}  // namespace
}  // namespace rensa::search
