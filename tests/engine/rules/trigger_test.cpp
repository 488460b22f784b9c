#include "engine/rules/trigger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "engine/notation/text.h"
#include "engine/rules/chain.h"
#include "engine/rules/rng.h"
#include "tests/tools/field_picture.h"
#include "tests/tools/naive_chain.h"

namespace rensa::rules {
namespace {

using notation::picture_of;
using tests::field_from_picture;

class Triggers : public testing::TestWithParam<std::size_t> {
 protected:
  const TriggerKernel& kernel() const { return trigger_kernels()[GetParam()]; }
};

INSTANTIATE_TEST_SUITE_P(EveryKernel, Triggers, testing::Range(std::size_t{0}, trigger_kernels().size()),
                         [](const auto& index) { return std::string(trigger_kernels()[index.param].name); });

// A random field at rest. Few colours make long chains.
Field random_field(Rng& rng, std::uint32_t colours, bool has_garbage) {
  Field field;
  for (int x = 1; x <= kColumns; ++x) {
    const auto height = static_cast<int>(rng.below(kHiddenRow + 1));
    for (int y = 1; y <= height; ++y) {
      const bool is_garbage = has_garbage && rng.below(5) == 0;
      field.put(x, y, is_garbage ? Cell::garbage : kColours[rng.below(colours)]);
    }
  }
  if (rng.below(4) == 0) field.put(1 + static_cast<int>(rng.below(6)), kTrapRow, Cell::red);
  return field;
}

// Returns the triggers of a field that end below the trap row, with each colour, column and number of puyos. Most of
// them fire nothing.
std::vector<Trigger> all_triggers(const Field& field) {
  std::vector<Trigger> triggers;
  const Heights heights = field.heights();
  for (const Cell colour : kColours) {
    for (std::uint8_t x = 1; x <= kColumns; ++x) {
      for (std::uint8_t puyos = 1; puyos <= 3; ++puyos) {
        const auto row = static_cast<std::uint8_t>(heights[x] + 1);
        if (row + puyos - 1 <= kHiddenRow) triggers.push_back({&field, colour, x, row, puyos});
      }
    }
  }
  return triggers;
}

TEST_P(Triggers, OfManyFieldsEqualTheNaiveTwin) {
  Rng rng(13);
  std::vector<Field> fields;
  for (std::uint32_t i = 0; i < 60; ++i) {
    fields.push_back(random_field(rng, 2 + i % 4, i % 3 == 0));
    if (i % 2 == 0) simulate_chain(fields.back());
  }
  std::vector<Trigger> triggers;
  for (const Field& field : fields) {
    for (const Trigger& trigger : all_triggers(field)) triggers.push_back(trigger);
  }
  std::vector<TriggeredChain> chains(triggers.size());
  kernel().fire(triggers, chains.data());
  int longest = 0;
  for (std::size_t i = 0; i < triggers.size(); ++i) {
    const auto& [field, colour, x, row, puyos] = triggers[i];
    Field filled = *field;
    for (int added = 0; added < puyos; ++added) filled.put(x, row + added, colour);
    naive::Cells cells = naive::cells_of(filled);
    ASSERT_EQ(chains[i].links, naive::simulate(cells).links) << picture_of(filled);
    Field after = *field;  // with its trap row
    after.planes() = chains[i].after;
    ASSERT_EQ(naive::cells_of(after), cells) << picture_of(filled);
    longest = std::max(longest, chains[i].links);
  }
  EXPECT_GT(longest, 3);
}

TEST_P(Triggers, FewerThanAreFiredAtOnceAreFired) {
  const Field field = field_from_picture("RRR...\n");
  for (std::size_t count = 0; count <= 5; ++count) {
    const std::vector<Trigger> triggers(count, Trigger{&field, Cell::red, 4, 1, 1});
    std::vector<TriggeredChain> chains(count + 1, TriggeredChain{.after = {}, .links = -1});
    kernel().fire(triggers, chains.data());
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(chains[i].links, 1);
      EXPECT_EQ(chains[i].after, Field().planes());
    }
    EXPECT_EQ(chains[count].links, -1) << "only as many results are written";
  }
}

}  // namespace
}  // namespace rensa::rules
