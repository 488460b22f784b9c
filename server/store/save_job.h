#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/store/store.h"

namespace rensa::store {

// One call of save_game, on its way to the writer.
struct SaveJob {
  MatchRow match;
  GameRow game;
  std::vector<std::uint8_t> record;
  std::function<void(std::uint64_t)> done;
  std::function<void(std::string)> failed;
};

}  // namespace rensa::store
