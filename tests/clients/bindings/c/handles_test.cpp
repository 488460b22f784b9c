#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"

// The handles of one engine and of several. wrong_arguments_test.cpp gives wrong handles to every function.

namespace rensa::bindings {
namespace {

TEST(Handles, OfAnotherEngineAreRecognised) {
  std::vector<rensa_engine*> engines;
  std::vector<rensa_handle> kept;
  std::set<rensa_handle> handles;
  for (int i = 0; i < 4; ++i) {
    if (i == 3) rensa_engine_free(std::exchange(engines.front(), nullptr));  // the next one may get its memory
    rensa_engine* engine = nullptr;
    ASSERT_EQ(rensa_engine_create(&engine), RENSA_OK);
    engines.push_back(engine);
    // The places of the table are used again and again, as in a program that runs for long.
    rensa_handle ruleset = 0;
    for (int object = 0; object < 10'000; ++object) {
      ASSERT_EQ(rensa_ruleset_published(engine, "tsu-1", RENSA_TERMINATED, &ruleset), RENSA_OK);
      ASSERT_TRUE(handles.insert(ruleset).second) << "the handle " << ruleset << " comes twice";
      if (object % 100 == 0) continue;
      ASSERT_EQ(rensa_free(engine, ruleset), RENSA_OK);
    }
    ASSERT_EQ(rensa_ruleset_published(engine, "tsu-1", RENSA_TERMINATED, &ruleset), RENSA_OK);
    kept.push_back(ruleset);
  }
  for (std::size_t i = 1; i < engines.size(); ++i) {
    for (std::size_t other = 0; other < engines.size(); ++other) {
      std::int32_t kind = 0;
      EXPECT_EQ(rensa_kind(engines[i], kept[other], &kind), other == i ? RENSA_OK : RENSA_ERROR_HANDLE);
    }
  }
  for (rensa_engine* engine : engines) rensa_engine_free(engine);
}

// rensa.h tells the number of objects that one place of the table names.
TEST(Handles, APlaceIsUsedFor4095ObjectsAndThenNeverAgain) {
  constexpr int kObjectsOfAPlace = 4095;
  constexpr rensa_handle kPlace = (rensa_handle{1} << 24) - 1;
  rensa_engine* engine = nullptr;
  ASSERT_EQ(rensa_engine_create(&engine), RENSA_OK);
  std::set<rensa_handle> handles;
  std::vector<int> objects_of_place(1);  // each object of a place is freed before the next one
  for (int object = 0; object < 3 * kObjectsOfAPlace; ++object) {
    rensa_handle ruleset = 0;
    ASSERT_EQ(rensa_ruleset_published(engine, "tsu-1", RENSA_TERMINATED, &ruleset), RENSA_OK);
    ASSERT_TRUE(handles.insert(ruleset).second) << "the handle " << ruleset << " comes twice";
    const auto place = static_cast<std::size_t>(ruleset & kPlace);
    if (place >= objects_of_place.size()) objects_of_place.resize(place + 1);
    ++objects_of_place[place];
    ASSERT_EQ(rensa_free(engine, ruleset), RENSA_OK);
  }
  EXPECT_EQ(objects_of_place, std::vector<int>({0, kObjectsOfAPlace, kObjectsOfAPlace, kObjectsOfAPlace}));
  for (const rensa_handle handle : handles) {
    std::int32_t kind = 0;
    ASSERT_EQ(rensa_kind(engine, handle, &kind), RENSA_ERROR_HANDLE);
  }
  rensa_engine_free(engine);
}

}  // namespace
}  // namespace rensa::bindings
