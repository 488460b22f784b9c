#pragma once

#include <cstdint>

#include "engine/duel/game_statistics.h"
#include "engine/players/local_game.h"
#include "engine/players/registry.h"
#include "engine/record/record_writer.h"

namespace rensa::record {

// A finished game between two players, with its record.
struct Played {
  record::Record record;
  std::uint64_t hash = 0;
  std::array<std::int64_t, 2> scores{};
  std::array<duel::GameStatistics, 2> feats;
};

inline Played played(const char* ruleset, std::uint64_t seed) {
  const duel::GameSetup setup{.ruleset = *rules::find_ruleset(ruleset), .seed = seed, .queue = std::nullopt};
  const auto greedy = players::find_player("greedy")->make({setup.ruleset, seed});
  const auto random = players::find_player("random")->make({setup.ruleset, seed + 1});
  record::RecordWriter recorder(setup, {"greedy", "random"});
  players::LocalGame run(setup, {greedy.get(), random.get()}, &recorder);
  run.play_until(duel::kNoFrameLimit);
  return {recorder.finish(run.game(), *run.outcome()),
          run.game().hash(),
          {run.game().score(duel::Seat::one), run.game().score(duel::Seat::two)},
          run.result().seats};
}

}  // namespace rensa::record
