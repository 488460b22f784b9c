#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "engine/bench/benches.h"
#include "engine/rules/link.h"

namespace rensa::bench {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

TEST(BuildingPositions, AreThoseOfGamesThatGrow) {
  const std::vector<Position> positions = building_positions(2);
  ASSERT_EQ(positions.size(), 14U);
  int cells = 0;
  for (std::size_t i = 0; i < 7; ++i) {
    const rules::Field& field = positions[i].field;
    EXPECT_TRUE(field.is_at_rest() && !field.is_choked() && rules::groups_of_four(field.planes()).empty());
    cells += field.occupied().count();
  }
  EXPECT_GT(cells, 7 * 20) << "in the mean, the fields have many cells";
  EXPECT_NE(positions[0].field, positions[7].field) << "each game has pairs of its own";
}

TEST(BeamBench, ReportsTheChildrenOfASecond) {
  std::vector<Position> positions = building_positions(1);
  positions.resize(1);
  register_beam_benches(positions);
  const std::string report = json_of_benchmarks(1);
  EXPECT_THAT(report, HasSubstr("\"beam/building"));
  EXPECT_THAT(report, ContainsRegex("\"children/s\": [1-9][0-9.e+]*"));
}

}  // namespace
}  // namespace rensa::bench
