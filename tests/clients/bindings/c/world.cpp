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

// The JSON of a record, which takes most of the time to make.
const std::string& json_of_record(const std::vector<std::uint8_t>& bytes) {
  static const std::string kJson = [&] {
    rensa_engine* engine = nullptr;
    rensa_handle record = 0;
    std::uint32_t length = 0;
    rensa_engine_create(&engine);
    rensa_record_from_bytes(engine, bytes.data(), static_cast<std::uint32_t>(bytes.size()), &record);
    rensa_record_to_json(engine, record, nullptr, 0, &length);
    std::string text(length + 1, ' ');
    rensa_record_to_json(engine, record, text.data(), length + 1, &length);
    rensa_engine_free(engine);
    return text.substr(0, length);
  }();
  return kJson;
}

template <typename T>
void add(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

}  // namespace

void expect_success(rensa_status status, const rensa_engine* engine) {
  ASSERT_EQ(status, RENSA_OK) << rensa_error_text(engine);
}

World::World() : bytes(file_of("record_v1_frames.rensa")), record_json(json_of_record(bytes)) {
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

std::string World::seen() {
  std::string all;
  std::uint32_t objects = 0;
  rensa_count(engine, &objects);
  add(all, objects);
  for (const rensa_handle object : {ruleset, turns, fields, more_fields, duel, recorded, ended, duels, record, replay,
                                    practice, training, prediction, player, freed}) {
    std::int32_t kind = 0;
    rensa_kind(engine, object, &kind);
    add(all, kind);
  }
  for (const rensa_handle game : {duel, recorded, ended, replay}) {
    rensa_game_state now{};
    rensa_game_get(engine, game, &now);
    add(all, now);
    for (int seat = 0; seat < RENSA_SEATS; ++seat) {
      rensa_view now_seen{};
      rensa_game_view(engine, game, seat, &now_seen);
      add(all, now_seen);
    }
  }
  for (std::uint32_t i = 0; i < seeds.size(); ++i) {
    rensa_view now_seen{};
    rensa_duels_view(engine, duels, i, 0, &now_seen);
    add(all, now_seen);
  }
  for (const rensa_handle list : {fields, more_fields}) {
    std::array<rensa_field, 2> now{};
    std::uint32_t size = 0;
    rensa_fields_get(engine, list, now.data(), 2, &size);
    add(all, now);
  }
  std::uint32_t record_size = 0;
  rensa_record_to_bytes(engine, record, nullptr, 0, &record_size);
  add(all, record_size);
  std::array<rensa_side, 3> sides{};
  rensa_practice_side(engine, practice, &sides[0]);
  rensa_training_side(engine, training, RENSA_NO_PLACEMENT, &sides[1]);
  rensa_prediction_side(engine, prediction, &sides[2]);
  add(all, sides);
  rensa_training_state problem{};
  rensa_training_get(engine, training, &problem);
  add(all, problem);
  add(all, out);
  return all;
}

}  // namespace rensa::bindings
