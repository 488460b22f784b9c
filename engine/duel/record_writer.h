#pragma once

#include "engine/duel/game.h"
#include "engine/duel/record.h"

namespace rensa::duel {

// Takes down a game as a by-stander: tell it what the game is about to do and what it did. Time may pass by advance(),
// without before_step(), but never across a checkpoint: advance(writer.next_checkpoint()) at most.
class RecordWriter {
 public:
  // Precondition: the names are names, see is_name().
  RecordWriter(const GameSetup& setup, const std::array<std::string, 2>& players);

  void before_step(const Game& game, const Inputs& inputs);
  void after_step(const Game& game, const Events& events);  // after advance() too
  int next_checkpoint() const;

  // The outcome is the game's own if it has one; otherwise why it was ended here, after the last step.
  Record finish(const Game& game, const Outcome& outcome);

 private:
  // An input, but for its route. A route takes the bytes of the longest there is, its runs hardly ten, and a server
  // keeps what was done in thousands of games.
  struct Taken {
    int clock = 0;
    Input input;
    std::uint16_t tag = 0;
    Seat seat = Seat::one;
    std::uint8_t runs = 0;
  };

  void take_down(const Game& game, Seat seat, const Events& events);
  std::vector<RecordedInput> inputs() const;

  Record record_;  // but for the inputs
  std::vector<Taken> taken_;
  std::vector<KeyRun> runs_;  // of their routes, one after the other
  std::uint16_t tag_ = 0;
  Inputs inputs_;                 // of the step that is going on
  std::uint64_t state_hash_ = 0;  // that they meet
};

}  // namespace rensa::duel
