#include <array>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"
#include "tests/clients/bindings/c/checked_call.h"
#include "tests/clients/bindings/c/header.h"
#include "tests/clients/bindings/c/world.h"
#include "tests/tools/paths.h"

// Every function of rensa.h is called with each of its arguments wrong in turn, and then with valid arguments. The
// functions that take a view or a side are called in wrong_views_test.cpp.

namespace rensa::bindings {
namespace {

TEST(WrongArguments, OfEnginesAndObjectsChangeNothing) {
  World w;
  EXPECT_EQ(rensa_engine_create(nullptr), RENSA_ERROR_ARGUMENT);
  rensa_engine_free(nullptr);
  EXPECT_STRNE(rensa_error_text(nullptr), "");
  EXPECT_STREQ(rensa_error_text(w.other_engine), "");
  CALL(rensa_kind, w.duel, &w.out.number).check();
  CALL(rensa_count, &w.out.count).check();
  CALL(rensa_name_count, RENSA_NAMES_EVENTS, &w.out.count).wrong("table", {6U, ~0U}).check();
  CALL(rensa_name, RENSA_NAMES_EVENTS, 3U, w.out.text, kText, &w.out.count)
      .wrong("table", {6U})
      .wrong("index", {13U, ~0U})
      .wrong("capacity", {0U, 4U})
      .check();
  CALL(rensa_free, w.player).check();
}

TEST(WrongArguments, OfRulesetsChangeNothing) {
  World w;
  CALL(rensa_ruleset_published, "tsu-1", RENSA_TERMINATED, &w.out.handle)
      .wrong_as("id", {RENSA_ERROR_VALUE, "id"}, {"no-such", ""})
      .wrong_as("length", {RENSA_ERROR_VALUE, "id"}, {0U, 2U})
      .check();
  CALL(rensa_ruleset_from_json, w.json.c_str(), RENSA_TERMINATED, &w.out.handle)
      .wrong("json", {"[]", "{", R"({"id": "x", "colours": 9})", R"({"id": "tsu-1", "colours": 3})"})
      .check();
  CALL(rensa_ruleset_to_json, w.ruleset, w.out.text, kText, &w.out.count).wrong("capacity", {0U, 10U}).check();
  CALL(rensa_ruleset_id, w.ruleset, w.out.text, kText, &w.out.count).wrong("capacity", {0U, 5U}).check();
  CALL(rensa_ruleset_get, w.ruleset, &w.out.values).check();
}

TEST(WrongArguments, OfQueuesChangeNothing) {
  World w;
  rensa_queue colourless = w.queue;
  colourless.pairs[127].child = RENSA_CELL_GARBAGE;
  CALL(rensa_queue_from_seed, 1U, 4, &w.out.queue).wrong("colours", {2, 6, -1}).check();
  CALL(rensa_queue_official, 1, 4, &w.out.queue).wrong("number", {0, 65537}).wrong("colours", {2, 6}).check();
  CALL(rensa_queue_from_text, "RB", RENSA_TERMINATED, &w.out.queue).wrong("text", {"", "R", "RX"}).check();
  CALL(rensa_queue_to_text, &w.queue, w.out.text, kText, &w.out.count)
      .wrong("queue", {&colourless})
      .wrong("capacity", {0U, 383U})
      .check();
}

TEST(WrongArguments, OfFieldsChangeNothing) {
  World w;
  std::array<rensa_field, 2> none{};
  none[0].cells[5] = 3;
  none[1].cells[83] = 8;
  rensa_field full{};
  for (int i = 0; i < RENSA_CELLS; ++i) full.cells[i] = static_cast<std::uint8_t>(4 + (i + i / 6) % 2);
  rensa_field high{};
  high.cells[83] = RENSA_CELL_RED;
  const std::array odd_pairs = {rensa_pair{0, 4}, rensa_pair{3, 4}, rensa_pair{4, 1}};
  const std::array pairs = {w.pair, w.pair, w.pair};
  rensa_field purple{};
  purple.cells[0] = RENSA_CELL_PURPLE;
  CALL(rensa_field_from_text, "R.....", RENSA_TERMINATED, RENSA_TEXT_PICTURE, w.out.fields)
      .wrong("text", {"R", "RRRRRRR"})
      .wrong("form", {2U, ~0U})
      .check();
  CALL(rensa_field_to_text, &w.field, RENSA_TEXT_DIGITS, w.out.text, kText, &w.out.count)
      .wrong("field", {&none[0], &none[1], &purple})
      .wrong("form", {2U})
      .wrong("capacity", {0U, 84U})
      .check();
  CALL(rensa_field_from_url, "http://www.puyop.com/s/420Aa9r9hj_2cii8Ahq", RENSA_TERMINATED, w.out.fields, w.out.pairs,
       256U, &w.out.count)
      .wrong("url", {"nonsense"})
      .wrong_as("url", {RENSA_ERROR_VALUE, "url"}, {"http://ips.karou.jp/simu/pn.html?~9_01"})
      .wrong("capacity", {0U, 1U})
      .check();
  CALL(rensa_field_to_url, &w.field, &w.pair, 1U, RENSA_SITE_PUYOP, w.out.text, kText, &w.out.count)
      .wrong("field", {&none[0], &high})
      .wrong("pairs", {&odd_pairs[0], &odd_pairs[1], &odd_pairs[2]})
      .wrong("site", {2U})
      .wrong("capacity", {0U, 9U})
      .check();
  CALL(rensa_field_settle, &w.floating, w.out.fields, &w.out.number).wrong("before", {&none[0], &none[1]}).check();
  CALL(rensa_field_simulate, &w.field, w.out.fields, w.out.chains).wrong("before", {&none[0], &w.floating}).check();
  CALL(rensa_field_placements, &w.field, &w.out.count).wrong("field", {&none[0], &w.floating}).check();
  CALL(rensa_field_place, &w.field, &w.pair, 0U, w.out.fields, w.out.chains)
      .wrong("before", {&none[0], &w.floating})
      .wrong_as("before", {RENSA_ERROR_VALUE, "placement"}, {&full})
      .wrong("pair", {&odd_pairs[0], &odd_pairs[1]})
      .wrong("placement", {22U, 255U, ~0U})
      .check();
  CALL(rensa_field_threat, &w.field, pairs.data(), 2U, w.out.chains)
      .wrong("field", {&none[0], &w.floating})
      .wrong("pairs", {&odd_pairs[0]})
      .wrong("pair_count", {3U, ~0U})
      .check();
  rensa_field group = w.field;
  group.cells[3] = RENSA_CELL_RED;
  CALL(rensa_field_possible_chains, &w.field, 3, 1, w.out.possible, 128U, &w.out.count)
      .wrong("field", {&none[0], &w.floating, &group, &full})
      .wrong("completions", {0, 4, -1})
      .wrong("use_book", {2, -1})
      .wrong("capacity", {0U, 1U})
      .check();
}

TEST(WrongArguments, OfListsOfFieldsChangeNothing) {
  World w;
  std::array<rensa_field, 2> with_wrong = {w.field, w.field};
  with_wrong[1].cells[40] = 9;
  const std::array one = {w.field};
  rensa_handle short_list = 0;
  rensa_handle floating_list = 0;
  expect_success(rensa_fields_create(w.engine, one.data(), 1, &short_list), w.engine);
  const std::array floating = {w.field, w.floating};
  expect_success(rensa_fields_create(w.engine, floating.data(), 2, &floating_list), w.engine);
  CALL(rensa_fields_create, floating.data(), 2U, &w.out.handle)
      .wrong("fields", {with_wrong.data()})
      .wrong("count", {1U << 25, ~0U})
      .check();
  CALL(rensa_fields_get, w.fields, w.out.fields, 8U, &w.out.count).wrong("capacity", {0U, 1U}).check();
  CALL(rensa_fields_simulate, w.fields, w.more_fields, w.out.chains, 8U)
      .wrong_as("from", {RENSA_ERROR_VALUE, "from"}, {floating_list})
      .wrong_as("from", {RENSA_ERROR_VALUE, "to"}, {short_list})
      .wrong_as("to", {RENSA_ERROR_VALUE, "to"}, {short_list})
      .wrong("capacity", {0U, 1U})
      .check();
}

// Inputs of the seats of four duels, of which one is wrong. The argument is either a list, or one input.
CheckedCall& add_wrong_inputs(CheckedCall& call, const std::string& argument) {
  static const auto kInputs = [] {
    const std::array<rensa_input, 6> wrong = {
        {{3, 0, 0, 0}, {2, 32, 0, 0}, {2, 1, 1, 0}, {1, 0, 22, 0}, {1, 1, 0, 0}, {0, 0, 0, 1}}};
    std::array<std::array<rensa_input, 8>, wrong.size()> all{};
    for (std::size_t i = 0; i < wrong.size(); ++i) all[i][i % 2] = wrong[i];
    return all;
  }();
  for (std::size_t i = 0; i < kInputs.size(); ++i) {
    const rensa_input* wrong = argument == "inputs" ? kInputs[i].data() : &kInputs[i][i % 2];
    call.wrong_as(argument, {RENSA_ERROR_ARGUMENT, argument}, {wrong});
  }
  return call;
}

TEST(WrongArguments, OfDuelsChangeNothing) {
  World w;
  rensa_queue colourless = w.queue;
  colourless.pairs[0].axis = 0;
  const std::string long_name(65, 'x');
  const std::array<std::pair<rensa_outcome, Refusal>, 6> outcomes = {
      {{{2, RENSA_CAUSE_RESIGNED, 0}, {RENSA_ERROR_ARGUMENT, "winner"}},
       {{-2, RENSA_CAUSE_RESIGNED, 0}, {RENSA_ERROR_ARGUMENT, "winner"}},
       {{0, RENSA_CAUSE_LIMIT, 0}, {RENSA_ERROR_ARGUMENT, "cause"}},
       {{0, 9, 0}, {RENSA_ERROR_ARGUMENT, "cause"}},
       {{0, RENSA_CAUSE_RESIGNED, 1}, {RENSA_ERROR_ARGUMENT, "clock"}},
       {{0, RENSA_CAUSE_VOIDED, 0}, {RENSA_ERROR_VALUE, "outcome"}}}};
  CALL(rensa_duel_create, w.ruleset, 1U, &w.queue, &w.out.handle)
      .wrong("queue", {&colourless})
      .may_be_null("queue")
      .check();
  CALL(rensa_duel_copy, w.duel, &w.out.handle).check();
  rensa_handle fresh = 0;
  expect_success(rensa_duel_create(w.engine, w.ruleset, 1, nullptr, &fresh), w.engine);
  CALL(rensa_duel_record, fresh, "one", 1U, long_name.c_str(), 64U)
      .wrong_as("duel", {RENSA_ERROR_STATE, "duel"}, {w.duel, w.recorded})
      .wrong("name_one", {"\x01"})
      .wrong_as("length_two", {RENSA_ERROR_TEXT, "name_two"}, {65U})
      .check();
  CheckedCall step = CALL(rensa_duel_step, w.duel, w.inputs.data(), w.out.events, kList, &w.out.count);
  add_wrong_inputs(step.wrong("capacity", {0U, 1U, RENSA_MAX_EVENTS - 1U}), "inputs").check();
  CALL(rensa_duel_advance, w.duel, 1'000'000, w.out.events, kList, &w.out.count)
      .wrong("last_clock", {0, -1})
      .wrong("capacity", {0U, 1U, RENSA_MAX_EVENTS - 1U})
      .check();
  CheckedCall finish = CALL(rensa_duel_finish, w.recorded, &w.resigned, &w.out.handle);
  for (const auto& [outcome, refusal] : outcomes) finish.wrong_as("outcome", refusal, {&outcome});
  finish.wrong_as("duel", {RENSA_ERROR_STATE, "duel"}, {w.duel, w.ended}).check();
}

TEST(WrongArguments, OfGamesChangeNothing) {
  World w;
  CALL(rensa_game_get, w.duel, &w.out.state).check();
  CALL(rensa_game_view, w.replay, 0, &w.out.view).wrong("seat", {-1, 2}).check();
  CALL(rensa_game_side, w.duel, 0, &w.out.side).wrong("seat", {-1, 2}).check();
  CALL(rensa_game_placements, w.duel, 0, &w.out.count).wrong("seat", {-1, 2}).check();
  CALL(rensa_game_pair, w.duel, 1, 1, w.out.pairs).wrong("seat", {-1, 2}).wrong("hand", {0, -1, 1'000'000'001}).check();
  CALL(rensa_game_threat, w.replay, 1, w.out.chains).wrong("seat", {-1, 2}).check();
  CALL(rensa_game_url, w.duel, 1, w.out.text, kText, &w.out.count)
      .wrong("seat", {-1, 2})
      .wrong("capacity", {0U, 20U})
      .check();
}

TEST(WrongArguments, OfManyDuelsChangeNothing) {
  World w;
  const std::array<std::uint8_t, 8> wrong_placements = {0, 0, 0, 0, 0, 0, 0, 22};
  std::array<rensa_duels_buffers, 3> buffers = {w.buffers, w.buffers, w.buffers};
  buffers[0].struct_size = 0;
  buffers[1].count = 3;
  buffers[2].clocks = reinterpret_cast<std::int32_t*>(w.out.cells + 1);
  CALL(rensa_duels_create, w.turns, w.seeds.data(), 4U, &w.out.handle).wrong("count", {0U, 65537U}).check();
  CALL(rensa_duels_reset, w.duels, 3U, 1U).wrong("index", {4U, ~0U}).check();
  CheckedCall step = CALL(rensa_duels_step, w.duels, w.inputs.data(), 8U);
  add_wrong_inputs(step.wrong("count", {0U, 7U, 9U}), "inputs").check();
  CALL(rensa_duels_play, w.duels, w.placements.data(), 8U)
      .wrong_as("placements", {RENSA_ERROR_ARGUMENT, "placements"}, {wrong_placements.data()})
      .wrong("count", {0U, 7U, 9U})
      .check();
  CALL(rensa_duels_get, w.duels, &w.buffers)
      .wrong_as("buffers", {RENSA_ERROR_ARGUMENT, "struct_size"}, {&buffers[0]})
      .wrong_as("buffers", {RENSA_ERROR_BUFFER, "count"}, {&buffers[1]})
      .wrong_as("buffers", {RENSA_ERROR_ARGUMENT, "clocks"}, {&buffers[2]})
      .check();
  CALL(rensa_duels_view, w.duels, 0U, 1, &w.out.view).wrong("index", {4U}).wrong("seat", {-1, 2}).check();
}

TEST(WrongArguments, OfRecordsChangeNothing) {
  World w;
  std::vector<std::uint8_t> damaged = w.bytes;
  damaged[damaged.size() / 2] ^= 1;
  const auto size = static_cast<std::uint32_t>(w.bytes.size());
  std::string other = w.record_json;
  other.replace(other.find("choked"), 6, "resign");
  CALL(rensa_record_from_bytes, w.bytes.data(), size, &w.out.handle)
      .wrong_as("bytes", {RENSA_ERROR_TEXT, "bytes"}, {damaged.data()})
      .wrong_as("length", {RENSA_ERROR_TEXT, "bytes"}, {0U, size - 1})
      .check();
  CALL(rensa_record_from_json, w.record_json.c_str(), RENSA_TERMINATED, &w.out.handle)
      .wrong("json", {"{}", "", other.c_str()})
      .check();
  CALL(rensa_record_to_bytes, w.record, w.out.bytes, kText, &w.out.count).wrong("capacity", {0U, size - 1}).check();
  CALL(rensa_record_get, w.record, &w.out.info).check();
  CALL(rensa_record_ruleset, w.record, &w.out.handle).check();
  CALL(rensa_record_interruptions, w.record, w.out.clocks, 4U, &w.out.count).check();
  CALL(rensa_record_player, w.record, 0, w.out.text, kText, &w.out.count)
      .wrong("seat", {-1, 2})
      .wrong("capacity", {0U, 1U})
      .check();
  CALL(rensa_record_inputs, w.record, w.out.recorded_inputs, kList, &w.out.count).wrong("capacity", {0U, 1U}).check();
  CALL(rensa_record_checkpoints, w.record, w.out.checkpoints, kList, &w.out.count).wrong("capacity", {0U, 1U}).check();
  CALL(rensa_record_hands, w.record, w.out.hands, kList, &w.out.count).wrong("capacity", {0U, 1U}).check();
  CALL(rensa_record_decisions, w.record, 0, w.out.decisions, kDecisions, &w.out.count)
      .wrong("seat", {-1, 2})
      .wrong("capacity", {0U, 1U})
      .check();
  CALL(rensa_record_statistics, w.record, w.out.statistics).check();
  CALL(rensa_record_url, w.record, 0, RENSA_SITE_PUYOP, w.out.text, kText, &w.out.count)
      .wrong("seat", {-1, 2})
      .wrong("site", {2U})
      .wrong("capacity", {0U, 20U})
      .check();
  CALL(rensa_record_to_json, w.record, w.out.text, kText, &w.out.count).wrong("capacity", {0U, 10U}).check();
  CALL(rensa_replay_open, w.record, &w.out.handle).check();
  CALL(rensa_replay_seek, w.replay, 10).wrong("clock", {-1, 1'000'000}).check();
  CALL(rensa_replay_events, w.replay, w.out.events, kList, &w.out.count).wrong("capacity", {0U, 1U}).check();
}

TEST(WrongArguments, OfPlayersChangeNothing) {
  World w;
  rensa_handle other = 0;
  expect_success(rensa_duel_create(w.engine, w.turns, 1, nullptr, &other), w.engine);
  CALL(rensa_player_count, &w.out.count).check();
  CALL(rensa_player_name, 0U, w.out.text, kText, &w.out.count)
      .wrong("index", {1000U})
      .wrong("capacity", {0U, 1U})
      .check();
  CALL(rensa_player_create, w.ruleset, "gaze", RENSA_TERMINATED, 2000, 1U, &w.out.handle)
      .wrong_as("name", {RENSA_ERROR_VALUE, "name"}, {"nobody", ""})
      .wrong("nodes", {-1, 100'000'001})
      .check();
  CALL(rensa_player_create, w.ruleset, "greedy", RENSA_TERMINATED, 0, 1U, &w.out.handle).wrong("nodes", {1}).check();
  CALL(rensa_player_choose, w.player, w.duel, 0, &w.out.count)
      .wrong_as("game", {RENSA_ERROR_VALUE, "game"}, {other})
      .wrong_as("game", {RENSA_ERROR_STATE, "game"}, {w.ended, w.recorded})
      .wrong("seat", {-1, 2})
      .check();
  const std::int32_t no_stop = 0;
  CALL(rensa_player_choose_within, w.player, w.duel, 0, 100, &no_stop, &w.out.count)
      .wrong_as("game", {RENSA_ERROR_VALUE, "game"}, {other})
      .wrong_as("game", {RENSA_ERROR_STATE, "game"}, {w.ended, w.recorded})
      .wrong("seat", {-1, 2})
      .wrong("nodes", {-1})
      .may_be_null("stop")
      .check();
  CALL(rensa_player_ponder, w.player, w.duel, 0, 100, &no_stop, &w.out.number)
      .wrong_as("game", {RENSA_ERROR_VALUE, "game"}, {other})
      .wrong("seat", {-1, 2})
      .wrong("nodes", {-1})
      .may_be_null("stop")
      .check();
  CALL(rensa_player_candidates, w.player, w.duel, 0, w.out.candidates, RENSA_PLACEMENTS, &w.out.count)
      .wrong_as("game", {RENSA_ERROR_VALUE, "game"}, {other})
      .wrong_as("game", {RENSA_ERROR_STATE, "game"}, {w.ended, w.recorded})
      .wrong("seat", {-1, 2})
      .wrong("capacity", {0U, RENSA_PLACEMENTS - 1U})
      .check();
}

TEST(WrongArguments, OfPracticeAndPredictionChangeNothing) {
  World w;
  rensa_field none{};
  none.cells[0] = 3;
  const rensa_pair odd{0, 0};
  rensa_handle unstarted = 0;
  expect_success(rensa_prediction_create(w.engine, w.ruleset, &unstarted), w.engine);
  CALL(rensa_practice_create, 1U, 4, &w.field, &w.pair, 1U, &w.out.handle)
      .wrong("colours", {2, 6})
      .wrong("field", {&none, &w.floating})
      .wrong("pairs", {&odd})
      .check();
  CALL(rensa_practice_side, w.practice, &w.out.side).check();
  EXPECT_EQ(rensa_practice_undo(w.engine, w.practice), RENSA_ERROR_STATE);
  CheckedCall step = CALL(rensa_practice_step, w.practice, w.inputs.data(), w.out.events, kList, &w.out.count);
  add_wrong_inputs(step.wrong("capacity", {0U, 1U, RENSA_MAX_EVENTS - 1U}), "input").check();
  for (rensa_side now{}; now.hand < 2 || now.has_falling_pair == 0;) {
    std::uint32_t ignored = 0;
    expect_success(rensa_practice_step(w.engine, w.practice, w.inputs.data(), nullptr, 0, &ignored), w.engine);
    expect_success(rensa_practice_side(w.engine, w.practice, &now), w.engine);
  }
  CALL(rensa_practice_undo, w.practice).check();
  CALL(rensa_prediction_create, w.ruleset, &w.out.handle)
      .wrong_as("ruleset", {RENSA_ERROR_VALUE, "ruleset"}, {w.turns})
      .check();
  CALL(rensa_prediction_side, w.prediction, &w.out.side)
      .wrong_as("prediction", {RENSA_ERROR_STATE, "prediction"}, {unstarted})
      .check();
  CheckedCall predict = CALL(rensa_prediction_step, w.prediction, w.inputs.data(), w.out.events, kList, &w.out.count);
  add_wrong_inputs(predict.wrong_as("prediction", {RENSA_ERROR_STATE, "prediction"}, {unstarted})
                       .wrong("capacity", {0U, 1U, RENSA_MAX_EVENTS - 1U}),
                   "input")
      .check();
}

TEST(WrongArguments, OfTrainingChangeNothing) {
  World w;
  CALL(rensa_training_flaw, "_o1q1__u03", RENSA_TERMINATED, &w.out.number).check();
  CALL(rensa_training_create, "_o1q1__u03", RENSA_TERMINATED, &w.out.handle)
      .wrong("url", {"nothing"})
      .wrong_as("url", {RENSA_ERROR_VALUE, "url"}, {"", "_o1q1"})
      .check();
  CALL(rensa_training_goal, w.training, &w.out.goal).check();
  CALL(rensa_training_pairs, w.training, w.out.pairs, 256U, &w.out.count).wrong("capacity", {0U, 1U}).check();
  CALL(rensa_training_url, w.training, w.out.text, kText, &w.out.count).wrong("capacity", {0U, 5U}).check();
  CALL(rensa_training_get, w.training, &w.out.training_state).check();
  CALL(rensa_training_side, w.training, 3U, &w.out.side).wrong("placement", {22U, 254U, 256U}).check();
  CALL(rensa_training_drop, w.training, 3U).wrong("placement", {22U, 255U}).check();
  EXPECT_EQ(rensa_training_drop(w.engine, w.training, 3), RENSA_ERROR_STATE);
  CALL(rensa_training_step, w.training, w.out.events, kList, &w.out.count)
      .wrong("capacity", {0U, 1U, RENSA_MAX_EVENTS - 1U})
      .check();
  CALL(rensa_training_rewind, w.training, 0U).check();
  for (int i = 0; i < 100; ++i) rensa_training_step(w.engine, w.training, nullptr, 0, &w.out.count);
  CALL(rensa_training_steer, w.training, 3U).wrong("placement", {22U, 255U}).check();
}

TEST(WrongArguments, OfAnInputNameTheMemberAndTheElement) {
  World w;
  const auto step = [&w](const std::array<rensa_input, 2>& inputs) {
    std::uint32_t count = 0;
    EXPECT_EQ(rensa_duel_step(w.engine, w.duel, inputs.data(), nullptr, 0, &count), RENSA_ERROR_ARGUMENT);
    return std::string(rensa_error_text(w.engine));
  };
  EXPECT_EQ(step({{{1, 0, 22, 0}, {}}}), "inputs: the member placement of element 0 has to be 0 .. 21, not 22");
  EXPECT_EQ(step({{{}, {7, 0, 0, 0}}}), "inputs: the member kind of element 1 has to be 0 .. 2, not 7");
  EXPECT_EQ(step({{{}, {0, 1, 0, 0}}}), "inputs: the member keys of element 1 has to be 0 .. 0, not 1");
  const rensa_input reserved{0, 0, 0, 1};
  std::uint32_t count = 0;
  EXPECT_EQ(rensa_practice_step(w.engine, w.practice, &reserved, nullptr, 0, &count), RENSA_ERROR_ARGUMENT);
  EXPECT_STREQ(rensa_error_text(w.engine), "input: the member reserved has to be 0 .. 0, not 1");
}

// These have no argument that can be wrong in a way that can be seen, or are checked by hand above.
const std::set<std::string> kApart = {"rensa_version", "rensa_struct_size", "rensa_engine_create", "rensa_engine_free",
                                      "rensa_error_text"};

TEST(WrongArgumentsTable, HasEveryFunction) {
  const auto text_of = [](const char* name) {
    std::ifstream file(tests::source_path(std::string("tests/clients/bindings/c/") + name));
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  const std::string table = text_of("wrong_arguments_test.cpp") + text_of("wrong_views_test.cpp");
  const std::string calls = text_of("every_function.c");
  for (const std::string& name : functions_of_header()) {
    const bool has_row = table.find("CALL(" + name + ",") != std::string::npos;
    EXPECT_TRUE(kApart.contains(name) || has_row) << name;
    EXPECT_NE(calls.find(name + "("), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace rensa::bindings
