#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"
#include "tests/tools/paths.h"

namespace rensa::bindings {
namespace {

// The page's engine has to find the same numbers in the same file (tests/clients/web/unit/watch/chance_test.js).
TEST(ChanceOfARecord, IsTheSameInTheLibraryAndOnThePage) {
  std::ifstream expected(tests::data_path("chances_of_record.txt"));
  std::string name;
  ASSERT_TRUE(std::getline(expected, name));
  std::ifstream file(tests::data_path(name), std::ios::binary);
  const std::vector<std::uint8_t> bytes((std::istreambuf_iterator<char>(file)), {});

  rensa_engine* engine = nullptr;
  rensa_handle record = 0;
  rensa_handle replay = 0;
  rensa_handle ruleset = 0;
  ASSERT_EQ(rensa_engine_create(&engine), RENSA_OK);
  ASSERT_EQ(rensa_record_from_bytes(engine, bytes.data(), static_cast<std::uint32_t>(bytes.size()), &record), RENSA_OK);
  ASSERT_EQ(rensa_replay_open(engine, record, &replay), RENSA_OK);
  ASSERT_EQ(rensa_record_ruleset(engine, record, &ruleset), RENSA_OK);
  int moments = 0;
  std::int32_t clock = 0;
  std::int32_t wanted = 0;
  for (; expected >> clock >> wanted; ++moments) {
    rensa_side one;
    rensa_side two;
    std::int32_t chance = 0;
    ASSERT_EQ(rensa_replay_seek(engine, replay, clock), RENSA_OK);
    ASSERT_EQ(rensa_game_side(engine, replay, 0, &one), RENSA_OK);
    ASSERT_EQ(rensa_game_side(engine, replay, 1, &two), RENSA_OK);
    ASSERT_EQ(rensa_chance_to_win(engine, ruleset, clock, &one, &two, &chance), RENSA_OK);
    EXPECT_EQ(chance, wanted) << "frame " << clock;
    ASSERT_EQ(rensa_chance_to_win(engine, ruleset, clock, &two, &one, &chance), RENSA_OK);
    EXPECT_EQ(chance, 1000 - wanted) << "frame " << clock;
  }
  EXPECT_GT(moments, 50);
  rensa_engine_free(engine);
}

}  // namespace
}  // namespace rensa::bindings
