#include "engine/search/possible_chains.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/notation/text.h"
#include "engine/rules/rng.h"
#include "engine/templates/chain_book.h"
#include "tests/engine/evaluation/quiet_fields.h"
#include "tests/engine/search/naive_possible_chains.h"
#include "tests/engine/templates/plain_form.h"
#include "tests/tools/field_picture.h"
#include "tests/tools/long_tests.h"

namespace rensa::search {
namespace {

using rules::Field;
using tests::field_from_picture;

std::string text_of(const rensa::naive::Cells& filled, const PossibleChain& chain) {
  return std::to_string(chain.links) + " links, " + std::to_string(chain.score) + " points, " +
         std::to_string(chain.frames) + " frames, from " + std::to_string(chain.trigger_x) + "," +
         std::to_string(chain.trigger_row) + " on\n" + notation::picture_of(naive::field_of(filled));
}

// Describes the first chain that differs.
std::string difference(const naive::ByFilledCells& found, const naive::ByFilledCells& expected) {
  for (const auto& [filled, chain] : found) {
    const auto other = expected.find(filled);
    if (other == expected.end() || other->second != chain) return "found " + text_of(filled, chain);
  }
  for (const auto& [filled, chain] : expected) {
    if (!found.contains(filled)) return "not found " + text_of(filled, chain);
  }
  return "";
}

class PossibleChains : public testing::Test {
 protected:
  // Returns the chains by their added puyos. A chain that is listed twice is a failure.
  naive::ByFilledCells found(const Field& field, const PossibleChainSettings& settings) {
    naive::ByFilledCells chains;
    limits::SearchBudget budget(limits::SearchLimits{});
    finder_->for_each(field, settings, budget, [&](const PossibleChain& chain, const Field& filled) {
      EXPECT_TRUE(chains.emplace(rensa::naive::cells_of(filled), chain).second) << "twice\n"
                                                                                << notation::picture_of(filled);
    });
    return chains;
  }
  // Returns null if it is not listed.
  const PossibleChain* listed(const naive::ByFilledCells& chains, const std::string& filled) {
    const auto at = chains.find(rensa::naive::cells_of(field_from_picture(filled)));
    return at == chains.end() ? nullptr : &at->second;
  }

  std::unique_ptr<PossibleChainFinder> finder_ = std::make_unique<PossibleChainFinder>();
};

TEST_F(PossibleChains, EqualTryingEveryAddition) {
  const int fields = tests::cases(1'000, 3'000);
  rules::Rng rng(31, 1);
  std::size_t chains = 0;
  for (int i = 0; i < fields; ++i) {
    const Field field = i % 2 == 0 ? evaluation::random_heap(rng) : evaluation::random_play(rng, i % 38);
    const int completions = 1 + i % 3;
    const auto expected = naive::Enumeration(rensa::naive::cells_of(field), completions).found();
    ASSERT_EQ(difference(found(field, {.max_completions = completions}), expected), "") << notation::picture_of(field);
    chains += expected.size();
  }
  EXPECT_GT(chains, static_cast<std::size_t>(13 * fields));
}

TEST_F(PossibleChains, AnEmptyFieldHasNone) { EXPECT_TRUE(found({}, {}).empty()); }

TEST_F(PossibleChains, OneCompletionIsOneTrigger) {
  const auto chains = found(field_from_picture("R.....\n"
                                               "GGG...\n"
                                               "RRR...\n"),
                            {.max_completions = 1});
  const PossibleChain* green = listed(chains,
                                      "RG....\n"
                                      "GGG...\n"
                                      "RRR...\n");
  ASSERT_NE(green, nullptr);
  EXPECT_EQ(green->links, 2);
  EXPECT_EQ(green->needed, (std::array<std::uint8_t, 5>{0, 0, 0, 1, 0}));
  EXPECT_EQ(green->trigger_x, 2);
  EXPECT_EQ(green->trigger_row, 3);
  EXPECT_TRUE(green->after.is_all_clear());
}

// The puyos that complete the second link lie on the field before the first link starts.
TEST_F(PossibleChains, LaterCompletionsAreKeysOnTopOfTheColumns) {
  const Field field = field_from_picture(
      "B.....\n"
      "GGG...\n"
      "BBY...\n");
  const std::string filled =
      "B.....\n"
      "BG....\n"
      "GGG...\n"
      "BBY...\n";
  EXPECT_EQ(listed(found(field, {.max_completions = 1}), filled), nullptr);
  const auto chains = found(field, {.max_completions = 2});
  const PossibleChain* chain = listed(chains, filled);
  ASSERT_NE(chain, nullptr);
  EXPECT_EQ(chain->links, 2);
  EXPECT_EQ(chain->needed, (std::array<std::uint8_t, 5>{0, 1, 0, 1, 0}));
  EXPECT_EQ(chain->trigger_x, 2);
}

TEST_F(PossibleChains, KeysNeverChoke) {
  rules::Rng rng(41, 1);
  for (int i = 0; i < 500; ++i) {
    Field field = evaluation::random_heap(rng);
    for (const auto& [cells, chain] : found(field, {})) {
      EXPECT_TRUE(chain.trigger_x == 3 || cells[3][12] == rules::Cell::empty);
    }
  }
}

TEST_F(PossibleChains, DoNotDependOnEarlierCalls) {
  rules::Rng rng(51, 1);
  const Field field = evaluation::random_play(rng, 24);
  const auto first = found(field, {});
  for (int i = 0; i < 20; ++i) found(evaluation::random_play(rng, 20), {});
  EXPECT_TRUE(found(field, {}) == first);
}

// Checks a listed chain without the search. The added puyos lie on top of the field, no group vanishes before the
// trigger's last puyo, and then the chain runs as listed.
void expect_valid(const Field& field, const PossibleChain& chain, const rensa::naive::Cells& filled) {
  const rensa::naive::Cells before = rensa::naive::cells_of(field);
  std::array<int, rules::kMaxColours> needed{};
  for (std::size_t x = 1; x <= 6; ++x) {
    for (std::size_t y = 1; y <= 14; ++y) {
      if (filled[x][y] == before[x][y]) continue;
      ASSERT_EQ(before[x][y], rules::Cell::empty);
      ASSERT_LE(y, 13U);
      ASSERT_TRUE(y == 1 || filled[x][y - 1] != rules::Cell::empty) << "it floats";
      const auto colour = std::find(rules::kColours.begin(), rules::kColours.end(), filled[x][y]);
      ASSERT_NE(colour, rules::kColours.end());
      ++needed[static_cast<std::size_t>(colour - rules::kColours.begin())];
    }
  }
  for (std::size_t i = 0; i < needed.size(); ++i) EXPECT_EQ(needed[i], chain.needed[i]);

  const auto trigger = static_cast<std::size_t>(chain.trigger_x);
  const auto height = static_cast<std::size_t>(naive::height_of(filled, chain.trigger_x));
  const auto first = static_cast<std::size_t>(chain.trigger_row);
  ASSERT_GE(height, first);
  ASSERT_LE(height, first + 2);
  rensa::naive::Cells built = filled;
  for (std::size_t y = first; y <= height; ++y) {
    EXPECT_EQ(before[trigger][y], rules::Cell::empty);
    EXPECT_EQ(filled[trigger][y], filled[trigger][first]);
    built[trigger][y] = rules::Cell::empty;
  }
  EXPECT_EQ(built[3][12], rules::Cell::empty) << "choked before the trigger";
  for (std::size_t y = first; y <= height; ++y) {
    rensa::naive::Cells cells = built;
    EXPECT_EQ(rensa::naive::simulate(cells).links, 0) << "before the trigger is complete";
    built[trigger][y] = filled[trigger][y];
  }
  const rules::ChainResult result = rensa::naive::simulate(built);
  EXPECT_GE(result.links, 1);
  EXPECT_EQ(result.links, chain.links);
  EXPECT_EQ(result.score, chain.score);
  EXPECT_EQ(result.frames, chain.frames);
  EXPECT_TRUE(naive::field_of(built) == chain.after);
}

TEST_F(PossibleChains, RunAsListed) {
  rules::Rng rng(81, 1);
  std::size_t chains = 0;
  std::size_t by_book = 0;
  for (int i = 0; i < 600; ++i) {
    Field field = i % 3 == 0 ? evaluation::random_play(rng, i % 38) : templates::field_with_part_of_a_form(rng);
    rules::simulate_chain(field);
    const auto without = found(field, {});
    const auto all = found(field, {.use_book = true, .max_added_by_form = 1 + i % templates::kMaxMissingPuyos});
    for (const auto& [filled, chain] : all) {
      expect_valid(field, chain, filled);
      ASSERT_FALSE(HasFailure()) << text_of(filled, chain) << "from\n" << notation::picture_of(field);
    }
    for (const auto& [filled, chain] : without) ASSERT_TRUE(all.contains(filled)) << "lost " << text_of(filled, chain);
    chains += all.size();
    by_book += all.size() - without.size();
  }
  EXPECT_GT(chains, 10'000U);
  EXPECT_GT(by_book, 300U);
}

TEST_F(PossibleChains, AFormsPuyosRunThroughAllItsLinks) {
  rules::Rng rng(82, 1);
  int added = 0;
  for (int i = 0; i < 1000; ++i) {
    Field field = templates::field_with_part_of_a_form(rng);
    rules::simulate_chain(field);
    const auto without = found(field, {.max_completions = 1});
    for (const auto& [filled, chain] : found(field, {.max_completions = 1, .use_book = true})) {
      if (without.contains(filled)) continue;
      EXPECT_GE(chain.links, 3) << text_of(filled, chain);
      ++added;
    }
  }
  EXPECT_GT(added, 100);
}

// The example of the mayah AI talk: two blue puyos and a red one complete a GTR. One link later a second form is found,
// and a green puyo makes a fourth link.
TEST_F(PossibleChains, FormsAreCompletedOneAfterAnother) {
  const Field field = field_from_picture(
      "..Y...\n"
      "BBRYYY\n"
      "RRYGGG\n");
  const auto chains = found(field, {.max_completions = 1, .use_book = true});
  const PossibleChain* gtr = listed(chains,
                                    "B.....\n"
                                    "BRY...\n"
                                    "BBRYYY\n"
                                    "RRYGGG\n");
  ASSERT_NE(gtr, nullptr);
  EXPECT_EQ(gtr->links, 3);
  EXPECT_EQ(gtr->needed, (std::array<std::uint8_t, 5>{1, 2, 0, 0, 0}));
  EXPECT_EQ(gtr->trigger_x, 1);
  EXPECT_EQ(gtr->trigger_row, 3);

  const auto longer = found(field, {.max_completions = 2, .use_book = true});
  const PossibleChain* four = listed(longer,
                                     "B.....\n"
                                     "BRY.G.\n"
                                     "BBRYYY\n"
                                     "RRYGGG\n");
  ASSERT_NE(four, nullptr);
  EXPECT_EQ(four->links, 4);
  EXPECT_EQ(four->needed, (std::array<std::uint8_t, 5>{1, 2, 0, 1, 0}));
  EXPECT_TRUE(four->after.is_all_clear());
}

TEST(PossibleChainList, KeepsTheBest) {
  rules::Rng rng(61, 1);
  PossibleChainList list;
  std::vector<int> scores;
  for (int i = 0; i < 500; ++i) {
    PossibleChain chain;
    chain.score = 10 * static_cast<int>(rng.below(400));
    list.add(chain);
    scores.push_back(chain.score);
  }
  std::sort(scores.rbegin(), scores.rend());
  ASSERT_EQ(list.chains().size(), PossibleChainList::kCapacity);
  for (std::size_t i = 0; i < list.chains().size(); ++i) EXPECT_EQ(list.chains()[i].score, scores[i]);
}

TEST(PossibleChainList, PrefersFewerPuyosAmongEqualScores) {
  PossibleChainList list;
  PossibleChain chain;
  chain.score = 40;
  chain.needed = {2, 1, 0, 0, 0};
  list.add(chain);
  chain.needed = {0, 0, 0, 2, 0};
  list.add(chain);
  ASSERT_EQ(list.chains().size(), 2U);
  EXPECT_EQ(list.chains().front().needed[3], 2);
  list.clear();
  EXPECT_TRUE(list.chains().empty());
}

}  // namespace
}  // namespace rensa::search
