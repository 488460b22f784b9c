#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/server/storage/sample_rows.h"

namespace rensa::storage::test {

struct Saved {
  std::uint64_t record = 0;
  std::string fault;  // empty: stored
};

// Hands a game over; what has become of it comes later.
inline std::future<Saved> hand_over(Store& store, const MatchRow& match, const GameRow& game,
                                    std::vector<std::uint8_t> record) {
  const auto promise = std::make_shared<std::promise<Saved>>();
  store.save_game(
      match, game, std::move(record), [promise](std::uint64_t number) { promise->set_value({number, ""}); },
      [promise](std::string fault) { promise->set_value({0, std::move(fault)}); });
  return promise->get_future();
}

inline std::future<Saved> hand_over(Store& store, std::uint64_t match, int game) {
  return hand_over(store, match_row(match), game_row(match, game), record_of(match, game));
}

inline Saved save(Store& store, const MatchRow& match, const GameRow& game, std::vector<std::uint8_t> record) {
  return hand_over(store, match, game, std::move(record)).get();
}

inline Saved save(Store& store, std::uint64_t match, int game) { return hand_over(store, match, game).get(); }

}  // namespace rensa::storage::test
