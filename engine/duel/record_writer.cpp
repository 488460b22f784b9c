#include "engine/duel/record_writer.h"

#include <algorithm>
#include <cassert>

namespace rensa::duel {

RecordWriter::RecordWriter(const GameSetup& setup, const std::array<std::string, 2>& players) {
  assert(is_name(players[0]) && is_name(players[1]));
  record_.setup = setup;
  record_.ruleset_digest = rules::digest(setup.ruleset);
  record_.players = players;
}

void RecordWriter::before_step(const Game& game, const Inputs& inputs) {
  inputs_ = {};
  if (game.outcome()) return;
  for (const Seat seat : kSeats) {
    const auto code = packed(inputs[index_of(seat)]);
    if (code) inputs_[index_of(seat)] = *unpacked_input(*code);
  }
  if (inputs_ != Inputs{}) state_hash_ = game.hash();
}

// Only now, because the game plans the route of a placement.
void RecordWriter::take_down(const Game& game, Seat seat, const Events& events) {
  const Input& input = inputs_[index_of(seat)];
  if (input.kind == Input::Kind::none) return;
  RecordedInput entry{.clock = game.clock(), .seat = seat, .input = input, .route = {}, .tag = 0};
  const auto accepts = [seat](const Event& event) {
    return event.seat == seat && event.kind == EventKind::placement_accepted;
  };
  if (std::any_of(events.begin(), events.end(), accepts)) entry.route = game.duel()->lane(seat).route();
  entry.tag = tag_ = input_tag(tag_, entry, state_hash_);
  const std::size_t runs_before = runs_.size();
  append_runs(entry.route, runs_);
  taken_.push_back({.clock = entry.clock,
                    .input = input,
                    .tag = entry.tag,
                    .seat = seat,
                    .runs = static_cast<std::uint8_t>(runs_.size() - runs_before)});
}

std::vector<RecordedInput> RecordWriter::inputs() const {
  std::vector<RecordedInput> inputs;
  inputs.reserve(taken_.size());
  std::span<const KeyRun> runs(runs_);
  for (const Taken& taken : taken_) {
    inputs.push_back({.clock = taken.clock,
                      .seat = taken.seat,
                      .input = taken.input,
                      .route = *route_of(runs.first(taken.runs)),
                      .tag = taken.tag});
    runs = runs.subspan(taken.runs);
  }
  return inputs;
}

int RecordWriter::next_checkpoint() const {
  const int spacing = checkpoint_spacing(record_.setup.ruleset.pacing);
  return (static_cast<int>(record_.checkpoints.size()) + 1) * spacing;
}

void RecordWriter::after_step(const Game& game, const Events& events) {
  for (const Seat seat : kSeats) take_down(game, seat, events);
  inputs_ = {};
  assert(game.clock() <= next_checkpoint());
  if (game.clock() == next_checkpoint()) record_.checkpoints.push_back(game.hash());
}

Record RecordWriter::finish(const Game& game, const Outcome& outcome) {
  Record record = record_;
  record.inputs = inputs();
  record.outcome = game.outcome().value_or(outcome);
  record.outcome.frame = game.clock();
  if (game.clock() % checkpoint_spacing(game.ruleset().pacing) != 0) record.checkpoints.push_back(game.hash());
  return record;
}

}  // namespace rensa::duel
