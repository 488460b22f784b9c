#include <array>
#include <cstring>
#include <fstream>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"
#include "tests/clients/bindings/c/header.h"

// Every function of rensa.h is called with each of its arguments wrong in turn, and everything that the caller can see
// is compared before and after.

namespace rensa::bindings {
namespace {

constexpr std::uint32_t kText = 1 << 16;
constexpr std::uint32_t kList = 4096;

// A list or a text that a function writes, at first full of a pattern.
template <typename T, std::size_t size>
struct Room {
  alignas(8) std::array<T, size> values;
  Room() { std::memset(values.data(), 0xA5, sizeof values); }
  T* data() { return values.data(); }
};

std::vector<std::uint8_t> file_of(const std::string& name) {
  std::ifstream file(RENSA_TEST_DATA "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// One engine with an object of each kind, and memory for all arguments and results.
struct World {
  rensa_engine* engine = nullptr;
  rensa_engine* other_engine = nullptr;
  rensa_handle ruleset = 0, turns = 0, fields = 0, more_fields = 0, duel = 0, recorded = 0, ended = 0, duels = 0,
               record = 0, replay = 0, practice = 0, training = 0, prediction = 0, player = 0, freed = 0;
  std::vector<std::uint8_t> bytes = file_of("record_v1_frames.rensa");
  std::vector<std::uint64_t> seeds = {1, 2, 3, 4};
  std::string json, record_json;

  rensa_field field{};
  rensa_field floating{};
  rensa_pair pair{RENSA_CELL_RED, RENSA_CELL_BLUE};
  rensa_queue queue{};
  std::array<rensa_input, 8> inputs{};
  std::array<std::uint8_t, 8> placements{};
  rensa_side side{};
  rensa_view view{};
  rensa_outcome resigned{1, 7, 0};
  rensa_duels_buffers buffers{};

  Room<char, kText> text;
  Room<std::uint8_t, kText> out_bytes;
  Room<rensa_field, 8> out_fields;
  Room<rensa_chain, 8> chains;
  Room<rensa_pair, 256> pairs;
  Room<rensa_event, kList> events;
  Room<rensa_possible_chain, 128> possible;
  Room<rensa_recorded_input, kList> recorded_inputs;
  Room<rensa_checkpoint, kList> checkpoints;
  Room<rensa_hand, kList> hands;
  Room<rensa_decision, 1024> decisions;
  Room<rensa_statistics, 2> statistics;
  Room<rensa_candidate, RENSA_PLACEMENTS> candidates;
  Room<rensa_queue, 1> out_queue;
  Room<rensa_ruleset_values, 1> values;
  Room<rensa_game_state, 1> state;
  Room<rensa_view, 1> out_view;
  Room<rensa_side, 1> out_side;
  Room<rensa_side_facts, 1> facts;
  Room<rensa_record_info, 1> info;
  Room<rensa_goal, 1> goal;
  Room<rensa_training_state, 1> training_state;
  Room<rensa_handle, 1> handle;
  Room<std::uint32_t, 1> count;
  Room<std::int32_t, 1> number;
  Room<std::uint8_t, 4 * 2 * RENSA_CELLS> cells;
  Room<std::int32_t, 4> clocks;
  rensa_engine* out_engine = nullptr;

  World();
  ~World() {
    rensa_engine_free(engine);
    rensa_engine_free(other_engine);
  }
  World(const World&) = delete;

  std::string seen();
};

void expect(rensa_status status, const rensa_engine* engine) {
  ASSERT_EQ(status, RENSA_OK) << rensa_error_text(engine);
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

World::World() {
  record_json = json_of_record(bytes);
  json = R"({"id": "mine", "base": "tsu-1", "colours": 5})";
  const auto size = static_cast<std::uint32_t>(bytes.size());
  std::uint32_t ignored = 0;
  expect(rensa_engine_create(&engine), nullptr);
  expect(rensa_engine_create(&other_engine), nullptr);
  expect(rensa_ruleset_published(engine, "tsu-1", RENSA_TERMINATED, &ruleset), engine);
  expect(rensa_ruleset_published(engine, "jaist-1", RENSA_TERMINATED, &turns), engine);
  expect(rensa_field_from_text(engine, "Y.....\nRRR...", RENSA_TERMINATED, 0, &field), engine);
  floating.cells[RENSA_COLUMNS] = RENSA_CELL_RED;
  const std::array two = {field, field};
  expect(rensa_fields_create(engine, two.data(), 2, &fields), engine);
  expect(rensa_fields_create(engine, two.data(), 2, &more_fields), engine);
  expect(rensa_duel_create(engine, ruleset, 5, nullptr, &duel), engine);
  expect(rensa_duel_create(engine, ruleset, 5, nullptr, &recorded), engine);
  expect(rensa_duel_record(engine, recorded, "one", 3, "two", 3), engine);
  expect(rensa_duel_create(engine, ruleset, 6, nullptr, &ended), engine);
  for (rensa_game_state now{}; now.has_ended == 0;) {
    expect(rensa_duel_advance(engine, ended, 1'000'000, nullptr, 0, &ignored), engine);
    expect(rensa_game_get(engine, ended, &now), engine);
  }
  expect(rensa_duels_create(engine, turns, seeds.data(), 4, &duels), engine);
  expect(rensa_record_from_bytes(engine, bytes.data(), size, &record), engine);
  expect(rensa_replay_open(engine, record, &replay), engine);
  expect(rensa_practice_create(engine, 1, 4, &field, &pair, 1, &practice), engine);
  expect(rensa_training_create(engine, "_o1q1__u03", RENSA_TERMINATED, &training), engine);
  expect(rensa_prediction_create(engine, ruleset, &prediction), engine);
  expect(rensa_player_create(engine, ruleset, "greedy", RENSA_TERMINATED, 0, 1, &player), engine);
  expect(rensa_ruleset_published(engine, "class-1", RENSA_TERMINATED, &freed), engine);
  expect(rensa_free(engine, freed), engine);
  // A seat of the duels has to decide, a pair of the practice game and of the problem falls.
  for (rensa_game_state now{}; now.is_decision_due[0] == 0;) {
    expect(rensa_duel_advance(engine, duel, 1'000'000, nullptr, 0, &ignored), engine);
    expect(rensa_game_get(engine, duel, &now), engine);
  }
  expect(rensa_replay_seek(engine, replay, 300), engine);
  for (int i = 0; i < 100; ++i) {
    expect(rensa_practice_step(engine, practice, inputs.data(), nullptr, 0, &ignored), engine);
    expect(rensa_training_step(engine, training, nullptr, 0, &ignored), engine);
  }
  expect(rensa_practice_side(engine, practice, &side), engine);
  expect(rensa_prediction_start(engine, prediction, &side, 100), engine);
  expect(rensa_game_view(engine, duel, 0, &view), engine);
  expect(rensa_queue_from_seed(engine, 9, 4, &queue), engine);
  buffers.struct_size = sizeof buffers;
  buffers.count = 4;
  buffers.cells = cells.data();
  buffers.clocks = clocks.data();
}

template <typename T>
void add(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Everything that a caller can see of the objects, and the contents of all memory for results.
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
  for (std::uint32_t i = 0; i < 4; ++i) {
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
  std::apply([&all](const auto&... room) { (add(all, room.values), ...); },
             std::tie(text, out_bytes, out_fields, chains, pairs, events, possible, recorded_inputs, checkpoints, hands,
                      decisions, statistics, candidates, out_queue, values, state, out_view, out_side, facts, info,
                      goal, training_state, handle, count, number, cells, clocks));
  add(all, out_engine);
  return all;
}

// One call of a function: its valid arguments, and wrong values for some of them.
template <typename... A>
struct Case {
  using Tuple = std::tuple<A...>;
  using Change = std::function<void(Tuple&)>;

  const char* name;
  rensa_status (*function)(A...) noexcept;
  Tuple valid;
  World& world;
  std::set<std::size_t> optional{};                             // pointers that may be null
  std::vector<std::pair<std::string, Change>> changes{};        // wrong values of the table
  std::vector<std::pair<std::string, rensa_handle>> handles{};  // wrong handles

  template <std::size_t I, typename... V>
  Case& wrong(V... wrong_values) {
    (changes.emplace_back("argument " + std::to_string(I), [value = static_cast<std::tuple_element_t<I, Tuple>>(
                                                                wrong_values)](Tuple& to) { std::get<I>(to) = value; }),
     ...);
    return *this;
  }
  Case& may_be_null(std::size_t index) {
    optional.insert(index);
    return *this;
  }

  template <std::size_t I>
  void add_common_wrongs() {
    using T = std::tuple_element_t<I, Tuple>;
    if constexpr (std::is_same_v<T, rensa_engine*>) {
      this->template wrong<I>(nullptr);
    } else if constexpr (std::is_pointer_v<T>) {
      using Value = std::remove_cv_t<std::remove_pointer_t<T>>;
      if (!optional.contains(I)) this->template wrong<I>(nullptr);
      if constexpr (alignof(Value) > 1) {
        changes.emplace_back("alignment of argument " + std::to_string(I), [](Tuple& to) {
          std::get<I>(to) = reinterpret_cast<T>(reinterpret_cast<std::uintptr_t>(std::get<I>(to)) + 1);
        });
      }
      if constexpr (std::is_same_v<T, const char*>) {
        changes.emplace_back("UTF-8 of argument " + std::to_string(I), [](Tuple& to) {
          std::get<I>(to) = "\xC3\x28";
          std::get<I + 1>(to) = RENSA_TERMINATED;
        });
      }
    }
  }

  void add_wrong_handles(std::size_t index, const std::function<rensa_handle&(Tuple&)>& at) {
    const World& w = world;
    const rensa_handle right = at(valid);
    const std::array all = {w.ruleset, w.fields,   w.duel,     w.duels,      w.record,
                            w.replay,  w.practice, w.training, w.prediction, w.player};
    const auto kind_of = [](rensa_handle handle) { return handle >> 24 & 0xFF; };
    std::vector<rensa_handle> wrong_handles = {
        0, 1, ~rensa_handle{0}, w.freed, right << 1, right ^ 1ULL << 40, right ^ 1ULL << 25};
    const bool is_game =
        std::string(name).starts_with("rensa_game_") || (std::string(name).starts_with("rensa_player_") && index == 2);
    const bool takes_any = std::string(name) == "rensa_free" || std::string(name) == "rensa_kind";
    for (const rensa_handle handle : all) {
      const bool is_also_right = is_game && (handle == w.duel || handle == w.replay);
      if (!takes_any && !is_also_right && kind_of(handle) != kind_of(right)) wrong_handles.push_back(handle);
    }
    for (const rensa_handle handle : wrong_handles) {
      changes.emplace_back("handle " + std::to_string(handle) + " as argument " + std::to_string(index),
                           [at, handle](Tuple& to) { at(to) = handle; });
    }
  }

  template <std::size_t... I>
  void run(std::index_sequence<I...>, const std::set<std::size_t>& handle_arguments) {
    (add_common_wrongs<I>(), ...);
    (
        [&] {
          if constexpr (std::is_same_v<std::tuple_element_t<I, Tuple>, rensa_handle>) {
            if (handle_arguments.contains(I)) {
              add_wrong_handles(I, [](Tuple& to) -> rensa_handle& { return std::get<I>(to); });
            }
          }
        }(),
        ...);
    const std::string before = world.seen();
    for (const auto& [what, change] : changes) {
      Tuple arguments = valid;
      change(arguments);
      EXPECT_NE(std::apply(function, arguments), RENSA_OK) << name << ": wrong " << what;
      EXPECT_STRNE(rensa_error_text(world.engine), "") << name << ": wrong " << what;
      ASSERT_EQ(world.seen() == before, true) << name << " has changed something: wrong " << what;
    }
    EXPECT_EQ(std::apply(function, valid), RENSA_OK) << name << ": " << rensa_error_text(world.engine);
  }
};

// Checks one function. `prepare` adds the wrong values of its own. `handles` are the arguments that are handles.
template <typename... A, typename Prepare>
void check(const char* name, rensa_status (*function)(A...) noexcept, World& world,
           std::type_identity_t<std::tuple<A...>> valid, const std::set<std::size_t>& handles, Prepare prepare) {
  Case<A...> one{name, function, std::move(valid), world};
  prepare(one);
  one.run(std::index_sequence_for<A...>(), handles);
}

#define CHECK_CALL(function, handles, prepare, ...)      \
  check(#function, function, w, {w.engine, __VA_ARGS__}, \
        std::set<std::size_t> handles, [&]([[maybe_unused]] auto& call) prepare)

TEST(WrongArguments, OfEnginesAndObjectsChangeNothing) {
  World w;
  EXPECT_EQ(rensa_engine_create(nullptr), RENSA_ERROR_ARGUMENT);
  rensa_engine_free(nullptr);
  EXPECT_STRNE(rensa_error_text(nullptr), "");
  EXPECT_STREQ(rensa_error_text(w.other_engine), "");
  CHECK_CALL(rensa_kind, {1}, {}, w.duel, w.number.data());
  CHECK_CALL(rensa_count, {}, {}, w.count.data());
  CHECK_CALL(rensa_name_count, {}, { call.template wrong<1>(6U, ~0U); }, RENSA_NAMES_EVENTS, w.count.data());
  CHECK_CALL(
      rensa_name, {}, { call.template wrong<1>(6U).template wrong<2>(13U, ~0U).template wrong<4>(0U, 4U); },
      RENSA_NAMES_EVENTS, 3U, w.text.data(), kText, w.count.data());
  CHECK_CALL(rensa_free, {1}, {}, w.player);
}

TEST(WrongArguments, OfRulesetsChangeNothing) {
  World w;
  CHECK_CALL(
      rensa_ruleset_published, {},
      {
        call.template wrong<1>("no-such", "");
        call.template wrong<2>(0U, 2U);
      },
      "tsu-1", 5U, w.handle.data());
  CHECK_CALL(
      rensa_ruleset_from_json, {},
      { call.template wrong<1>("[]", "{", R"({"id": "x", "colours": 9})", R"({"id": "tsu-1", "colours": 3})"); },
      w.json.c_str(), RENSA_TERMINATED, w.handle.data());
  CHECK_CALL(
      rensa_ruleset_to_json, {1}, { call.template wrong<3>(0U, 10U); }, w.ruleset, w.text.data(), kText,
      w.count.data());
  CHECK_CALL(
      rensa_ruleset_id, {1}, { call.template wrong<3>(0U, 5U); }, w.ruleset, w.text.data(), kText, w.count.data());
  CHECK_CALL(rensa_ruleset_get, {1}, {}, w.ruleset, w.values.data());
}

TEST(WrongArguments, OfQueuesChangeNothing) {
  World w;
  rensa_queue colourless = w.queue;
  colourless.pairs[127].child = RENSA_CELL_GARBAGE;
  CHECK_CALL(rensa_queue_from_seed, {}, { call.template wrong<2>(2, 6, -1); }, 1U, 4, w.out_queue.data());
  CHECK_CALL(
      rensa_queue_official, {}, { call.template wrong<1>(0, 65537).template wrong<2>(2, 6); }, 1, 4,
      w.out_queue.data());
  CHECK_CALL(
      rensa_queue_from_text, {}, { call.template wrong<1>("", "R", "RX"); }, "RB", RENSA_TERMINATED,
      w.out_queue.data());
  CHECK_CALL(
      rensa_queue_to_text, {}, { call.template wrong<1>(&colourless).template wrong<3>(0U, 383U); }, &w.queue,
      w.text.data(), kText, w.count.data());
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
  CHECK_CALL(
      rensa_field_from_text, {}, { call.template wrong<1>("R", "RRRRRRR").template wrong<3>(2U, ~0U); }, "R.....",
      RENSA_TERMINATED, 0U, w.out_fields.data());
  CHECK_CALL(
      rensa_field_to_text, {},
      { call.template wrong<1>(&none[0], &none[1], &purple).template wrong<2>(2U).template wrong<4>(0U, 84U); },
      &w.field, RENSA_TEXT_DIGITS, w.text.data(), kText, w.count.data());
  CHECK_CALL(
      rensa_field_from_url, {},
      { call.template wrong<1>("nonsense", "http://ips.karou.jp/simu/pn.html?~9_01").template wrong<5>(0U, 1U); },
      "http://www.puyop.com/s/420Aa9r9hj_2cii8Ahq", RENSA_TERMINATED, w.out_fields.data(), w.pairs.data(), 256U,
      w.count.data());
  CHECK_CALL(
      rensa_field_to_url, {},
      {
        call.template wrong<1>(&none[0], &high);
        call.template wrong<2>(&odd_pairs[0], &odd_pairs[1], &odd_pairs[2]);
        call.template wrong<4>(2U).template wrong<6>(0U, 9U);
      },
      &w.field, &w.pair, 1U, 0U, w.text.data(), kText, w.count.data());
  CHECK_CALL(
      rensa_field_settle, {}, { call.template wrong<1>(&none[0], &none[1]); }, &w.floating, w.out_fields.data(),
      w.number.data());
  CHECK_CALL(
      rensa_field_simulate, {}, { call.template wrong<1>(&none[0], &w.floating); }, &w.field, w.out_fields.data(),
      w.chains.data());
  CHECK_CALL(rensa_field_placements, {}, { call.template wrong<1>(&none[0], &w.floating); }, &w.field, w.count.data());
  CHECK_CALL(
      rensa_field_place, {},
      {
        call.template wrong<1>(&none[0], &w.floating, &full);
        call.template wrong<2>(&odd_pairs[0], &odd_pairs[1]);
        call.template wrong<3>(22U, 255U, ~0U);
      },
      &w.field, &w.pair, 0U, w.out_fields.data(), w.chains.data());
  CHECK_CALL(
      rensa_field_threat, {},
      {
        call.template wrong<1>(&none[0], &w.floating);
        call.template wrong<2>(&odd_pairs[0]);
        call.template wrong<3>(3U, ~0U);
      },
      &w.field, pairs.data(), 2U, w.chains.data());
  rensa_field group = w.field;
  group.cells[3] = RENSA_CELL_RED;
  CHECK_CALL(
      rensa_field_possible_chains, {},
      {
        call.template wrong<1>(&none[0], &w.floating, &group, &full);
        call.template wrong<2>(0, 4, -1).template wrong<3>(2, -1).template wrong<5>(0U, 1U);
      },
      &w.field, 3, 1, w.possible.data(), 128U, w.count.data());
}

TEST(WrongArguments, OfListsOfFieldsChangeNothing) {
  World w;
  std::array<rensa_field, 2> with_wrong = {w.field, w.field};
  with_wrong[1].cells[40] = 9;
  const std::array one = {w.field};
  rensa_handle short_list = 0;
  rensa_handle floating_list = 0;
  expect(rensa_fields_create(w.engine, one.data(), 1, &short_list), w.engine);
  const std::array floating = {w.field, w.floating};
  expect(rensa_fields_create(w.engine, floating.data(), 2, &floating_list), w.engine);
  CHECK_CALL(
      rensa_fields_create, {}, { call.template wrong<1>(with_wrong.data()).template wrong<2>(1U << 25, ~0U); },
      floating.data(), 2U, w.handle.data());
  CHECK_CALL(
      rensa_fields_get, {1}, { call.template wrong<3>(0U, 1U); }, w.fields, w.out_fields.data(), 8U, w.count.data());
  CHECK_CALL(
      rensa_fields_simulate, (std::set<std::size_t>{1, 2}),
      {
        call.template wrong<1>(floating_list, short_list);
        call.template wrong<2>(short_list);
        call.template wrong<4>(0U, 1U);
      },
      w.fields, w.more_fields, w.chains.data(), 8U);
}

// Wrong inputs of a seat.
const std::array<std::array<rensa_input, 8>, 6>& wrong_inputs() {
  static const auto kInputs = [] {
    const std::array<rensa_input, 6> wrong = {
        {{3, 0, 0, 0}, {2, 32, 0, 0}, {2, 1, 1, 0}, {1, 0, 22, 0}, {1, 1, 0, 0}, {0, 0, 0, 1}}};
    std::array<std::array<rensa_input, 8>, 6> all{};
    for (std::size_t i = 0; i < wrong.size(); ++i) all[i][i % 2] = wrong[i];
    return all;
  }();
  return kInputs;
}

template <std::size_t I, typename Call>
void add_wrong_inputs(Call& call) {
  for (const auto& inputs : wrong_inputs()) call.template wrong<I>(inputs.data());
}

// The arguments for events are the last three.
template <std::size_t I, typename Call>
void add_wrong_event_rooms(Call& call) {
  call.template wrong<I>(0U, 1U, RENSA_MAX_EVENTS - 1U);
}

TEST(WrongArguments, OfDuelsChangeNothing) {
  World w;
  rensa_queue colourless = w.queue;
  colourless.pairs[0].axis = 0;
  const std::string long_name(65, 'x');
  const std::array outcomes = {rensa_outcome{2, 7, 0}, rensa_outcome{-2, 7, 0}, rensa_outcome{0, 2, 0},
                               rensa_outcome{0, 9, 0}, rensa_outcome{0, 7, 1},  rensa_outcome{0, 8, 0}};
  CHECK_CALL(
      rensa_duel_create, {1}, { call.template wrong<3>(&colourless).may_be_null(3); }, w.ruleset, 1U, &w.queue,
      w.handle.data());
  CHECK_CALL(rensa_duel_copy, {1}, {}, w.duel, w.handle.data());
  rensa_handle fresh = 0;
  expect(rensa_duel_create(w.engine, w.ruleset, 1, nullptr, &fresh), w.engine);
  CHECK_CALL(
      rensa_duel_record, {1},
      {
        call.template wrong<1>(w.duel, w.recorded);
        call.template wrong<2>("\x01");
        call.template wrong<5>(65U);
      },
      fresh, "one", 1U, long_name.c_str(), 64U);
  CHECK_CALL(
      rensa_duel_step, {1},
      {
        add_wrong_inputs<2>(call);
        add_wrong_event_rooms<4>(call);
      },
      w.duel, w.inputs.data(), w.events.data(), kList, w.count.data());
  CHECK_CALL(
      rensa_duel_advance, {1},
      {
        call.template wrong<2>(0, -1);
        add_wrong_event_rooms<4>(call);
      },
      w.duel, 1'000'000, w.events.data(), kList, w.count.data());
  CHECK_CALL(
      rensa_duel_finish, {1},
      {
        call.template wrong<1>(w.duel, w.ended);
        for (const rensa_outcome& outcome : outcomes) call.template wrong<2>(&outcome);
      },
      w.recorded, &w.resigned, w.handle.data());
}

TEST(WrongArguments, OfGamesChangeNothing) {
  World w;
  CHECK_CALL(rensa_game_get, {1}, {}, w.duel, w.state.data());
  CHECK_CALL(rensa_game_view, {1}, { call.template wrong<2>(-1, 2); }, w.replay, 0, w.out_view.data());
  CHECK_CALL(rensa_game_side, {1}, { call.template wrong<2>(-1, 2); }, w.duel, 0, w.out_side.data());
  CHECK_CALL(rensa_game_placements, {1}, { call.template wrong<2>(-1, 2); }, w.duel, 0, w.count.data());
  CHECK_CALL(
      rensa_game_pair, {1}, { call.template wrong<2>(-1, 2).template wrong<3>(0, -1, 1'000'000'001); }, w.duel, 1, 1,
      w.pairs.data());
  CHECK_CALL(rensa_game_threat, {1}, { call.template wrong<2>(-1, 2); }, w.replay, 1, w.chains.data());
  CHECK_CALL(
      rensa_game_url, {1}, { call.template wrong<2>(-1, 2).template wrong<4>(0U, 20U); }, w.duel, 1, w.text.data(),
      kText, w.count.data());
}

// Changes one member of a side to each of its wrong values.
std::vector<rensa_side> wrong_sides(const rensa_side& right) {
  std::vector<rensa_side> sides;
  const auto add_wrong = [&](auto member, std::initializer_list<std::int64_t> values) {
    for (const std::int64_t value : values) {
      sides.push_back(right);
      rensa_side& side = sides.back();
      side.*member = static_cast<std::remove_reference_t<decltype(side.*member)>>(value);
    }
  };
  add_wrong(&rensa_side::score, {-1, std::int64_t{1} << 60});
  add_wrong(&rensa_side::unsent, {-1, std::int64_t{1} << 60});
  add_wrong(&rensa_side::pair_count, {-1, 9});
  add_wrong(&rensa_side::phase, {-1, 10});
  add_wrong(&rensa_side::hand, {-1});
  add_wrong(&rensa_side::link, {-1});
  add_wrong(&rensa_side::pending, {-1, 2'000'000'000});
  add_wrong(&rensa_side::fixed, {-1, 2'000'000'000});
  add_wrong(&rensa_side::has_falling_pair, {-1, 2});
  add_wrong(&rensa_side::x, {0, 7});
  add_wrong(&rensa_side::y, {0, 16});
  add_wrong(&rensa_side::r, {-1, 4});
  add_wrong(&rensa_side::turn_lock, {-1, 16});
  add_wrong(&rensa_side::arrow_lock, {-1, 16});
  add_wrong(&rensa_side::quick_turn_window, {-1, 21});
  add_wrong(&rensa_side::fall_counter, {-1, 17});
  add_wrong(&rensa_side::touches, {-1, 8});
  add_wrong(&rensa_side::touching, {-1, 2});
  add_wrong(&rensa_side::has_motion, {-1, 2});
  add_wrong(&rensa_side::wait, {-1, 256});
  add_wrong(&rensa_side::rows, {-1, 14});
  add_wrong(&rensa_side::dropping, {-1});
  add_wrong(&rensa_side::held, {-1, 32});
  add_wrong(&rensa_side::reveal, {-1, 256});
  add_wrong(&rensa_side::driven, {-1, 2});
  sides.push_back(right);
  sides.back().entering[5] = 256;
  sides.push_back(right);
  sides.back().field.cells[7] = 3;
  sides.push_back(right);
  sides.back().pairs[0].axis = 1;
  return sides;
}

TEST(WrongArguments, OfViewsAndSidesChangeNothing) {
  World w;
  const std::vector<rensa_side> sides = wrong_sides(w.side);
  std::vector<rensa_view> views;
  const auto add_wrong = [&](auto&& change) {
    views.push_back(w.view);
    change(views.back());
  };
  add_wrong([](rensa_view& view) { view.seat = 2; });
  add_wrong([](rensa_view& view) { view.pacing = 2; });
  add_wrong([](rensa_view& view) { view.clock = -1; });
  add_wrong([](rensa_view& view) { view.is_decision_due = 2; });
  add_wrong([](rensa_view& view) { view.has_ended = 2; });
  add_wrong([](rensa_view& view) { view.has_ended = 1, view.outcome = {0, 99, 0}; });
  add_wrong([](rensa_view& view) { view.has_ended = 1, view.outcome = {2, 0, 0}; });
  add_wrong([](rensa_view& view) { view.has_ended = 1, view.outcome = {0, 0, -1}; });
  add_wrong([](rensa_view& view) { view.own.has_falling_pair = 0; });
  add_wrong([](rensa_view& view) { view.own.field.cells[11 * RENSA_COLUMNS + 2] = RENSA_CELL_RED; });
  add_wrong([](rensa_view& view) { view.opponent.link = -1; });
  for (const rensa_side& side : sides) add_wrong([&](rensa_view& view) { view.own = side; });
  CHECK_CALL(
      rensa_view_placements, {},
      {
        for (const rensa_view& view : views) call.template wrong<1>(&view);
      },
      &w.view, w.count.data());
  CHECK_CALL(
      rensa_side_facts_of, {},
      {
        for (const rensa_side& side : sides) call.template wrong<1>(&side);
      },
      &w.side, w.facts.data());
  rensa_side without_motion = w.side;
  without_motion.has_motion = 0;
  rensa_side without_pair = w.side;
  without_pair.has_falling_pair = 0;
  CHECK_CALL(
      rensa_prediction_start, {1},
      {
        for (const rensa_side& side : sides) call.template wrong<2>(&side);
        call.template wrong<2>(&without_motion, &without_pair);
        call.template wrong<3>(-1, 1'000'000'001);
      },
      w.prediction, &w.side, 100);
}

TEST(WrongArguments, OfManyDuelsChangeNothing) {
  World w;
  const std::array<std::uint8_t, 8> wrong_placements = {0, 0, 0, 0, 0, 0, 0, 22};
  std::array<rensa_duels_buffers, 3> buffers = {w.buffers, w.buffers, w.buffers};
  buffers[0].struct_size = 0;
  buffers[1].count = 3;
  buffers[2].clocks = reinterpret_cast<std::int32_t*>(w.cells.data() + 1);
  CHECK_CALL(
      rensa_duels_create, {1}, { call.template wrong<3>(0U, 65537U); }, w.turns, w.seeds.data(), 4U, w.handle.data());
  CHECK_CALL(rensa_duels_reset, {1}, { call.template wrong<2>(4U, ~0U); }, w.duels, 3U, 1U);
  CHECK_CALL(
      rensa_duels_step, {1},
      {
        add_wrong_inputs<2>(call);
        call.template wrong<3>(0U, 7U, 9U);
      },
      w.duels, w.inputs.data(), 8U);
  CHECK_CALL(
      rensa_duels_play, {1}, { call.template wrong<2>(wrong_placements.data()).template wrong<3>(0U, 7U, 9U); },
      w.duels, w.placements.data(), 8U);
  CHECK_CALL(
      rensa_duels_get, {1}, { call.template wrong<2>(&buffers[0], &buffers[1], &buffers[2]); }, w.duels, &w.buffers);
  CHECK_CALL(
      rensa_duels_view, {1}, { call.template wrong<2>(4U).template wrong<3>(-1, 2); }, w.duels, 0U, 1,
      w.out_view.data());
}

TEST(WrongArguments, OfRecordsChangeNothing) {
  World w;
  std::vector<std::uint8_t> damaged = w.bytes;
  damaged[damaged.size() / 2] ^= 1;
  const auto size = static_cast<std::uint32_t>(w.bytes.size());
  std::string other = w.record_json;
  other.replace(other.find("choked"), 6, "resign");
  CHECK_CALL(
      rensa_record_from_bytes, {}, { call.template wrong<1>(damaged.data()).template wrong<2>(0U, size - 1); },
      w.bytes.data(), size, w.handle.data());
  CHECK_CALL(
      rensa_record_from_json, {}, { call.template wrong<1>("{}", "", other.c_str()); }, w.record_json.c_str(),
      RENSA_TERMINATED, w.handle.data());
  CHECK_CALL(
      rensa_record_to_bytes, {1}, { call.template wrong<3>(0U, size - 1); }, w.record, w.out_bytes.data(), kText,
      w.count.data());
  CHECK_CALL(rensa_record_get, {1}, {}, w.record, w.info.data());
  CHECK_CALL(rensa_record_ruleset, {1}, {}, w.record, w.handle.data());
  CHECK_CALL(
      rensa_record_player, {1}, { call.template wrong<2>(-1, 2).template wrong<4>(0U, 1U); }, w.record, 0,
      w.text.data(), kText, w.count.data());
  CHECK_CALL(
      rensa_record_inputs, {1}, { call.template wrong<3>(0U, 1U); }, w.record, w.recorded_inputs.data(), kList,
      w.count.data());
  CHECK_CALL(
      rensa_record_checkpoints, {1}, { call.template wrong<3>(0U, 1U); }, w.record, w.checkpoints.data(), kList,
      w.count.data());
  CHECK_CALL(
      rensa_record_hands, {1}, { call.template wrong<3>(0U, 1U); }, w.record, w.hands.data(), kList, w.count.data());
  CHECK_CALL(
      rensa_record_decisions, {1}, { call.template wrong<2>(-1, 2).template wrong<4>(0U, 1U); }, w.record, 0,
      w.decisions.data(), 1024U, w.count.data());
  CHECK_CALL(rensa_record_statistics, {1}, {}, w.record, w.statistics.data());
  CHECK_CALL(
      rensa_record_url, {1}, { call.template wrong<2>(-1, 2).template wrong<3>(2U).template wrong<5>(0U, 20U); },
      w.record, 0, 0U, w.text.data(), kText, w.count.data());
  CHECK_CALL(
      rensa_record_to_json, {1}, { call.template wrong<3>(0U, 10U); }, w.record, w.text.data(), kText, w.count.data());
  CHECK_CALL(rensa_replay_open, {1}, {}, w.record, w.handle.data());
  CHECK_CALL(rensa_replay_seek, {1}, { call.template wrong<2>(-1, 1'000'000); }, w.replay, 10);
  CHECK_CALL(
      rensa_replay_events, {1}, { call.template wrong<3>(0U, 1U); }, w.replay, w.events.data(), kList, w.count.data());
}

TEST(WrongArguments, OfPlayersChangeNothing) {
  World w;
  rensa_handle other = 0;
  expect(rensa_duel_create(w.engine, w.turns, 1, nullptr, &other), w.engine);
  CHECK_CALL(rensa_player_count, {}, {}, w.count.data());
  CHECK_CALL(
      rensa_player_name, {}, { call.template wrong<1>(1000U).template wrong<3>(0U, 1U); }, 0U, w.text.data(), kText,
      w.count.data());
  CHECK_CALL(
      rensa_player_create, {1}, { call.template wrong<2>("nobody", "").template wrong<4>(-1, 100'000'001); }, w.ruleset,
      "gaze", RENSA_TERMINATED, 2000, 1U, w.handle.data());
  CHECK_CALL(
      rensa_player_create, {1}, { call.template wrong<4>(1); }, w.ruleset, "greedy", RENSA_TERMINATED, 0, 1U,
      w.handle.data());
  CHECK_CALL(
      rensa_player_choose, (std::set<std::size_t>{1, 2}),
      { call.template wrong<2>(other, w.ended, w.recorded).template wrong<3>(-1, 2); }, w.player, w.duel, 0,
      w.count.data());
  CHECK_CALL(
      rensa_player_candidates, (std::set<std::size_t>{1, 2}),
      {
        call.template wrong<2>(other, w.ended, w.recorded)
            .template wrong<3>(-1, 2)
            .template wrong<5>(0U, RENSA_PLACEMENTS - 1U);
      },
      w.player, w.duel, 0, w.candidates.data(), RENSA_PLACEMENTS, w.count.data());
}

TEST(WrongArguments, OfPracticeAndPredictionChangeNothing) {
  World w;
  rensa_field none{};
  none.cells[0] = 3;
  const rensa_pair odd{0, 0};
  rensa_handle unstarted = 0;
  expect(rensa_prediction_create(w.engine, w.ruleset, &unstarted), w.engine);
  CHECK_CALL(
      rensa_practice_create, {},
      {
        call.template wrong<2>(2, 6).template wrong<3>(&none, &w.floating);
        call.template wrong<4>(&odd);
      },
      1U, 4, &w.field, &w.pair, 1U, w.handle.data());
  CHECK_CALL(rensa_practice_side, {1}, {}, w.practice, w.out_side.data());
  EXPECT_EQ(rensa_practice_undo(w.engine, w.practice), RENSA_ERROR_STATE);
  CHECK_CALL(
      rensa_practice_step, {1},
      {
        for (std::size_t i = 0; i < 6; ++i) call.template wrong<2>(&wrong_inputs()[i][i % 2]);
        add_wrong_event_rooms<4>(call);
      },
      w.practice, w.inputs.data(), w.events.data(), kList, w.count.data());
  for (rensa_side now{}; now.hand < 2 || now.has_falling_pair == 0;) {
    std::uint32_t ignored = 0;
    expect(rensa_practice_step(w.engine, w.practice, w.inputs.data(), nullptr, 0, &ignored), w.engine);
    expect(rensa_practice_side(w.engine, w.practice, &now), w.engine);
  }
  CHECK_CALL(rensa_practice_undo, {1}, {}, w.practice);
  CHECK_CALL(rensa_prediction_create, {1}, { call.template wrong<1>(w.turns); }, w.ruleset, w.handle.data());
  CHECK_CALL(rensa_prediction_side, {1}, { call.template wrong<1>(unstarted); }, w.prediction, w.out_side.data());
  CHECK_CALL(
      rensa_prediction_step, {1},
      {
        for (std::size_t i = 0; i < 6; ++i) call.template wrong<2>(&wrong_inputs()[i][i % 2]);
        call.template wrong<1>(unstarted);
        add_wrong_event_rooms<4>(call);
      },
      w.prediction, w.inputs.data(), w.events.data(), kList, w.count.data());
}

TEST(WrongArguments, OfTrainingChangeNothing) {
  World w;
  CHECK_CALL(rensa_training_flaw, {}, {}, "_o1q1__u03", RENSA_TERMINATED, w.number.data());
  CHECK_CALL(
      rensa_training_create, {}, { call.template wrong<1>("", "nothing", "_o1q1"); }, "_o1q1__u03", RENSA_TERMINATED,
      w.handle.data());
  CHECK_CALL(rensa_training_goal, {1}, {}, w.training, w.goal.data());
  CHECK_CALL(
      rensa_training_pairs, {1}, { call.template wrong<3>(0U, 1U); }, w.training, w.pairs.data(), 256U, w.count.data());
  CHECK_CALL(
      rensa_training_url, {1}, { call.template wrong<3>(0U, 5U); }, w.training, w.text.data(), kText, w.count.data());
  CHECK_CALL(rensa_training_get, {1}, {}, w.training, w.training_state.data());
  CHECK_CALL(rensa_training_side, {1}, { call.template wrong<2>(22U, 254U, 256U); }, w.training, 3U, w.out_side.data());
  CHECK_CALL(rensa_training_drop, {1}, { call.template wrong<2>(22U, 255U); }, w.training, 3U);
  EXPECT_EQ(rensa_training_drop(w.engine, w.training, 3), RENSA_ERROR_STATE);
  CHECK_CALL(
      rensa_training_step, {1}, { add_wrong_event_rooms<3>(call); }, w.training, w.events.data(), kList,
      w.count.data());
  CHECK_CALL(rensa_training_rewind, {1}, {}, w.training, 0U);
  for (int i = 0; i < 100; ++i) rensa_training_step(w.engine, w.training, nullptr, 0, w.count.data());
  CHECK_CALL(rensa_training_steer, {1}, { call.template wrong<2>(22U, 255U); }, w.training, 3U);
}

// These have no argument that can be wrong in a way that can be seen, or are checked by hand above.
const std::set<std::string> kApart = {"rensa_version", "rensa_struct_size", "rensa_engine_create", "rensa_engine_free",
                                      "rensa_error_text"};

TEST(WrongArgumentsTable, HasEveryFunction) {
  std::ifstream file(RENSA_ROOT "/tests/clients/bindings/c/wrong_arguments_test.cpp");
  const std::string table{std::istreambuf_iterator<char>(file), {}};
  std::ifstream program(RENSA_ROOT "/tests/clients/bindings/c/every_function.c");
  const std::string calls{std::istreambuf_iterator<char>(program), {}};
  for (const std::string& name : functions_of_header()) {
    const bool has_row = std::regex_search(table, std::regex("CHECK_CALL\\(\\s*" + name + ","));
    EXPECT_TRUE(kApart.contains(name) || has_row) << name;
    EXPECT_NE(calls.find(name + "("), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace rensa::bindings
