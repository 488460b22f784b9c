#include "clients/cli/tournament/own_game.h"

#include <chrono>
#include <utility>

#include "server/match/visibility.h"

namespace rensa::cli {

namespace {

base::Time now() { return std::chrono::steady_clock::now(); }

// Players in this process cannot be interrupted, so their time is unlimited.
match::ClockSettings without_limit() {
  match::ClockSettings settings;
  settings.think_limit = std::chrono::hours(24 * 365);
  settings.turn_bank = settings.think_limit;
  return settings;
}

}  // namespace

OwnGame::OwnGame(const duel::GameSetup& setup, const std::array<std::string, 2>& names, const proto::Terms& terms,
                 std::array<std::unique_ptr<players::Player>, 2> players)
    : recorded_game_(setup, names),
      players_(std::move(players)),
      runner_(match::make_runner(terms, without_limit(), recorded_game_, now())) {}

bool OwnGame::play(const std::function<bool()>& stop) {
  runner_->run(now(), *this);
  while (!recorded_game_.game().outcome()) {
    for (const duel::Seat seat : duel::kSeats) {
      if (!std::exchange(asked_[duel::index_of(seat)], false)) continue;
      if (stop()) return false;
      answer(seat);
    }
    runner_->run(now(), *this);
  }
  return true;
}

void OwnGame::answer(duel::Seat seat) {
  const base::Time began = now();
  const duel::Game& game = recorded_game_.game();
  duel::View view = match::view_for(game, seat);
  view.pacing = game.ruleset().pacing;
  const auto placement = players_[duel::index_of(seat)]->choose(view);
  const base::Time ended = now();
  thinking_[duel::index_of(seat)].add((ended - began) / std::chrono::microseconds(1));
  runner_->decide(seat, {.clock = game.clock(), .id = 0, .input = duel::Input::place(placement)}, ended);
}

}  // namespace rensa::cli
