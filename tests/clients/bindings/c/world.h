#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "clients/bindings/c/rensa/rensa.h"

namespace rensa::bindings {

constexpr std::uint32_t kText = 1 << 16;
constexpr std::uint32_t kList = 4096;
constexpr std::uint32_t kDecisions = 1024;

// Memory for all that a function of rensa.h writes.
struct Results {
  char text[kText];
  std::uint8_t bytes[kText];
  rensa_field fields[8];
  rensa_chain chains[8];
  rensa_pair pairs[256];
  rensa_event events[kList];
  rensa_possible_chain possible[128];
  rensa_recorded_input recorded_inputs[kList];
  rensa_checkpoint checkpoints[kList];
  rensa_hand hands[kList];
  rensa_decision decisions[kDecisions];
  rensa_statistics statistics[RENSA_SEATS];
  rensa_candidate candidates[RENSA_PLACEMENTS];
  rensa_queue queue;
  rensa_ruleset_values values;
  rensa_game_state state;
  rensa_view view;
  rensa_side side;
  rensa_side_facts facts;
  rensa_record_info info;
  rensa_goal goal;
  rensa_training_state training_state;
  rensa_handle handle;
  std::uint32_t count;
  std::int32_t number;
  std::uint8_t cells[4 * RENSA_SEATS * RENSA_CELLS];
  std::int32_t clocks[4];
};

// One engine with an object of each kind, valid arguments for all functions, and memory for their results.
struct World {
  rensa_engine* engine = nullptr;
  rensa_engine* other_engine = nullptr;
  rensa_handle ruleset = 0, turns = 0, fields = 0, more_fields = 0, new_duel = 0, duel = 0, recorded = 0, ended = 0,
               duels = 0, record = 0, short_record = 0, replay = 0, practice = 0, training = 0, prediction = 0,
               player = 0, freed = 0;
  std::vector<std::uint8_t> bytes;
  std::array<std::uint64_t, 4> seeds = {1, 2, 3, 4};
  std::string json = R"({"id": "mine", "base": "tsu-1", "colours": 5})";
  std::string record_json;
  std::vector<std::uint8_t> short_bytes;  // of a game of a few frames
  std::string short_json;

  rensa_field field{};
  rensa_field floating{};
  rensa_pair pair{RENSA_CELL_RED, RENSA_CELL_BLUE};
  rensa_queue queue{};
  std::array<rensa_input, 8> inputs{};
  std::array<std::uint8_t, 8> placements{};
  rensa_side side{};
  rensa_view view{};
  rensa_outcome resigned{1, RENSA_CAUSE_RESIGNED, 0};
  rensa_duels_buffers buffers{};

  Results out;  // full of a pattern until a call succeeds

  World();
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // Returns everything that a caller can see of an object, which may have been freed.
  std::string seen(rensa_handle object);
  // Returns everything that a caller can see of the objects, and all results.
  std::string seen();
};

// Fails the test with the text of the error unless the call has succeeded.
void expect_success(rensa_status status, const rensa_engine* engine);

}  // namespace rensa::bindings
