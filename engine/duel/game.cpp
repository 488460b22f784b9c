#include "engine/duel/game.h"

namespace rensa::duel {

namespace {

std::variant<FrameGame, TurnGame> game_of(const GameSetup& setup) {
  if (setup.ruleset.pacing == rules::Pacing::turns) return TurnGame(setup);
  return FrameGame(setup);
}

}  // namespace

Game::Game(const GameSetup& setup) : game_(game_of(setup)) {}

Events Game::step(const Inputs& inputs) {
  return std::visit([&](auto& game) { return game.step(inputs); }, game_);
}

Events Game::replay(const Inputs& inputs, const RoutesBySeat& routes) {
  if (auto* frames = std::get_if<FrameGame>(&game_)) return frames->step(inputs, &routes);
  return step(inputs);
}

Events Game::advance(int last) {
  if (auto* frames = std::get_if<FrameGame>(&game_)) return frames->advance(last);
  return {};
}

int Game::frames_without_event() const {
  const auto* frames = frame_game();
  return frames != nullptr ? frames->frames_without_event() : 0;
}

int Game::clock() const {
  if (const auto* frames = frame_game()) return frames->frame();
  return turn_game()->turn();
}

bool Game::is_decision_due(Seat seat) const {
  if (outcome()) return false;
  const auto* frames = frame_game();
  return frames == nullptr || frames->side(seat).is_decision_due();
}

int Game::hand(Seat seat) const {
  const auto* frames = frame_game();
  return frames == nullptr ? turn_game()->turn() + 1 : frames->side(seat).hand();
}

std::int64_t Game::score(Seat seat) const {
  const auto* frames = frame_game();
  return frames == nullptr ? turn_game()->side(seat).score : frames->side(seat).score();
}

rules::Pair Game::pair_at(Seat seat, int hand) const {
  return std::visit([&](const auto& game) { return game.queues().at(seat, hand); }, game_);
}

const rules::Field& Game::field(Seat seat) const {
  const auto* frames = frame_game();
  return frames == nullptr ? turn_game()->side(seat).field : frames->side(seat).field();
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
