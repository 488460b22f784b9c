#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"
#include "tests/clients/bindings/c/failing_memory.h"

// Objects that grow while they are played. Each step is tried with its first allocation failing, then with its second,
// and so on until it succeeds. without_memory_test.cpp does the same for one call of each function.

namespace rensa::bindings {
namespace {

using Engine = std::unique_ptr<rensa_engine, void (*)(rensa_engine*)>;

Engine new_engine() {
  rensa_engine* engine = nullptr;
  EXPECT_EQ(rensa_engine_create(&engine), RENSA_OK);
  return {engine, [](rensa_engine* made) { rensa_engine_free(made); }};
}

// Calls until there is enough memory. Checks that each call without changes nothing that seen() returns. Returns the
// number of calls that have failed.
template <typename Call, typename Seen>
int call_until_there_is_memory(Call call, Seen seen) {
  const auto before = seen();
  for (int failures = 0;; ++failures) {
    rensa_status status = RENSA_OK;
    {
      const FailingAllocation failing(failures + 1);
      status = call();
    }
    if (status == RENSA_OK) return failures;
    EXPECT_EQ(status, RENSA_ERROR_MEMORY);
    const auto after = seen();
    EXPECT_EQ(std::memcmp(&after, &before, sizeof after), 0) << "a call without memory has changed something";
    if (testing::Test::HasFailure()) return failures;
  }
}

rensa_input input_at(int frame) {
  rensa_input input{};
  if (frame % 7 == 0) {
    input.kind = RENSA_INPUT_PLACEMENT;
    input.placement = static_cast<std::uint8_t>(frame / 7 % RENSA_PLACEMENTS);
  } else if (frame % 5 == 0) {
    input.kind = RENSA_INPUT_KEYS;
    input.keys = static_cast<std::uint8_t>(frame % 16);
  }
  return input;
}

std::vector<std::uint8_t> bytes_of(rensa_engine* engine, rensa_handle record) {
  std::uint32_t size = 0;
  EXPECT_EQ(rensa_record_to_bytes(engine, record, nullptr, 0, &size), RENSA_OK);
  std::vector<std::uint8_t> bytes(size);
  EXPECT_EQ(rensa_record_to_bytes(engine, record, bytes.data(), size, &size), RENSA_OK);
  return bytes;
}

// Plays a recorded duel to its end by steps, or by advancing while no key changes.
std::vector<std::uint8_t> recorded_duel(const char* ruleset_id, bool memory_fails, int& failures) {
  const Engine engine = new_engine();
  rensa_handle ruleset = 0, duel = 0, record = 0;
  EXPECT_EQ(rensa_ruleset_published(engine.get(), ruleset_id, RENSA_TERMINATED, &ruleset), RENSA_OK);
  EXPECT_EQ(rensa_duel_create(engine.get(), ruleset, 3, nullptr, &duel), RENSA_OK);
  EXPECT_EQ(rensa_duel_record(engine.get(), duel, "one", 3, "two", 3), RENSA_OK);
  const auto state = [&] {
    rensa_game_state now{};
    EXPECT_EQ(rensa_game_get(engine.get(), duel, &now), RENSA_OK);
    return now;
  };
  for (rensa_game_state now = state(); now.has_ended == 0 && !testing::Test::HasFailure(); now = state()) {
    std::uint32_t count = 0;
    const std::array inputs = {input_at(now.clock), input_at(now.clock + 3)};
    const auto step = [&] {
      return now.clock % 3 == 1 && now.pacing == RENSA_PACING_FRAMES
                 ? rensa_duel_advance(engine.get(), duel, now.clock + 150, nullptr, 0, &count)
                 : rensa_duel_step(engine.get(), duel, inputs.data(), nullptr, 0, &count);
    };
    if (memory_fails) {
      failures += call_until_there_is_memory(step, state);
    } else {
      EXPECT_EQ(step(), RENSA_OK);
    }
  }
  const auto finish = [&] { return rensa_duel_finish(engine.get(), duel, nullptr, &record); };
  if (memory_fails) {
    failures += call_until_there_is_memory(finish, state);
  } else {
    EXPECT_EQ(finish(), RENSA_OK);
  }
  return bytes_of(engine.get(), record);
}

TEST(OutOfMemory, LeavesARecordedDuelAsItWas) {
  for (const char* ruleset : {"tsu-1", "jaist-1"}) {
    int failures = 0;
    const std::vector<std::uint8_t> undisturbed = recorded_duel(ruleset, false, failures);
    EXPECT_EQ(failures, 0);
    EXPECT_EQ(recorded_duel(ruleset, true, failures), undisturbed) << ruleset;
    EXPECT_GT(failures, 10) << ruleset;
  }
}

TEST(OutOfMemory, LeavesAPracticeGameAsItWas) {
  const Engine engine = new_engine();
  const rensa_field field{};
  rensa_handle practice = 0;
  ASSERT_EQ(rensa_practice_create(engine.get(), 1, 4, &field, nullptr, 0, &practice), RENSA_OK);
  const auto side = [&] {
    rensa_side now{};
    EXPECT_EQ(rensa_practice_side(engine.get(), practice, &now), RENSA_OK);
    return now;
  };
  int failures = 0;
  int clock = 0;
  for (int frame = 0; frame < 3000 && !HasFailure(); ++frame) {
    const rensa_input input = input_at(frame);
    std::array<rensa_event, RENSA_MAX_EVENTS> events{};
    std::uint32_t count = 0;
    const auto step = [&] {
      return rensa_practice_step(engine.get(), practice, &input, events.data(), RENSA_MAX_EVENTS, &count);
    };
    failures += call_until_there_is_memory(step, side);
    if (count == 0) continue;
    clock = events[0].clock;
    EXPECT_EQ(clock, frame + 1) << "a frame that failed counts no further";
  }
  EXPECT_GT(failures, 0);
  EXPECT_GT(clock, 1000);
}

TEST(OutOfMemory, LeavesATrainingProblemAsItWas) {
  const Engine engine = new_engine();
  rensa_handle training = 0;
  ASSERT_EQ(rensa_training_create(engine.get(), "S06SSSSSSSSSSSS_o1q1q1o1q1__u09", RENSA_TERMINATED, &training),
            RENSA_OK)
      << rensa_error_text(engine.get());
  struct Seen {
    rensa_training_state state;
    rensa_side side;
  };
  const auto seen = [&] {
    Seen now{};
    EXPECT_EQ(rensa_training_get(engine.get(), training, &now.state), RENSA_OK);
    EXPECT_EQ(rensa_training_side(engine.get(), training, RENSA_NO_PLACEMENT, &now.side), RENSA_OK);
    return now;
  };
  int failures = 0;
  for (int frame = 0; frame < 1000 && seen().state.is_over == 0 && !HasFailure(); ++frame) {
    if (seen().state.is_waiting == 1) {
      const auto placement = static_cast<std::uint32_t>(5 - seen().state.placed_count);
      const auto drop = [&] { return rensa_training_drop(engine.get(), training, placement); };
      failures += call_until_there_is_memory(drop, seen);
    }
    std::uint32_t count = 0;
    const auto step = [&] { return rensa_training_step(engine.get(), training, nullptr, 0, &count); };
    failures += call_until_there_is_memory(step, seen);
  }
  EXPECT_EQ(seen().state.placed_count, 5);
  const auto rewind = [&] { return rensa_training_rewind(engine.get(), training, 2); };
  failures += call_until_there_is_memory(rewind, seen);
  EXPECT_EQ(seen().state.placed_count, 2);
  EXPECT_GT(failures, 5);
}

// The choices of a player in the first decisions of a game, in which the opponent does nothing. Each search is made in
// two parts.
std::vector<std::uint32_t> choices_of(const char* name, const char* ruleset_id, bool memory_fails, int& failures) {
  constexpr std::size_t kDecisions = 6;
  constexpr std::int64_t kNodes = 150;
  const Engine engine = new_engine();
  rensa_handle ruleset = 0, duel = 0, player = 0;
  EXPECT_EQ(rensa_ruleset_published(engine.get(), ruleset_id, RENSA_TERMINATED, &ruleset), RENSA_OK);
  EXPECT_EQ(rensa_duel_create(engine.get(), ruleset, 11, nullptr, &duel), RENSA_OK);
  EXPECT_EQ(rensa_player_create(engine.get(), ruleset, name, RENSA_TERMINATED, 0, 3, &player), RENSA_OK);
  const auto nothing = [] { return 0; };
  const auto make = [&](const auto& call) {
    if (memory_fails) {
      failures += call_until_there_is_memory(call, nothing);
    } else {
      EXPECT_EQ(call(), RENSA_OK) << rensa_error_text(engine.get());
    }
  };
  std::vector<std::uint32_t> choices;
  while (choices.size() < kDecisions && !testing::Test::HasFailure()) {
    std::array<rensa_input, 2> inputs{};
    std::uint32_t count = 0;
    rensa_game_state now{};
    EXPECT_EQ(rensa_game_get(engine.get(), duel, &now), RENSA_OK);
    if (now.is_decision_due[0] == 1) {
      std::int32_t is_complete = 0;
      std::uint32_t choice = 0;
      make([&] { return rensa_player_ponder(engine.get(), player, duel, 0, kNodes, nullptr, &is_complete); });
      make([&] { return rensa_player_choose_within(engine.get(), player, duel, 0, kNodes, nullptr, &choice); });
      choices.push_back(choice);
      inputs[0] = {RENSA_INPUT_PLACEMENT, 0, static_cast<std::uint8_t>(choice), 0};
    }
    EXPECT_EQ(rensa_duel_step(engine.get(), duel, inputs.data(), nullptr, 0, &count), RENSA_OK);
  }
  return choices;
}

TEST(OutOfMemory, LeavesEachPlayerAsItWas) {
  const Engine engine = new_engine();
  std::uint32_t players = 0;
  ASSERT_EQ(rensa_player_count(engine.get(), &players), RENSA_OK);
  for (std::uint32_t player = 0; player < players; ++player) {
    std::array<char, 64> name{};
    std::uint32_t length = 0;
    ASSERT_EQ(rensa_player_name(engine.get(), player, name.data(), name.size(), &length), RENSA_OK);
    for (const char* ruleset : {"tsu-1", "jaist-1"}) {
      SCOPED_TRACE(std::string(name.data()) + " " + ruleset);
      int failures = 0;
      const std::vector<std::uint32_t> undisturbed = choices_of(name.data(), ruleset, false, failures);
      ASSERT_EQ(failures, 0);
      EXPECT_EQ(choices_of(name.data(), ruleset, true, failures), undisturbed);
      EXPECT_GT(failures, 0);
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace rensa::bindings
