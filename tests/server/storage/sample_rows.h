#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/storage/store.h"

namespace rensa::storage::test {

// Rows and records that are computed from their numbers, so that a test knows the content of each.

inline MatchRow match_row(std::uint64_t match) {
  return {.match = match,
          .players = {"greedy", "näive 连 " + std::to_string(match % 7)},
          .ruleset = "tsu-1",
          .clock = match % 2 == 0 ? "real" : "virtual",
          .started = "2026-01-02T03:04:05Z"};
}

inline GameRow game_row(std::uint64_t match, int game) {
  GameRow row{.match = match,
              .game = game,
              .players = match_row(match).players,
              .ruleset = "tsu-1",
              .winner = 1 + game % 2,
              .cause = "topped_out",
              .frames = 1000 + game,
              .scores = {123'456'789'012, -game},
              .ended = "2026-01-02T03:05:06.789Z"};
  if (game % 3 == 0) row.winner.reset();
  return row;
}

inline std::vector<std::uint8_t> record_of(std::uint64_t match, int game) {
  std::uint64_t state = match * 1000 + static_cast<std::uint64_t>(game);
  std::vector<std::uint8_t> bytes(2000 + state % 20'000);
  for (std::uint8_t& byte : bytes) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    byte = static_cast<std::uint8_t>(state >> 56);
  }
  return bytes;
}

inline GameRow stored(GameRow row, std::uint64_t record) {
  row.record = record;
  return row;
}

struct SaveResult {
  std::uint64_t record = 0;
  std::string error;  // empty: stored
};

// Starts to save a game; the result comes later.
inline std::future<SaveResult> start_saving(Store& store, const MatchRow& match, const GameRow& game,
                                            std::vector<std::uint8_t> record) {
  const auto promise = std::make_shared<std::promise<SaveResult>>();
  store.save_game({match, game, std::move(record)}, [promise](const StoreResult<std::uint64_t>& saved) {
    promise->set_value(saved ? SaveResult{*saved, ""} : SaveResult{0, saved.error().message});
  });
  return promise->get_future();
}

inline std::future<SaveResult> start_saving(Store& store, std::uint64_t match, int game) {
  return start_saving(store, match_row(match), game_row(match, game), record_of(match, game));
}

inline SaveResult save(Store& store, const MatchRow& match, const GameRow& game, std::vector<std::uint8_t> record) {
  return start_saving(store, match, game, std::move(record)).get();
}

inline SaveResult save(Store& store, std::uint64_t match, int game) { return start_saving(store, match, game).get(); }

}  // namespace rensa::storage::test
