#include "engine/record/record_writer.h"

#include <algorithm>
#include <cassert>

namespace rensa::record {

namespace {

// The checkpoints of a minute. Events are closer together: a pair locks within ten seconds even without a key.
constexpr std::size_t kReservedCheckpoints = 64;

}  // namespace

RecordWriter::RecordWriter(const duel::GameSetup& setup, const std::array<std::string, 2>& players) {
  assert(is_valid_name(players[0]) && is_valid_name(players[1]));
  record_.setup = setup;
  record_.ruleset_digest = rules::digest(setup.ruleset);
  record_.players = players;
}

void RecordWriter::reserve_step() {
  const auto reserve = [](auto& values, std::size_t more) {
    if (values.capacity() - values.size() < more) values.reserve(2 * values.size() + more);
  };
  reserve(inputs_so_far_, duel::kSeats.size());
  reserve(runs_, duel::kSeats.size() * movement::Route::kMaxFrames);
  reserve(record_.checkpoints, kReservedCheckpoints);
}

void RecordWriter::before_step(const duel::Game& game, const duel::Inputs& inputs) {
  inputs_ = {};
  if (game.outcome()) return;
  for (const duel::Seat seat : duel::kSeats) {
    const auto code = duel::pack_input(inputs[duel::index_of(seat)]);
    if (code) inputs_[duel::index_of(seat)] = *duel::unpack_input(*code);
  }
  if (inputs_ != duel::Inputs{}) state_hash_ = game.hash();
}

// Called after the step, because the game plans the route of a placement in the step.
void RecordWriter::add_input(const duel::Game& game, duel::Seat seat, const duel::Events& events) {
  const duel::Input& input = inputs_[duel::index_of(seat)];
  if (input.kind == duel::Input::Kind::none) return;
  RecordedInput entry{.clock = game.clock(), .seat = seat, .input = input, .route = {}, .tag = 0};
  const auto accepts = [seat](const duel::Event& event) {
    return event.seat == seat && event.kind == duel::EventKind::placement_accepted;
  };
  if (std::any_of(events.begin(), events.end(), accepts)) entry.route = game.frame_game()->side(seat).route();
  entry.tag = tag_ = input_tag(tag_, entry, state_hash_);
  const std::size_t runs_before = runs_.size();
  append_key_runs(entry.route, runs_);
  inputs_so_far_.push_back({.clock = entry.clock,
                            .input = input,
                            .tag = entry.tag,
                            .seat = seat,
                            .runs = static_cast<std::uint8_t>(runs_.size() - runs_before)});
}

std::vector<RecordedInput> RecordWriter::inputs() const {
  std::vector<RecordedInput> inputs;
  inputs.reserve(inputs_so_far_.size());
  std::span<const KeyRun> runs(runs_);
  for (const CompactInput& taken : inputs_so_far_) {
    inputs.push_back({.clock = taken.clock,
                      .seat = taken.seat,
                      .input = taken.input,
                      .route = *route_of_key_runs(runs.first(taken.runs)),
                      .tag = taken.tag});
    runs = runs.subspan(taken.runs);
  }
  return inputs;
}

int RecordWriter::next_required_clock() const {
  const int spacing = checkpoint_spacing(record_.setup.ruleset.pacing);
  return (static_cast<int>(record_.checkpoints.size()) + 1) * spacing;
}

void RecordWriter::after_step(const duel::Game& game, const duel::Events& events) {
  for (const duel::Seat seat : duel::kSeats) add_input(game, seat, events);
  inputs_ = {};
  assert(game.clock() <= next_required_clock());
  if (game.clock() == next_required_clock()) record_.checkpoints.push_back(game.hash());
}

void RecordWriter::add_interruption(int clock) {
  std::vector<int>& interruptions = record_.interruptions;
  assert(interruptions.empty() || interruptions.back() <= clock);
  if (interruptions.empty() || interruptions.back() != clock) interruptions.push_back(clock);
}

Record RecordWriter::finish(const duel::Game& game, const duel::Outcome& outcome) {
  Record record = record_;
  record.inputs = inputs();
  record.outcome = game.outcome().value_or(outcome);
  record.outcome.frame = game.clock();
  if (game.clock() % checkpoint_spacing(game.ruleset().pacing) != 0) record.checkpoints.push_back(game.hash());
  return record;
}

}  // namespace rensa::record
