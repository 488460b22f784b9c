#include "engine/evaluation/field_shape.h"

#include <gtest/gtest.h>

#include "engine/notation/text.h"
#include "tests/engine/evaluation/naive_contacts.h"
#include "tests/engine/evaluation/quiet_fields.h"
#include "tests/tools/field_picture.h"

namespace rensa::evaluation {
namespace {

using rules::Field;
using tests::field_from_picture;

TEST(SameColourContacts, EqualCountingCellByCell) {
  rules::Rng rng(62, 1);
  for (int i = 0; i < 2500; ++i) {
    const Field field = i % 2 == 0 ? random_heap(rng) : random_play(rng, i % 40);
    const SameColourContacts contacts = find_contacts(field.planes());
    ASSERT_EQ(contacts.above, naive::like(field, 0, 1)) << notation::picture_of(field);
    ASSERT_EQ(contacts.right, naive::like(field, 1, 0)) << notation::picture_of(field);
    ASSERT_EQ(contacts.below, naive::like(field, 0, -1)) << notation::picture_of(field);
    ASSERT_EQ(contacts.left, naive::like(field, -1, 0)) << notation::picture_of(field);
    ASSERT_EQ(contacts.count(), naive::contacts(field)) << notation::picture_of(field);
    ASSERT_EQ(contacts.between().count(), naive::between(field)) << notation::picture_of(field);
  }
}

TEST(SameColourContacts, IgnoreTheHiddenRow) {
  Field field;
  for (int y = 1; y <= 10; ++y) field.put(1, y, rules::Cell::garbage);
  for (int y = 11; y <= 13; ++y) field.put(1, y, rules::Cell::red);
  EXPECT_EQ(find_contacts(field.planes()).count(), 1);
}

TEST(FieldShape, PrefersContactsAndDislikesSteps) {
  EXPECT_GT(evaluate_shape(field_from_picture("RR....")), evaluate_shape(field_from_picture("RB....")));
  EXPECT_GT(evaluate_shape(field_from_picture("RRR...")), evaluate_shape(field_from_picture("RR.R..")));
  EXPECT_GT(evaluate_shape(field_from_picture("RB..BR")),
            evaluate_shape(field_from_picture("R.....\nB.....\nY.....\nG.....")));
}

TEST(FieldShape, RoughnessIsTheSumOfSquaredSteps) {
  EXPECT_EQ(roughness({0, 3, 3, 3, 3, 3, 3, 0}), 0);
  EXPECT_EQ(roughness({0, 1, 3, 3, 0, 0, 1, 0}), 4 + 9 + 1);
}

}  // namespace
}  // namespace rensa::evaluation
