#pragma once

#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/record/record.h"
#include "server/processes/isolation.h"

namespace rensa::cli {

// A recorded game that goes on from one of its decisions with other players, which are started as the programs of a
// plan are, on a private server.

struct ContinuedGameOptions {
  record::Record opening;                   // verifies
  int clock = 0;                            // from which the players decide
  std::array<nlohmann::json, 2> players{};  // by seat, as a plan describes them, without names
  std::array<std::string, 2> names{};       // in the new record
  std::optional<processes::Isolation> isolation{};
  std::function<bool()> should_stop;
};

struct ContinuedGame {
  record::Record record;                    // the whole game, which begins as the opening does
  std::array<std::string, 2> last_outputs;  // the last line that the program in each seat has printed; empty: none
};

// Plays the game to its end. Returns nothing if it was stopped. Throws std::runtime_error if the game cannot be played
// here, for example because there is no such program.
std::optional<ContinuedGame> play_continued_game(const ContinuedGameOptions& options);

}  // namespace rensa::cli
