#include "engine/duel/game.h"

namespace rensa::duel {

namespace {

std::variant<Duel, TurnDuel> game_of(const GameSetup& setup) {
  if (setup.ruleset.pacing == rules::Pacing::turns) return TurnDuel(setup);
  return Duel(setup);
}

}  // namespace

Game::Game(const GameSetup& setup) : game_(game_of(setup)) {}

Events Game::step(const Inputs& inputs) {
  return std::visit([&](auto& game) { return game.step(inputs); }, game_);
}

Events Game::replay(const Inputs& inputs, const Routes& routes) {
  if (auto* frames = std::get_if<Duel>(&game_)) return frames->replay(inputs, routes);
  return step(inputs);
}

Events Game::advance(int last) {
  if (auto* frames = std::get_if<Duel>(&game_)) return frames->advance(last);
  return {};
}

int Game::quiet_time() const {
  const auto* frames = duel();
  return frames != nullptr ? frames->quiet_frames() : 0;
}

int Game::clock() const {
  if (const auto* frames = duel()) return frames->frame();
  return turn_duel()->turn();
}

bool Game::decision_due(Seat seat) const {
  if (outcome()) return false;
  const auto* frames = duel();
  return frames == nullptr || frames->lane(seat).decision_due();
}

int Game::hand(Seat seat) const {
  const auto* frames = duel();
  return frames == nullptr ? turn_duel()->turn() + 1 : frames->lane(seat).hand();
}

std::int64_t Game::score(Seat seat) const {
  const auto* frames = duel();
  return frames == nullptr ? turn_duel()->side(seat).score : frames->lane(seat).score();
}

const std::optional<Outcome>& Game::outcome() const {
  return std::visit([](const auto& game) -> const std::optional<Outcome>& { return game.outcome(); }, game_);
}

const rules::Ruleset& Game::ruleset() const {
  return std::visit([](const auto& game) -> const rules::Ruleset& { return game.ruleset(); }, game_);
}

std::uint64_t Game::hash() const {
  return std::visit([](const auto& game) { return game.hash(); }, game_);
}

bool Game::is_consistent() const {
  return std::visit([](const auto& game) { return game.is_consistent(); }, game_);
}

}  // namespace rensa::duel
