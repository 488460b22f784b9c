#include "clients/bindings/python/native/duel_vector.h"

#include <algorithm>

#include "engine/duel/input.h"
#include "engine/rules/pair.h"

namespace rensa::python {

namespace {

bool is_any_decision_due(const duel::Game& game) {
  return game.is_decision_due(duel::Seat::one) || game.is_decision_due(duel::Seat::two);
}

void advance_to_decision(duel::Game& game) {
  while (!game.outcome() && !is_any_decision_due(game)) game.advance();
}

duel::Game new_game(const rules::Ruleset& ruleset, std::uint64_t seed) {
  return duel::Game({.ruleset = ruleset, .seed = seed, .queue = {}});
}

}  // namespace

DuelVector::DuelVector(const rules::Ruleset& ruleset, std::size_t count, std::uint64_t seed, const DuelArrays& arrays)
    : ruleset_(ruleset),
      arrays_(arrays),
      games_(count, new_game(ruleset, seed)),
      placements_(2 * count),
      actions_(2 * count) {
  reset(seed);
}

void DuelVector::reset(std::uint64_t seed) {
  next_seed_ = seed;
  for (std::size_t i = 0; i < games_.size(); ++i) {
    begin(i);
    write(i);
  }
}

std::optional<DuelVector::WrongAction> DuelVector::take_actions(std::span<const std::int64_t> actions) {
  for (std::size_t entry = 0; entry < actions.size(); ++entry) {
    const std::int64_t action = actions[entry];
    const bool is_placement = action >= 0 && action < rules::kPlacementCount;
    if (decides(entry) && !(is_placement && (placements_[entry] >> action & 1U) != 0)) {
      return WrongAction{.game = entry / 2, .seat = entry % 2, .action = action};
    }
  }
  std::transform(actions.begin(), actions.end(), actions_.begin(),
                 [](std::int64_t action) { return static_cast<std::uint8_t>(action); });
  return std::nullopt;
}

void DuelVector::step() {
  for (std::size_t i = 0; i < games_.size(); ++i) {
    if (games_[i].outcome()) {
      begin(i);
    } else {
      play(i);
    }
    write(i);
  }
}

void DuelVector::begin(std::size_t index) {
  games_[index] = new_game(ruleset_, next_seed_++);
  advance_to_decision(games_[index]);
}

void DuelVector::play(std::size_t index) {
  duel::Inputs inputs;
  for (std::size_t seat = 0; seat < inputs.size(); ++seat) {
    const std::size_t entry = 2 * index + seat;
    if (decides(entry)) inputs[seat] = duel::Input::place(rules::kPlacements[actions_[entry]]);
  }
  games_[index].step(inputs);
  advance_to_decision(games_[index]);
}

void DuelVector::write(std::size_t index) {
  const std::array<std::uint32_t, 2> placements = write_game(games_[index], index, arrays_, reach_);
  std::copy(placements.begin(), placements.end(), placements_.begin() + static_cast<std::ptrdiff_t>(2 * index));
}

}  // namespace rensa::python
