#include "engine/search/potential.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/droppable.h"
#include "engine/rules/link.h"
#include "engine/rules/picture.h"
#include "engine/rules/rng.h"
#include "engine/search/hope.h"
#include "engine/search/shape.h"

namespace rensa::search {
namespace {

using rules::Field;
using rules::field_of_picture;
using rules::Pair;

// The same, as it would be said: every placement of every pair, one by one, nothing remembered.
class Naive {
 public:
  Naive(std::vector<Pair> pairs, const FiringTerms& terms) : pairs_(std::move(pairs)), terms_(terms) {}

  Prospect prospect(const Field& field, std::size_t index) const {
    Prospect prospect;
    Field after = field;
    prospect.now = play(after, 0, index);
    prospect.lives = !is_lost(after);
    if (!prospect.lives) return prospect;
    prospect.attacks[0] = prospect.now.attack;
    prospect.hope = -1'000'000'000;
    look(after, 1, prospect);
    return prospect;
  }

 private:
  bool is_lost(const Field& field) const {
    if (terms_.choke == rules::Choke::spawn_cell) return field.is_choked();
    return rules::droppable_placements(field.heights()) == 0;
  }

  Firing play(Field& field, std::size_t hand, std::size_t index) const {
    rules::drop_pair(field, pairs_[hand], rules::kPlacements[index]);
    const int literature = literature_attack_of(field);
    const rules::ChainResult chain = rules::simulate_chain(field);
    if (chain.links == 0) return {};
    return {.attack = terms_.formula == rules::AttackFormula::score ? chain.score : literature,
            .links = chain.links,
            .hand = static_cast<int>(hand) + 1};
  }

  void look(const Field& field, std::size_t hand, Prospect& prospect) const {
    if (hand == pairs_.size()) {
      prospect.hope = std::max(prospect.hope, hope_of(field, terms_.colours).value() + 5 * shape_of(field));
      return;
    }
    for (std::size_t i = 0; i < rules::kPlacementCount; ++i) {
      if ((rules::droppable_placements(field.heights()) >> i & 1U) == 0) continue;
      Field after = field;
      const Firing firing = play(after, hand, i);
      if (firing.hand > 0) {
        prospect.later = std::max(prospect.later, firing);
        if (prospect.now.hand == 0) {
          int& attack = prospect.attacks.at(hand);
          attack = std::max(attack, firing.attack);
        }
      } else if (!is_lost(after)) {
        look(after, hand + 1, prospect);
      }
    }
  }

  std::vector<Pair> pairs_;
  FiringTerms terms_;
};

Pair random_pair(rules::Rng& rng, std::uint32_t colours) {
  return {rules::kColours[rng.below(colours)], rules::kColours[rng.below(colours)]};
}

Field random_field(rules::Rng& rng, int pairs, std::uint32_t colours) {
  Field field;
  for (int i = 0; i < pairs; ++i) {
    const std::uint32_t open = rules::droppable_placements(field.heights());
    const std::size_t index = rng.below(rules::kPlacementCount);
    if ((open >> index & 1U) == 0) continue;
    rules::drop_pair(field, random_pair(rng, colours), rules::kPlacements[index]);
    rules::simulate_chain(field);
  }
  return field;
}

TEST(Potential, AgreesWithEveryPlacementTriedOneByOne) {
  rules::Rng rng(17);
  for (int round = 0; round < 24; ++round) {
    const std::uint32_t colours = 3 + rng.below(3);
    const Field field = random_field(rng, 4 + round, colours);
    if (field.is_choked()) continue;
    std::vector<Pair> pairs{random_pair(rng, colours)};
    if (round % 4 != 0) pairs.push_back(random_pair(rng, colours));
    if (round % 6 == 3) pairs.push_back(random_pair(rng, colours));
    const FiringTerms terms{.formula = round % 2 == 0 ? rules::AttackFormula::score : rules::AttackFormula::literature,
                            .choke = round % 3 == 0 ? rules::Choke::no_move : rules::Choke::spawn_cell,
                            .colours = static_cast<int>(colours)};
    const std::uint32_t open = rules::droppable_placements(field.heights());
    const Prospects prospects = prospects_of(field, pairs, open, terms);
    const Naive naive(pairs, terms);
    const bool is_double = pairs[0].axis == pairs[0].child;
    for (std::size_t i = 0; i < (is_double ? rules::kPlacementCount / 2 : rules::kPlacementCount); ++i) {
      if ((open >> i & 1U) == 0) continue;
      const Prospect expected = naive.prospect(field, i);
      EXPECT_EQ(prospects[i].lives, expected.lives);
      EXPECT_EQ(prospects[i].now, expected.now);
      EXPECT_EQ(prospects[i].later, expected.later);
      EXPECT_EQ(prospects[i].attacks, expected.attacks);
      EXPECT_EQ(prospects[i].hope, expected.hope);
    }
  }
}

TEST(Firing, LiteratureCountsEachLinkAndWhatIsBeyondFour) {
  // One link of five: 0 + 1 * 1. Two links of four: 3 * 2 * 1.
  EXPECT_EQ(literature_attack_of(field_of_picture("RRRRR.")), 1);
  EXPECT_EQ(literature_attack_of(field_of_picture("...B.B\n"
                                                  "RRRRBB")),
            6);
}

// Every column, colour and number, simulated link by link.
Hope naive_hope(const Field& field, int colours) {
  Hope best;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const int height = field.heights()[static_cast<std::size_t>(x)];
    for (int colour = 0; colour < colours; ++colour) {
      for (int puyos = 1; puyos <= 3 && height < 11 && height + puyos <= 12; ++puyos) {
        Field placed = field;
        for (int i = 1; i <= puyos; ++i) placed.put(x, height + i, rules::kColours[static_cast<std::size_t>(colour)]);
        int links = 0;
        for (; rules::erase_groups(placed).erased > 0; ++links) rules::settle(placed);
        if (links == 0) continue;
        const Hope hope{.links = links, .puyos = puyos};
        if (hope.value() > best.value()) best = hope;
        break;
      }
    }
  }
  return best;
}

TEST(Hope, IsTheLongestChainThatAFewPuyosFire) {
  rules::Rng rng(5);
  int hopeful = 0;
  for (int round = 0; round < 400; ++round) {
    const int colours = 3 + round % 3;
    const Field field = random_field(rng, 4 + round % 32, static_cast<std::uint32_t>(colours));
    EXPECT_EQ(hope_of(field, colours), naive_hope(field, colours));
    hopeful += hope_of(field, colours).links > 1 ? 1 : 0;
  }
  EXPECT_GT(hopeful, 100);
}

TEST(Hope, IsNothingWhereNothingIsAlike) {
  EXPECT_EQ(hope_of(Field(), 4), Hope{});
  EXPECT_EQ(hope_of(field_of_picture("OO..OO"), 4), Hope{});
  EXPECT_EQ(hope_of(field_of_picture("RBYGRB"), 4), (Hope{.links = 1, .puyos = 3}));
}

TEST(Shape, LikesNeighboursAndDislikesSteps) {
  EXPECT_GT(shape_of(field_of_picture("RR....")), shape_of(field_of_picture("RB....")));
  EXPECT_GT(shape_of(field_of_picture("RRR...")), shape_of(field_of_picture("RR.R..")));
  EXPECT_GT(shape_of(field_of_picture("RB..BR")), shape_of(field_of_picture("R.....\nB.....\nY.....\nG.....")));
}

}  // namespace
}  // namespace rensa::search
