#include "engine/search/beam.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/duel/legal.h"
#include "engine/rules/drop.h"
#include "engine/rules/droppable.h"
#include "engine/rules/picture.h"
#include "engine/rules/rng.h"
#include "tests/engine/search/quiet_fields.h"

namespace rensa::search {

bool operator==(const Growth& a, const Growth& b) {
  return a.lives == b.lives && a.now == b.now && a.promise == b.promise;
}

void PrintTo(const Growth& growth, std::ostream* out) {
  *out << (growth.lives ? "lives, " : "dies, ") << growth.now.links << " links, promise " << growth.promise;
}

namespace {

using rules::Field;
using rules::field_of_picture;
using rules::Pair;
using enum rules::Cell;

// Nothing is cut, and what is worth building is not a matter of what plays.
constexpr BeamTerms kWhole{.trunk = 90'000,
                           .width = 90'000,
                           .depth = 3,
                           .futures = 2,
                           .late_room = 24,
                           .late_futures = 3,
                           .haste = 50,
                           .enough = 300};
constexpr FiringTerms kFiring{.formula = rules::AttackFormula::score, .choke = rules::Choke::spawn_cell, .colours = 4};
constexpr StackingWeights kWeights{.link = 1000,
                                   .puyo = -150,
                                   .trigger_row = 20,
                                   .contact = 30,
                                   .between = 20,
                                   .step = -5,
                                   .garbage = -40,
                                   .tear = -25,
                                   .wasted = -60};
constexpr StackingPlan kPlan{{kWeights, kWeights, kWeights}};
constexpr StackingWeights kPenalty{.step = -50, .garbage = -100, .tear = -25};
constexpr StackingPlan kPenalties{{kPenalty, kPenalty, kPenalty}};

// Every line played out, level by level. A field is a node once in a level: whoever leads to it has it with the best of
// the ways there.
class NaiveBeam {
 public:
  NaiveBeam(const BeamTerms& terms, const StackingPlan& plan, const FiringTerms& firing)
      : terms_(terms), plan_(plan), firing_(firing) {}

  Growths look(const Field& field, const std::vector<Pair>& known, std::uint64_t seed) {
    Growths growths;
    Level planted;
    const std::uint32_t possible = rules::droppable_placements(field.heights());
    for (std::size_t i = 0; i < growths.size(); ++i) {
      if ((possible >> i & 1U) == 0) continue;
      if (known[0].axis == known[0].child && i >= growths.size() / 2) continue;
      Field placed = field;
      growths[i].now = put(placed, known[0], i);
      growths[i].lives = !duel::is_lost(placed, firing_.choke);
      if (growths[i].lives) add(planted, placed, {i}, worth_of_move(field, i, growths[i].now));
    }

    const bool is_late = rules::kVisibleCells.without(field.occupied()).count() <= terms_.late_room;
    const int futures = is_late ? terms_.late_futures : terms_.futures;
    std::array<std::int64_t, rules::kPlacementCount> sums{};
    for (int future = 0; future < futures; ++future) {
      best_.fill(kDoom);
      Level level = planted;
      if (known.size() == 1) credit(level);
      rules::Rng rng(seed, static_cast<std::uint64_t>(future));
      for (int hand = 1; hand < terms_.depth; ++hand) {
        const bool is_known = hand < std::ssize(known);
        level = grown(level, is_known ? known[static_cast<std::size_t>(hand)] : drawn(rng), permille_of(hand, known));
        if (is_known || hand + 1 == terms_.depth) credit(level);
      }
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += best_[i];
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (growths[i].lives) growths[i].promise = static_cast<int>(sums[i] / futures);
    }
    return growths;
  }

 private:
  struct Node {
    Field field;
    std::set<std::size_t> roots;
    int actions = 0;
  };
  using Level = std::map<std::string, Node>;  // by picture

  Pair drawn(rules::Rng& rng) const {
    const auto colours = static_cast<std::uint32_t>(firing_.colours);
    const rules::Cell axis = rules::kColours[rng.below(colours)];
    return {axis, rules::kColours[rng.below(colours)]};
  }

  static rules::ChainResult put(Field& field, Pair pair, std::size_t placement) {
    rules::drop_pair(field, pair, rules::kPlacements[placement]);
    return rules::simulate_chain(field);
  }

  int worth_of_move(const Field& before, std::size_t placement, const rules::ChainResult& chain) const {
    const StackingWeights& weights = plan_.of(phase_of(before));
    const int tear = rules::tears(before.heights(), rules::kPlacements[placement]) ? weights.tear : 0;
    return tear + weights.wasted * chain.links;
  }

  static void add(Level& level, const Field& field, const std::set<std::size_t>& roots, int actions) {
    const auto [at, is_new] = level.try_emplace(rules::picture_of(field), Node{field, roots, actions});
    if (is_new) return;
    at->second.roots.insert(roots.begin(), roots.end());
    at->second.actions = std::max(at->second.actions, actions);
  }

  void promise(const std::set<std::size_t>& roots, int points) {
    for (const std::size_t root : roots) best_[root] = std::max(best_[root], points);
  }

  void credit(const Level& level) {
    for (const auto& [picture, node] : level) {
      const StackingWeights& weights = plan_.of(phase_of(node.field));
      promise(node.roots, node.actions + worth_of(node.field, firing_.colours, weights));
    }
  }

  int permille_of(int hand, const std::vector<Pair>& known) const {
    if (!terms_.race) return 1000 - terms_.haste * std::max(hand - static_cast<int>(known.size()) + 1, 0);
    int permille = 1000;
    for (int i = 0; i < hand; ++i) permille = permille * terms_.race->left_permille / 1000;
    return permille;
  }

  // What a chain counts that is built for, from the field that it starts in.
  std::optional<int> counted(const Field& placed, const rules::ChainResult& chain, int permille) const {
    if (!terms_.race) {
      return chain.score >= terms_.enough ? std::optional(chain.score * permille / 1000) : std::nullopt;
    }
    if (chain.links < terms_.race->links) return std::nullopt;
    const bool by_literature = firing_.formula == rules::AttackFormula::literature;
    const int attack = by_literature ? literature_attack_of(placed) : chain.score;
    return std::min(attack / terms_.race->attack_for_one, terms_.race->most) * permille;
  }

  Level grown(const Level& level, Pair pair, int permille) {
    Level next;
    for (const auto& [picture, node] : level) {
      const std::uint32_t possible = rules::droppable_placements(node.field.heights());
      for (std::size_t i = 0; i < rules::kPlacementCount; ++i) {
        if ((possible >> i & 1U) == 0) continue;
        Field before = node.field;
        rules::drop_pair(before, pair, rules::kPlacements[i]);
        Field placed = before;
        const rules::ChainResult chain = rules::simulate_chain(placed);
        if (const std::optional<int> count = counted(before, chain, permille)) {
          promise(node.roots, *count);
        } else if (!duel::is_lost(placed, firing_.choke)) {
          add(next, placed, node.roots, node.actions + worth_of_move(node.field, i, chain));
        }
      }
    }
    return next;
  }

  BeamTerms terms_;
  StackingPlan plan_;
  FiringTerms firing_;
  std::array<int, rules::kPlacementCount> best_{};
};

std::vector<Pair> random_pairs(rules::Rng& rng, int count) {
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) pairs.push_back({rules::kColours[rng.below(4)], rules::kColours[rng.below(4)]});
  return pairs;
}

Growths look_at_all(Beam& beam, const Field& field, const std::vector<Pair>& known, std::uint64_t seed) {
  return beam.look(field, known, rules::droppable_placements(field.heights()), seed);
}

TEST(Beam, FindsWhatPlayingEveryLineFinds) {
  rules::Rng rng(71, 1);
  int with_chains = 0;
  for (int i = 0; i < 60; ++i) {
    const Field field = random_play(rng, 3 + i % 36);
    const std::vector<Pair> known = random_pairs(rng, 1 + i % 3);
    BeamTerms terms = kWhole;
    if (i % 20 == 2) terms.depth = 4;
    if (i % 5 == 0) terms.enough = 1'000'000;
    FiringTerms firing = kFiring;
    if (i % 4 == 0) firing.choke = rules::Choke::no_move;
    if (i % 7 == 3) terms.race = {.links = 1, .most = 5, .attack_for_one = 70, .left_permille = 900};
    if (i % 7 == 5) {
      terms.race = {.links = 2, .most = 20, .attack_for_one = 1, .left_permille = 850};
      firing.formula = rules::AttackFormula::literature;
    }
    const std::uint64_t seed = rng.next();
    const StackingPlan& plan = i % 3 == 0 ? kPenalties : kPlan;
    Beam beam(terms, plan, firing);
    const Growths found = look_at_all(beam, field, known, seed);
    const Growths expected = NaiveBeam(terms, plan, firing).look(field, known, seed);
    ASSERT_EQ(found, expected) << "case " << i << '\n' << rules::picture_of(field);
    with_chains += std::ranges::any_of(expected, [](const Growth& growth) { return growth.now.links > 0; }) ? 1 : 0;
  }
  EXPECT_GT(with_chains, 20);
}

TEST(Beam, ABadFieldIsBetterThanNone) {
  Beam beam({.depth = 2, .futures = 2}, kPenalties, kFiring);
  const std::vector<Pair> known{{red, blue}};
  const Growths bad = look_at_all(beam, field_of_picture("O.....\nO.....\nO....."), known, 1);
  for (const Growth& growth : bad) {
    EXPECT_LT(growth.promise, 0);
    EXPECT_GT(growth.promise, kDoom);
  }
  EXPECT_GT(bad[2].promise, bad[0].promise) << "a higher step";
}

TEST(Beam, DoesNotDependOnEarlierCalls) {
  rules::Rng rng(72, 1);
  constexpr BeamTerms kNarrow{.trunk = 20, .width = 5, .depth = 6, .futures = 3, .late_futures = 4};
  const Field field = random_play(rng, 12);
  const std::vector<Pair> known = random_pairs(rng, 2);
  Beam beam(kNarrow, kPlan, kFiring);
  const Growths first = look_at_all(beam, field, known, 5);
  for (int i = 0; i < 10; ++i) look_at_all(beam, random_play(rng, 4 * i), random_pairs(rng, 1 + i % 3), 6);
  EXPECT_EQ(look_at_all(beam, field, known, 5), first);
  Beam other(kNarrow, kPlan, kFiring);
  EXPECT_EQ(look_at_all(other, field, known, 5), first);
  EXPECT_NE(look_at_all(other, field, known, 6), first) << "other futures";
}

TEST(Beam, LooksAtNoMoreThanItIsAsked) {
  Beam beam(kWhole, kPlan, kFiring);
  constexpr std::uint32_t kAsked = 1U << 3 | 1U << 8;
  const Growths growths = beam.look(field_of_picture("RGB...\n"), std::vector<Pair>{{red, blue}}, kAsked, 1);
  for (std::size_t i = 0; i < growths.size(); ++i) {
    EXPECT_EQ(growths[i].lives, (kAsked >> i & 1U) != 0) << i;
    if (!growths[i].lives) {
      EXPECT_EQ(growths[i], Growth{});
    }
  }
}

TEST(Beam, LeavesTheSecondHalvesOfDoublesAsTheyAreMade) {
  Beam beam(kWhole, kPlan, kFiring);
  const Growths growths = look_at_all(beam, field_of_picture("RGB...\n"), {{red, red}, {blue, green}}, 1);
  for (std::size_t i = 0; i < growths.size(); ++i) {
    EXPECT_EQ(growths[i].lives, i < growths.size() / 2) << i;
    if (!growths[i].lives) {
      EXPECT_EQ(growths[i], Growth{});
    }
  }
}

Field spawn_column_of(int height) {
  Field field;
  for (int y = 1; y <= height; ++y) field.put(rules::kSpawnColumn, y, garbage);
  return field;
}

constexpr std::size_t kUprightOnSpawn = 2;

TEST(Beam, WhatChokesDoesNotLive) {
  ASSERT_EQ(rules::kPlacements[kUprightOnSpawn], (rules::Placement{rules::kSpawnColumn, rules::Rotation::up}));
  const Field field = spawn_column_of(11);
  Beam beam(kWhole, kPlan, kFiring);
  const Growths growths = look_at_all(beam, field, {{red, blue}}, 1);
  EXPECT_FALSE(growths[kUprightOnSpawn].lives);
  EXPECT_EQ(growths[kUprightOnSpawn].promise, 0);
  EXPECT_TRUE(growths[0].lives);
  FiringTerms no_move = kFiring;
  no_move.choke = rules::Choke::no_move;
  Beam other(kWhole, kPlan, no_move);
  EXPECT_TRUE(look_at_all(other, field, {{red, blue}}, 1)[kUprightOnSpawn].lives) << "other placements are left";
}

constexpr StackingPlan kWorthless{};

TEST(Beam, ATriggerIsSeenInTheNextKnownPair) {
  const Field field = field_of_picture(
      "..B...\n"
      "RRRBBB\n");
  // The next pair fires two links, whatever the current one does on columns 4 to 6.
  constexpr int kTwoLinks = 40 + 40 * 8;
  BeamTerms terms = kWhole;
  terms.depth = 2;
  terms.futures = 1;
  terms.enough = kTwoLinks;
  const std::vector<Pair> known = {{yellow, green}, {red, yellow}};
  Beam beam(terms, kWorthless, kFiring);
  EXPECT_EQ(look_at_all(beam, field, known, 1)[5].promise, kTwoLinks);
  terms.enough = kTwoLinks + 1;
  Beam wants_more(terms, kWorthless, kFiring);
  EXPECT_EQ(look_at_all(wants_more, field, known, 1)[5].promise, 0) << "too few points are but a field without them";
}

TEST(Beam, AChainOfEnoughPointsEndsItsLine) {
  const Field field = field_of_picture(
      "..B...\n"
      "RRRBBB\n");
  BeamTerms terms = kWhole;
  terms.depth = 2;
  terms.futures = 1;
  // What it leaves would be worth more than the chain; so it is where the chain is not enough.
  StackingPlan plan;
  for (StackingWeights& weights : plan.phases) weights.wasted = 5000;
  const std::vector<Pair> known = {{yellow, green}, {red, yellow}};
  terms.enough = 100;
  Beam ends(terms, plan, kFiring);
  EXPECT_EQ(look_at_all(ends, field, known, 1)[5].promise, 360);
  terms.enough = 1'000;
  Beam goes_on(terms, plan, kFiring);
  EXPECT_EQ(look_at_all(goes_on, field, known, 1)[5].promise, 2 * 5000);
}

TEST(Beam, InARaceTheSoonerOfEqualChainsCountsMore) {
  const Field field = field_of_picture(
      "..B...\n"
      "RRRBBB\n");
  BeamTerms terms = kWhole;
  terms.race = {.links = 2, .most = 20, .attack_for_one = 1, .left_permille = 800};
  FiringTerms literature = kFiring;
  literature.formula = rules::AttackFormula::literature;
  Beam beam(terms, kWorthless, literature);
  // Two links are six by the literature; upright on column 6 the current pair is in nobody's way.
  constexpr std::size_t kUprightOnTheRight = 5;
  const auto promise = [&](const std::vector<Pair>& known) {
    return look_at_all(beam, field, known, 1)[kUprightOnTheRight].promise;
  };
  EXPECT_EQ(promise({{yellow, green}, {red, yellow}, {green, green}}), 6 * 800);
  EXPECT_EQ(promise({{yellow, green}, {green, yellow}, {red, green}}), 6 * 640);
}

TEST(Beam, InARaceThereIsNoWaitingForMoreThanCounts) {
  const Field field = field_of_picture(
      "..B...\n"
      "RRRBBB\n");
  BeamTerms terms = kWhole;
  terms.depth = 2;
  terms.race = {.links = 2, .most = 4, .attack_for_one = 1, .left_permille = 800};
  FiringTerms literature = kFiring;
  literature.formula = rules::AttackFormula::literature;
  Beam beam(terms, kWorthless, literature);
  EXPECT_EQ(look_at_all(beam, field, {{yellow, green}, {red, yellow}}, 1)[5].promise, 4 * 800);
}

TEST(Beam, HasteTakesItsPartOfAChainByTheDrawnPairsItWaitsFor) {
  // Whatever is drawn fires something, and the current pair hides nothing of it.
  const Field field = field_of_picture(
      "GGG...\n"
      "BBB...\n"
      "RRRYYY\n");
  BeamTerms terms = kWhole;
  terms.depth = 2;
  terms.enough = 1;
  terms.futures = 1;
  int chains = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    BeamTerms one = terms;
    one.haste = 0;
    Beam waits(one, kWorthless, kFiring);
    one.haste = 100;
    Beam hastens(one, kWorthless, kFiring);
    const Growths long_run = look_at_all(waits, field, {{purple, purple}}, seed);
    const Growths short_run = look_at_all(hastens, field, {{purple, purple}}, seed);
    for (std::size_t i = 0; i < long_run.size(); ++i) {
      EXPECT_EQ(short_run[i].promise, long_run[i].promise * 900 / 1000);
      chains += long_run[i].promise > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(chains, 20);
}

// By the terms' own words: after the known pairs `trunk` fields grow in each future, and `width` after each drawn pair.
int most_weighed(const BeamTerms& terms) {
  const int grown = std::max(terms.futures, terms.late_futures) * (terms.trunk + (terms.depth - 3) * terms.width);
  return (rules::kPlacementCount + grown) * rules::kPlacementCount;
}

TEST(Beam, IsMadeSoWideThatAboutSoManyNodesAreWeighed) {
  constexpr BeamTerms kTerms{.trunk = 100, .width = 20, .depth = 12, .futures = 6, .late_futures = 30};
  EXPECT_EQ(with_nodes(kTerms, 0), kTerms);
  EXPECT_EQ(with_nodes(kTerms, most_weighed(kTerms)), kTerms);
  for (const int nodes : {20'000, 50'000, 200'000, 1'000'000, 5'000'000}) {
    const BeamTerms scaled = with_nodes(kTerms, nodes);
    EXPECT_NEAR(most_weighed(scaled), nodes, nodes / 4) << nodes;
    BeamTerms same = scaled;
    same.trunk = kTerms.trunk;
    same.width = kTerms.width;
    EXPECT_EQ(same, kTerms) << "nothing else changes";
  }
}

TEST(Beam, KeepsAFieldAtLeast) {
  const BeamTerms narrowest = with_nodes({}, 1);
  EXPECT_EQ(narrowest.trunk, 1);
  EXPECT_EQ(narrowest.width, 1);
  Beam beam(narrowest, kPlan, kFiring);
  EXPECT_TRUE(look_at_all(beam, {}, {{red, blue}, {red, blue}}, 1)[0].lives);
}

TEST(Beam, KeepsNoMoreThanMemoryHolds) {
  const BeamTerms widest = with_nodes({}, 2'000'000'000);
  EXPECT_LE(widest.trunk, 100'000);
  EXPECT_LE(widest.width, 100'000);
}

}  // namespace
}  // namespace rensa::search
