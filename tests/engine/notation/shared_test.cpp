#include "engine/notation/shared_position.h"

#include <gtest/gtest.h>

#include "engine/notation/text.h"
#include "tests/engine/notation/random_shared.h"

namespace rensa::notation {
namespace {

TEST(SharedField, IsAFieldWhereTheRulesKnowItsCells) {
  const rules::Field field = field_from_picture(R"(
    .....P
    RBYGPO
  )");
  const rules::Parsed<SharedField> shared = shared_field(field);
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->at(6, 2), SharedCell::purple);
  EXPECT_EQ(shared->at(2, 1), SharedCell::blue);
  EXPECT_EQ(*playable_field(*shared), field);
}

TEST(SharedField, EveryFieldWithoutTrapRowComesBack) {
  rules::Rng rng(3);
  for (int round = 0; round < 300; ++round) {
    const SharedField shared = random_shared_field(rng, SharedCell::garbage);
    const rules::Parsed<rules::Field> field = playable_field(shared);
    ASSERT_TRUE(field);
    EXPECT_EQ(*shared_field(*field), shared);
  }
}

TEST(SharedField, CellsUnknownToTheRulesAreNamed) {
  const auto message = [](SharedCell cell) {
    SharedField shared;
    shared.put(4, 7, cell);
    return playable_field(shared).error().message;
  };
  EXPECT_EQ(message(SharedCell::hard), "column 4, row 7 holds hard garbage, which the rules do not know");
  EXPECT_EQ(message(SharedCell::iron), "column 4, row 7 holds iron, which the rules do not know");
  EXPECT_EQ(message(SharedCell::point), "column 4, row 7 holds a point puyo, which the rules do not know");
}

TEST(SharedField, HasNoTrapRow) {
  rules::Field field;
  field.put(2, 14, rules::Cell::red);
  EXPECT_EQ(shared_field(field).error().message, "column 2, row 14 is filled, but shared fields have 13 rows");
}

}  // namespace
}  // namespace rensa::notation
