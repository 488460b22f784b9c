#include "engine/duel/record_writer.h"

#include <cassert>

namespace rensa::duel {

RecordWriter::RecordWriter(const GameSetup& setup, const std::array<std::string, 2>& players) {
  assert(is_name(players[0]) && is_name(players[1]));
  record_.setup = setup;
  record_.ruleset_digest = rules::digest(setup.ruleset);
  record_.players = players;
}

void RecordWriter::before_step(const Game& game, const Inputs& inputs) {
  if (game.outcome()) return;
  std::optional<std::uint64_t> state;
  for (const Seat seat : kSeats) {
    const auto code = packed(inputs[index_of(seat)]);
    if (!code) continue;
    if (!state) state = game.hash();
    RecordedInput entry{.clock = game.clock() + 1, .seat = seat, .input = *unpacked_input(*code), .tag = 0};
    entry.tag = tag_ = input_tag(tag_, entry, *state);
    record_.inputs.push_back(entry);
  }
}

int RecordWriter::next_checkpoint() const {
  const int spacing = checkpoint_spacing(record_.setup.ruleset.pacing);
  return (static_cast<int>(record_.checkpoints.size()) + 1) * spacing;
}

void RecordWriter::after_step(const Game& game) {
  assert(game.clock() <= next_checkpoint());
  if (game.clock() == next_checkpoint()) record_.checkpoints.push_back(game.hash());
}

Record RecordWriter::finish(const Game& game, const Outcome& outcome) {
  Record record = record_;
  record.outcome = game.outcome().value_or(outcome);
  record.outcome.frame = game.clock();
  if (game.clock() % checkpoint_spacing(game.ruleset().pacing) != 0) record.checkpoints.push_back(game.hash());
  return record;
}

}  // namespace rensa::duel
