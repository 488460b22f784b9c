#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "server/storage/store.h"

namespace rensa::storage {

// One call of save_game, on its way to the writer.
struct SaveJob {
  MatchRow match;
  GameRow game;
  std::vector<std::uint8_t> record;
  std::function<void(std::uint64_t)> done;
  std::function<void(std::string)> failed;
};

}  // namespace rensa::storage
