#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "clients/bindings/python/native/duel_arrays.h"
#include "engine/duel/game.h"
#include "engine/movement/reach_memo.h"
#include "engine/rules/ruleset.h"

namespace rensa::python {

// Many games that are played at once. Each step gives both seats of each game their placements, goes on until a seat of
// the game has to decide, and writes what the seats see. A game that has ended begins anew in the next step, with the
// next seed. This class knows nothing of Python; one thread at a time may use it.
class DuelVector {
 public:
  // A placement that the pair of a seat cannot reach.
  struct WrongAction {
    std::size_t game;
    std::size_t seat;
    std::int64_t action;
  };

  // The arrays must live as long as the vector. Precondition: the ruleset can be played.
  DuelVector(const rules::Ruleset& ruleset, std::size_t count, std::uint64_t seed, const DuelArrays& arrays);

  std::size_t size() const { return games_.size(); }
  // The seed of the game that begins next.
  std::uint64_t next_seed() const { return next_seed_; }
  // Begins all games anew. Game i has the seed `seed` + i, and every game after these the next seed.
  void reset(std::uint64_t seed);
  // Takes the actions of the next step, one for each seat of each game. If a seat that has to decide cannot reach its
  // placement, changes nothing and returns the first such action. The actions of other seats have no effect.
  std::optional<WrongAction> take_actions(std::span<const std::int64_t> actions);
  // Plays the actions that were taken last.
  void step();

 private:
  void begin(std::size_t index);
  void play(std::size_t index);
  void write(std::size_t index);
  bool decides(std::size_t entry) const { return placements_[entry] != 0; }

  rules::Ruleset ruleset_;
  DuelArrays arrays_;
  std::uint64_t next_seed_ = 0;
  std::vector<duel::Game> games_;
  movement::ReachMemo reach_;
  std::vector<std::uint32_t> placements_;  // for each seat: what its pair can reach; 0: no decision is due
  std::vector<std::uint8_t> actions_;
};

}  // namespace rensa::python
