#include "server/league/tournament.h"

#include <algorithm>
#include <utility>

namespace rensa::league {

namespace {

template <typename... Calls>
struct Overloaded : Calls... {
  using Calls::operator()...;
};

}  // namespace

Tournament::Tournament(Schedule schedule) : schedule_(std::move(schedule)), slots_(kLegs * schedule_.size()) {}

bool Tournament::apply(const Event& event) {
  return std::visit(Overloaded{[this](const GameStarted& started) { return start(started); },
                               [this](const GameEnded& ended) { return end(ended); },
                               [this](const GameVoided& voided) { return void_game(voided); },
                               [this](const Restarted&) { return restart(); }},
                    event);
}

Tournament::Slot* Tournament::slot_of(const GameId& game, State state) {
  const bool is_there = game.pair >= 0 && static_cast<std::size_t>(game.pair) < schedule_.size() && game.leg >= 0 &&
                        static_cast<std::size_t>(game.leg) < kLegs;
  if (!is_there) return nullptr;
  Slot& slot = slots_[static_cast<std::size_t>(game.pair) * kLegs + static_cast<std::size_t>(game.leg)];
  return slot.attempt == game.attempt && slot.state == state ? &slot : nullptr;
}

bool Tournament::start(const GameStarted& event) {
  Slot* slot = slot_of(event.game, State::open);
  if (slot == nullptr) return false;
  slot->state = State::running;
  ++running_;
  while (first_open_ < slots_.size() && slots_[first_open_].state != State::open) ++first_open_;
  return true;
}

bool Tournament::end(const GameEnded& event) {
  Slot* slot = slot_of(event.game, State::running);
  if (slot == nullptr || (event.winner && *event.winner != 0 && *event.winner != 1)) return false;
  slot->state = State::over;
  --running_;
  slot->winner = event.winner;
  slot->cause = event.cause;
  ++over_;
  return true;
}

bool Tournament::void_game(const GameVoided& event) {
  Slot* slot = slot_of(event.game, State::running);
  if (slot == nullptr) return false;
  void_slot(static_cast<std::size_t>(slot - slots_.data()));
  return true;
}

bool Tournament::restart() {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].state == State::running) void_slot(i);
  }
  return true;
}

void Tournament::void_slot(std::size_t index) {
  slots_[index].state = State::open;
  --running_;
  ++slots_[index].attempt;
  ++voided_;
  first_open_ = std::min(first_open_, index);
}

std::optional<GameToPlay> Tournament::next() const {
  if (first_open_ == slots_.size()) return std::nullopt;
  const GameId id{.pair = static_cast<int>(first_open_ / kLegs),
                  .leg = static_cast<int>(first_open_ % kLegs),
                  .attempt = slots_[first_open_].attempt};
  return GameToPlay{.id = id, .players = schedule_[first_open_ / kLegs]};
}

std::optional<GameEnded> Tournament::ended(std::size_t pair, std::size_t leg) const {
  const Slot& slot = slots_[pair * kLegs + leg];
  if (slot.state != State::over) return std::nullopt;
  const GameId id{.pair = static_cast<int>(pair), .leg = static_cast<int>(leg), .attempt = slot.attempt};
  return GameEnded{.game = id, .winner = slot.winner, .cause = slot.cause};
}

}  // namespace rensa::league
