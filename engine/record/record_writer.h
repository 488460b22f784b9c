#pragma once

#include "engine/duel/game.h"
#include "engine/record/record.h"

namespace rensa::record {

// Records a game while it is played. The caller reports each step before and after the game makes it. Game::advance()
// needs no before_step(), but must not pass a checkpoint: call advance(writer.next_required_clock()) at most.
class RecordWriter final : public duel::GameObserver {
 public:
  // Precondition: is_valid_name() is true for both names.
  RecordWriter(const duel::GameSetup& setup, const std::array<std::string, 2>& players);

  // Makes room for the next step, or for advancing to the next event, so that before_step() and after_step() need no
  // memory. Recording works without it, too, but then a step for which there is no memory has already been made.
  void reserve_step();
  void before_step(const duel::Game& game, const duel::Inputs& inputs) override;
  void after_step(const duel::Game& game, const duel::Events& events) override;
  int next_required_clock() const override;  // the next checkpoint

  // The game was interrupted after this clock, which is not less than at the last call.
  void add_interruption(int clock);

  // Uses the game's own outcome if it has one. Otherwise `outcome` tells why the game was ended after the last step.
  Record finish(const duel::Game& game, const duel::Outcome& outcome);

 private:
  // An input without its route, whose key runs are in runs_. A Route has room for the longest route, while the key runs
  // take about ten bytes. The difference matters, because a server keeps the inputs of thousands of games.
  struct CompactInput {
    int clock = 0;
    duel::Input input;
    std::uint16_t tag = 0;
    duel::Seat seat = duel::Seat::one;
    std::uint8_t runs = 0;
  };

  void add_input(const duel::Game& game, duel::Seat seat, const duel::Events& events);
  std::vector<RecordedInput> inputs() const;

  Record record_;  // without the inputs
  std::vector<CompactInput> inputs_so_far_;
  std::vector<KeyRun> runs_;  // of the routes of all inputs, one after the other
  std::uint16_t tag_ = 0;
  duel::Inputs inputs_;           // of the current step
  std::uint64_t state_hash_ = 0;  // of the state before the current step
};

}  // namespace rensa::record
