#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <string>

#include "clients/bindings/c/rensa/rensa.h"
#include "tests/clients/bindings/c/failing_memory.h"
#include "tests/clients/bindings/c/header.h"
#include "tests/clients/bindings/c/world.h"

// Every function of rensa.h lacks memory: its first allocation fails, then its second, and so on, alone or with all
// later ones. A call that fails may change nothing. The call that succeeds at last does the same as one that has never
// lacked memory. out_of_memory_test.cpp plays whole games like this.

namespace rensa::bindings {
namespace {

using Later = FailingAllocation::Later;

void no_preparation(World&) {}

struct Row {
  const char* function;
  rensa_status (*call)(World& w);
  void (*prepare)(World& w) = no_preparation;
};

#define ROW(function, ...) #function, [](World& w) -> rensa_status { return function(w.engine, __VA_ARGS__); }

void play_a_practice_hand(World& w) {
  std::uint32_t ignored = 0;
  for (rensa_side now{}; now.hand < 2 || now.has_falling_pair == 0;) {
    expect_success(rensa_practice_step(w.engine, w.practice, w.inputs.data(), nullptr, 0, &ignored), w.engine);
    expect_success(rensa_practice_side(w.engine, w.practice, &now), w.engine);
  }
}

void place_a_training_pair(World& w) {
  std::uint32_t ignored = 0;
  rensa_training_state now{};
  expect_success(rensa_training_drop(w.engine, w.training, 3), w.engine);
  while (now.placed_count == 0) {
    expect_success(rensa_training_step(w.engine, w.training, nullptr, 0, &ignored), w.engine);
    expect_success(rensa_training_get(w.engine, w.training, &now), w.engine);
  }
}

void drop_a_training_pair(World& w) { expect_success(rensa_training_drop(w.engine, w.training, 3), w.engine); }

rensa_status create_and_free_an_engine(World& w) {
  rensa_engine* const before = w.other_engine;
  rensa_engine* made = before;
  const rensa_status status = rensa_engine_create(&made);
  EXPECT_EQ(made == before, status != RENSA_OK);
  if (status == RENSA_OK) rensa_engine_free(made);
  return status;
}

std::uint32_t size_of(const auto& list) { return static_cast<std::uint32_t>(list.size()); }

const Row kRows[] = {
    {"rensa_engine_create", create_and_free_an_engine},
    {"rensa_engine_free",
     [](World&) -> rensa_status {
       rensa_engine_free(nullptr);
       return RENSA_OK;
     }},
    {"rensa_version", [](World& w) -> rensa_status { return w.out.count = rensa_version(), RENSA_OK; }},
    {"rensa_struct_size", [](World& w) -> rensa_status { return w.out.count = rensa_struct_size(3), RENSA_OK; }},
    {"rensa_error_text", [](World& w) -> rensa_status { return w.out.text[0] = *rensa_error_text(nullptr), RENSA_OK; }},
    {ROW(rensa_free, w.player)},
    {ROW(rensa_free, w.record)},
    {ROW(rensa_kind, w.duel, &w.out.number)},
    {ROW(rensa_count, &w.out.count)},
    {ROW(rensa_name_count, RENSA_NAMES_EVENTS, &w.out.count)},
    {ROW(rensa_name, RENSA_NAMES_EVENTS, 3, w.out.text, kText, &w.out.count)},

    {ROW(rensa_ruleset_published, "tsu-1", RENSA_TERMINATED, &w.out.handle)},
    {ROW(rensa_ruleset_from_json, w.json.c_str(), RENSA_TERMINATED, &w.out.handle)},
    {ROW(rensa_ruleset_to_json, w.ruleset, w.out.text, kText, &w.out.count)},
    {ROW(rensa_ruleset_id, w.ruleset, w.out.text, kText, &w.out.count)},
    {ROW(rensa_ruleset_get, w.ruleset, &w.out.values)},

    {ROW(rensa_queue_from_seed, 1, 4, &w.out.queue)},
    {ROW(rensa_queue_official, 1, 4, &w.out.queue)},
    {ROW(rensa_queue_from_text, "RB", RENSA_TERMINATED, &w.out.queue)},
    {ROW(rensa_queue_to_text, &w.queue, w.out.text, kText, &w.out.count)},

    {ROW(rensa_field_from_text, "R.....", RENSA_TERMINATED, RENSA_TEXT_PICTURE, w.out.fields)},
    {ROW(rensa_field_to_text, &w.field, RENSA_TEXT_DIGITS, w.out.text, kText, &w.out.count)},
    {ROW(rensa_field_from_url, "http://www.puyop.com/s/420Aa9r9hj_2cii8Ahq", RENSA_TERMINATED, w.out.fields,
         w.out.pairs, 256, &w.out.count)},
    {ROW(rensa_field_to_url, &w.field, &w.pair, 1, RENSA_SITE_PUYOP, w.out.text, kText, &w.out.count)},
    {ROW(rensa_field_to_url, &w.field, &w.pair, 1, RENSA_SITE_IPS, w.out.text, kText, &w.out.count)},
    {ROW(rensa_field_settle, &w.floating, w.out.fields, &w.out.number)},
    {ROW(rensa_field_simulate, &w.field, w.out.fields, w.out.chains)},
    {ROW(rensa_field_placements, &w.field, &w.out.count)},
    {ROW(rensa_field_place, &w.field, &w.pair, 0, w.out.fields, w.out.chains)},
    {ROW(rensa_field_threat, &w.field, &w.pair, 1, w.out.chains)},
    {ROW(rensa_field_possible_chains, &w.field, 3, 1, w.out.possible, 128, &w.out.count)},
    {ROW(rensa_fields_create, &w.field, 1, &w.out.handle)},
    {ROW(rensa_fields_get, w.fields, w.out.fields, 8, &w.out.count)},
    {ROW(rensa_fields_simulate, w.fields, w.more_fields, w.out.chains, 8)},

    {ROW(rensa_duel_create, w.ruleset, 1, &w.queue, &w.out.handle)},
    {ROW(rensa_duel_create, w.turns, 1, nullptr, &w.out.handle)},
    {ROW(rensa_duel_copy, w.duel, &w.out.handle)},
    {ROW(rensa_duel_record, w.new_duel, "a name that is too long for a small string", RENSA_TERMINATED, "two", 3)},
    {ROW(rensa_duel_step, w.duel, w.inputs.data(), w.out.events, kList, &w.out.count)},
    {ROW(rensa_duel_step, w.recorded, w.inputs.data(), w.out.events, kList, &w.out.count)},
    {ROW(rensa_duel_advance, w.duel, 1'000'000, w.out.events, kList, &w.out.count)},
    {ROW(rensa_duel_advance, w.recorded, 1'000'000, w.out.events, kList, &w.out.count)},
    {ROW(rensa_duel_finish, w.recorded, &w.resigned, &w.out.handle)},

    {ROW(rensa_game_get, w.duel, &w.out.state)},
    {ROW(rensa_game_view, w.replay, 0, &w.out.view)},
    {ROW(rensa_game_side, w.duel, 0, &w.out.side)},
    {ROW(rensa_game_placements, w.duel, 0, &w.out.count)},
    {ROW(rensa_game_pair, w.duel, 1, 1, w.out.pairs)},
    {ROW(rensa_game_threat, w.replay, 1, w.out.chains)},
    {ROW(rensa_game_url, w.duel, 1, w.out.text, kText, &w.out.count)},
    {ROW(rensa_view_placements, &w.view, &w.out.count)},
    {ROW(rensa_side_facts_of, &w.side, &w.out.facts)},
    {ROW(rensa_chance_to_win, w.ruleset, 100, &w.side, &w.side, &w.out.number)},

    {ROW(rensa_duels_create, w.turns, w.seeds.data(), 4, &w.out.handle)},
    {ROW(rensa_duels_reset, w.duels, 3, 1)},
    {ROW(rensa_duels_step, w.duels, w.inputs.data(), 8)},
    {ROW(rensa_duels_play, w.duels, w.placements.data(), 8)},
    {ROW(rensa_duels_get, w.duels, &w.buffers)},
    {ROW(rensa_duels_view, w.duels, 0, 1, &w.out.view)},

    {ROW(rensa_record_from_bytes, w.short_bytes.data(), size_of(w.short_bytes), &w.out.handle)},
    {ROW(rensa_record_to_bytes, w.short_record, w.out.bytes, kText, &w.out.count)},
    {ROW(rensa_record_from_json, w.short_json.c_str(), RENSA_TERMINATED, &w.out.handle)},
    {ROW(rensa_record_to_json, w.short_record, w.out.text, kText, &w.out.count)},
    {ROW(rensa_record_get, w.record, &w.out.info)},
    {ROW(rensa_record_ruleset, w.record, &w.out.handle)},
    {ROW(rensa_record_interruptions, w.record, w.out.clocks, 4, &w.out.count)},
    {ROW(rensa_record_player, w.record, 0, w.out.text, kText, &w.out.count)},
    {ROW(rensa_record_inputs, w.record, w.out.recorded_inputs, kList, &w.out.count)},
    {ROW(rensa_record_checkpoints, w.record, w.out.checkpoints, kList, &w.out.count)},
    {ROW(rensa_record_hands, w.short_record, w.out.hands, kList, &w.out.count)},
    {ROW(rensa_record_decisions, w.short_record, 0, w.out.decisions, kDecisions, &w.out.count)},
    {ROW(rensa_record_statistics, w.short_record, w.out.statistics)},
    {ROW(rensa_record_url, w.short_record, 0, RENSA_SITE_PUYOP, w.out.text, kText, &w.out.count)},
    {ROW(rensa_replay_open, w.short_record, &w.out.handle)},
    {ROW(rensa_replay_seek, w.replay, 10)},
    {ROW(rensa_replay_events, w.replay, w.out.events, kList, &w.out.count)},

    {ROW(rensa_player_count, &w.out.count)},
    {ROW(rensa_player_name, 0, w.out.text, kText, &w.out.count)},
    {ROW(rensa_player_create, w.ruleset, "greedy", RENSA_TERMINATED, 0, 1, &w.out.handle)},
    {ROW(rensa_player_create, w.ruleset, "champion", RENSA_TERMINATED, 2000, 1, &w.out.handle)},
    {ROW(rensa_player_choose, w.player, w.duel, 0, &w.out.count)},
    {ROW(rensa_player_choose_within, w.player, w.duel, 0, 100, nullptr, &w.out.count)},
    {ROW(rensa_player_ponder, w.player, w.duel, 0, 100, nullptr, &w.out.number)},
    {ROW(rensa_player_candidates, w.player, w.duel, 0, w.out.candidates, RENSA_PLACEMENTS, &w.out.count)},

    {ROW(rensa_practice_create, 1, 4, &w.field, &w.pair, 1, &w.out.handle)},
    {ROW(rensa_practice_step, w.practice, w.inputs.data(), w.out.events, kList, &w.out.count)},
    {ROW(rensa_practice_undo, w.practice), play_a_practice_hand},
    {ROW(rensa_practice_side, w.practice, &w.out.side)},

    {ROW(rensa_training_flaw, "_o1q1__u03", RENSA_TERMINATED, &w.out.number)},
    {ROW(rensa_training_create, "_o1q1__u03", RENSA_TERMINATED, &w.out.handle)},
    {ROW(rensa_training_goal, w.training, &w.out.goal)},
    {ROW(rensa_training_pairs, w.training, w.out.pairs, 256, &w.out.count)},
    {ROW(rensa_training_url, w.training, w.out.text, kText, &w.out.count)},
    {ROW(rensa_training_get, w.training, &w.out.training_state)},
    {ROW(rensa_training_drop, w.training, 3)},
    {ROW(rensa_training_steer, w.training, 3)},
    {ROW(rensa_training_step, w.training, w.out.events, kList, &w.out.count), drop_a_training_pair},
    {ROW(rensa_training_rewind, w.training, 0), place_a_training_pair},
    {ROW(rensa_training_side, w.training, 3, &w.out.side)},

    {ROW(rensa_prediction_create, w.ruleset, &w.out.handle)},
    {ROW(rensa_prediction_start, w.prediction, &w.side, 101)},
    {ROW(rensa_prediction_step, w.prediction, w.inputs.data(), w.out.events, kList, &w.out.count)},
    {ROW(rensa_prediction_side, w.prediction, &w.out.side)},
};

// Everything that a caller can see after a call, with the object that it has made. Numbers of engines differ.
std::string result_of_call(World& w) {
  std::int32_t kind = 0;
  std::string seen;
  if (rensa_kind(w.engine, w.out.handle, &kind) == RENSA_OK) {
    seen = w.seen(w.out.handle);
    w.out.handle &= ~(rensa_handle{0xFFFFF} << 32);
  }
  return w.seen() + seen;
}

// Makes the call with its first allocation failing, then with its second, and so on until it allocates no more.
void lack_memory(const Row& row, Later later, const std::string& undisturbed, int& failures) {
  World w;
  row.prepare(w);
  const std::string before = w.seen();
  for (int number = 1;; ++number) {
    rensa_status status = RENSA_OK;
    bool has_failed = false;
    {
      const FailingAllocation failing(number, later);
      status = row.call(w);
      has_failed = failing.has_failed();
    }
    if (status == RENSA_OK) {
      EXPECT_TRUE(result_of_call(w) == undisturbed) << "after " << number - 1 << " calls without memory";
      EXPECT_FALSE(has_failed) << "the call succeeds without allocation " << number << "; later ones are not tested";
      return;
    }
    ++failures;
    ASSERT_EQ(status, RENSA_ERROR_MEMORY) << "without allocation " << number << ": " << rensa_error_text(w.engine);
    ASSERT_TRUE(w.seen() == before) << "a call without allocation " << number << " has changed something";
  }
}

TEST(WithoutMemory, EveryFunctionChangesNothing) {
  int failures = 0;
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.function);
    World w;
    row.prepare(w);
    ASSERT_EQ(row.call(w), RENSA_OK) << rensa_error_text(w.engine);
    const std::string undisturbed = result_of_call(w);
    for (const Later later : {Later::succeed, Later::fail}) lack_memory(row, later, undisturbed, failures);
    if (HasFailure()) return;
  }
  EXPECT_GT(failures, 500);
}

TEST(WithoutMemory, TheTableHasEveryFunction) {
  std::set<std::string> functions;
  for (const Row& row : kRows) functions.insert(row.function);
  EXPECT_EQ(functions, functions_of_header());
}

}  // namespace
}  // namespace rensa::bindings
