#include "tests/clients/bindings/c/world.h"

#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

#include "tests/tools/paths.h"

namespace rensa::bindings {

namespace {

std::vector<std::uint8_t> file_of(const std::string& name) {
  std::ifstream file(tests::data_path(name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::uint8_t> bytes_of_record(rensa_engine* engine, rensa_handle record) {
  std::uint32_t size = 0;
  expect_success(rensa_record_to_bytes(engine, record, nullptr, 0, &size), engine);
  std::vector<std::uint8_t> bytes(size);
  expect_success(rensa_record_to_bytes(engine, record, bytes.data(), size, &size), engine);
  return bytes;
}

std::string json_of_record(rensa_engine* engine, rensa_handle record) {
  std::uint32_t length = 0;
  expect_success(rensa_record_to_json(engine, record, nullptr, 0, &length), engine);
  std::string text(length + 1, ' ');
  expect_success(rensa_record_to_json(engine, record, text.data(), length + 1, &length), engine);
  text.resize(length);
  return text;
}

// The record of a game in which seat 1 places a pair and then resigns.
rensa_handle short_record_of(rensa_engine* engine, rensa_handle ruleset) {
  rensa_handle duel = 0;
  rensa_handle record = 0;
  std::uint32_t ignored = 0;
  expect_success(rensa_duel_create(engine, ruleset, 7, nullptr, &duel), engine);
  expect_success(rensa_duel_record(engine, duel, "one", 3, "two", 3), engine);
  rensa_game_state now{};
  while (now.hand[0] < 2) {
    const std::array<rensa_input, 2> inputs = {{{RENSA_INPUT_PLACEMENT, 0, 2, 0}, {RENSA_INPUT_KEYS, 4, 0, 0}}};
    const std::array<rensa_input, 2> none{};
    const bool is_first = now.is_decision_due[0] == 1;
    expect_success(rensa_duel_step(engine, duel, is_first ? inputs.data() : none.data(), nullptr, 0, &ignored), engine);
    expect_success(rensa_game_get(engine, duel, &now), engine);
  }
  const rensa_outcome resigned{1, RENSA_CAUSE_RESIGNED, now.clock};
  expect_success(rensa_duel_finish(engine, duel, &resigned, &record), engine);
  expect_success(rensa_free(engine, duel), engine);
  return record;
}

template <typename T>
void add(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

void expect_success(rensa_status status, const rensa_engine* engine) {
  ASSERT_EQ(status, RENSA_OK) << rensa_error_text(engine);
}

World::World() : bytes(file_of("record_v1_frames.rensa")) {
  std::memset(&out, 0xA5, sizeof out);
  const auto size = static_cast<std::uint32_t>(bytes.size());
  std::uint32_t ignored = 0;
  expect_success(rensa_engine_create(&engine), nullptr);
  expect_success(rensa_engine_create(&other_engine), nullptr);
  expect_success(rensa_ruleset_published(engine, "tsu-1", RENSA_TERMINATED, &ruleset), engine);
  expect_success(rensa_ruleset_published(engine, "jaist-1", RENSA_TERMINATED, &turns), engine);
  expect_success(rensa_field_from_text(engine, "Y.....\nRRR...", RENSA_TERMINATED, RENSA_TEXT_PICTURE, &field), engine);
  floating.cells[RENSA_COLUMNS] = RENSA_CELL_RED;
  const std::array two = {field, field};
  expect_success(rensa_fields_create(engine, two.data(), 2, &fields), engine);
  expect_success(rensa_fields_create(engine, two.data(), 2, &more_fields), engine);
  expect_success(rensa_duel_create(engine, ruleset, 5, nullptr, &new_duel), engine);
  expect_success(rensa_duel_create(engine, ruleset, 5, nullptr, &duel), engine);
  expect_success(rensa_duel_create(engine, ruleset, 5, nullptr, &recorded), engine);
  expect_success(rensa_duel_record(engine, recorded, "one", 3, "two", 3), engine);
  expect_success(rensa_duel_create(engine, ruleset, 6, nullptr, &ended), engine);
  for (rensa_game_state now{}; now.has_ended == 0;) {
    expect_success(rensa_duel_advance(engine, ended, 1'000'000, nullptr, 0, &ignored), engine);
    expect_success(rensa_game_get(engine, ended, &now), engine);
  }
  expect_success(rensa_duels_create(engine, turns, seeds.data(), 4, &duels), engine);
  expect_success(rensa_record_from_bytes(engine, bytes.data(), size, &record), engine);
  static const std::string kRecordJson = json_of_record(engine, record);  // takes most of the time to make
  record_json = kRecordJson;
  short_record = short_record_of(engine, ruleset);
  short_bytes = bytes_of_record(engine, short_record);
  short_json = json_of_record(engine, short_record);
  expect_success(rensa_replay_open(engine, record, &replay), engine);
  expect_success(rensa_practice_create(engine, 1, 4, &field, &pair, 1, &practice), engine);
  expect_success(rensa_training_create(engine, "_o1q1__u03", RENSA_TERMINATED, &training), engine);
  expect_success(rensa_prediction_create(engine, ruleset, &prediction), engine);
  expect_success(rensa_player_create(engine, ruleset, "greedy", RENSA_TERMINATED, 0, 1, &player), engine);
  expect_success(rensa_ruleset_published(engine, "class-1", RENSA_TERMINATED, &freed), engine);
  expect_success(rensa_free(engine, freed), engine);
  // A seat of the duels has to decide, a pair of the practice game and of the problem falls.
  for (rensa_game_state now{}; now.is_decision_due[0] == 0;) {
    expect_success(rensa_duel_advance(engine, duel, 1'000'000, nullptr, 0, &ignored), engine);
    expect_success(rensa_game_get(engine, duel, &now), engine);
  }
  expect_success(rensa_replay_seek(engine, replay, 300), engine);
  for (int i = 0; i < 100; ++i) {
    expect_success(rensa_practice_step(engine, practice, inputs.data(), nullptr, 0, &ignored), engine);
    expect_success(rensa_training_step(engine, training, nullptr, 0, &ignored), engine);
  }
  expect_success(rensa_practice_side(engine, practice, &side), engine);
  expect_success(rensa_prediction_start(engine, prediction, &side, 100), engine);
  expect_success(rensa_game_view(engine, duel, 0, &view), engine);
  expect_success(rensa_queue_from_seed(engine, 9, 4, &queue), engine);
  buffers.struct_size = sizeof buffers;
  buffers.count = 4;
  buffers.cells = out.cells;
  buffers.clocks = out.clocks;
}

World::~World() {
  rensa_engine_free(engine);
  rensa_engine_free(other_engine);
}

std::string World::seen(rensa_handle object) {
  std::string all;
  std::int32_t kind = 0;
  rensa_kind(engine, object, &kind);
  add(all, kind);
  if (kind == RENSA_KIND_RULESET) {
    std::array<char, 4096> text{};
    std::uint32_t length = 0;
    expect_success(rensa_ruleset_to_json(engine, object, text.data(), text.size(), &length), engine);
    all.append(text.data(), length);
  }
  if (kind == RENSA_KIND_FIELDS) {
    std::array<rensa_field, 8> now{};
    std::uint32_t size = 0;
    expect_success(rensa_fields_get(engine, object, now.data(), now.size(), &size), engine);
    add(all, now);
  }
  if (kind == RENSA_KIND_DUEL || kind == RENSA_KIND_REPLAY) {
    rensa_game_state now{};
    expect_success(rensa_game_get(engine, object, &now), engine);
    add(all, now);
    for (int seat = 0; seat < RENSA_SEATS; ++seat) {
      rensa_view view_now{};
      expect_success(rensa_game_view(engine, object, seat, &view_now), engine);
      add(all, view_now);
    }
  }
  rensa_view view_now{};
  for (std::uint32_t i = 0; kind == RENSA_KIND_DUELS && rensa_duels_view(engine, object, i, 0, &view_now) == RENSA_OK;
       ++i) {
    add(all, view_now);
  }
  if (kind == RENSA_KIND_RECORD) {
    for (const std::uint8_t byte : bytes_of_record(engine, object)) add(all, byte);
  }
  rensa_side side_now{};
  if (kind == RENSA_KIND_PRACTICE) rensa_practice_side(engine, object, &side_now);
  if (kind == RENSA_KIND_TRAINING) rensa_training_side(engine, object, RENSA_NO_PLACEMENT, &side_now);
  if (kind == RENSA_KIND_PREDICTION) rensa_prediction_side(engine, object, &side_now);
  add(all, side_now);
  rensa_training_state problem{};
  if (kind == RENSA_KIND_TRAINING) rensa_training_get(engine, object, &problem);
  add(all, problem);
  return all;
}

std::string World::seen() {
  std::string all;
  std::uint32_t objects = 0;
  rensa_count(engine, &objects);
  add(all, objects);
  for (const rensa_handle object : {ruleset, turns, fields, more_fields, new_duel, duel, recorded, ended, duels, record,
                                    short_record, replay, practice, training, prediction, player, freed}) {
    all += seen(object);
  }
  add(all, out);
  return all;
}

}  // namespace rensa::bindings
