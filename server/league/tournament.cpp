#include "server/league/tournament.h"

#include <algorithm>
#include <cassert>

namespace rensa::league {

namespace {

template <typename... Calls>
struct Overloaded : Calls... {
  using Calls::operator()...;
};

}  // namespace

bool Tournament::apply(const Event& event) {
  return std::visit(Overloaded{[this](const StageBegun& begun) { return begin_stage(begun); },
                               [this](const PairDrawn& drawn) { return draw(drawn); },
                               [this](const GameStarted& started) { return start(started); },
                               [this](const GameEnded& ended) { return end(ended); },
                               [this](const GameVoided& voided) { return void_game(voided); },
                               [this](const PlayerBenched& benched) { return bench(benched); },
                               [this](const PlayerJoined& joined) { return join(joined); },
                               [this](const Restarted&) { return restart(); }},
                    event);
}

bool Tournament::begin_stage(const StageBegun& event) {
  if (event.players.empty() || decided_.size() != pairs_.size()) return false;
  std::vector<bool> is_named(players_.size());
  for (const std::size_t player : event.players) {
    if (player >= players_.size() || is_named[player]) return false;
    is_named[player] = true;
  }
  stages_.push_back(event.players);
  for (const std::size_t player : event.players) players_[player].last_stage = stages_.size();
  return true;
}

bool Tournament::draw(const PairDrawn& event) {
  const Pair& pair = event.pair;
  const bool has_stage = !stages_.empty() && pair.stage == static_cast<int>(stages_.size()) - 1;
  const bool has_legs = pair.legs >= 1 && pair.legs <= kMostLegs;
  if (!has_stage || !has_legs || pair.first == pair.second) return false;
  for (const std::size_t player : {pair.first, pair.second}) {
    if (player >= players_.size() || is_benched(player) || players_[player].last_stage != stages_.size()) return false;
  }
  pairs_.push_back(pair);
  ties_.emplace_back();
  ties_.back().meeting = meetings_.of(pair.first, pair.second);
  meetings_.add(pair);
  ++players_[pair.first].undecided;
  ++players_[pair.second].undecided;
  const int at_once = pair.is_best_of ? 1 : pair.legs;
  for (int leg = 0; leg < at_once; ++leg) add_leg(pairs_.size() - 1);
  return true;
}

void Tournament::add_leg(std::size_t pair) {
  ties_[pair].slots.emplace_back();
  open_.emplace(pair, ties_[pair].slots.size() - 1);
}

Tournament::Slot* Tournament::slot_of(const GameId& game, State state) {
  const bool is_there = game.pair >= 0 && static_cast<std::size_t>(game.pair) < ties_.size() && game.leg >= 0 &&
                        static_cast<std::size_t>(game.leg) < ties_[static_cast<std::size_t>(game.pair)].slots.size();
  if (!is_there) return nullptr;
  Slot& slot = ties_[static_cast<std::size_t>(game.pair)].slots[static_cast<std::size_t>(game.leg)];
  return slot.attempt == game.attempt && slot.state == state ? &slot : nullptr;
}

bool Tournament::start(const GameStarted& event) {
  Slot* slot = slot_of(event.game, State::open);
  if (slot == nullptr) return false;
  slot->state = State::running;
  ++running_;
  open_.erase({static_cast<std::size_t>(event.game.pair), static_cast<std::size_t>(event.game.leg)});
  return true;
}

bool Tournament::end(const GameEnded& event) {
  Slot* slot = slot_of(event.game, State::running);
  if (slot == nullptr || (event.winner && *event.winner != 0 && *event.winner != 1)) return false;
  slot->state = State::over;
  slot->ended = std::make_shared<const GameEnded>(event);
  --running_;
  ++over_;
  const auto pair = static_cast<std::size_t>(event.game.pair);
  for (const Side side : {0, 1}) {
    ties_[pair].half_points[static_cast<std::size_t>(side)] += !event.winner ? 1 : *event.winner == side ? 2 : 0;
  }
  settle(pair);
  return true;
}

bool Tournament::void_game(const GameVoided& event) {
  if (slot_of(event.game, State::running) == nullptr) return false;
  reopen(event.game);
  return true;
}

bool Tournament::bench(const PlayerBenched& event) {
  if (event.player >= players_.size() || is_benched(event.player)) return false;
  players_[event.player].is_benched = true;
  if (players_[event.player].undecided == 0) return true;
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    if (!is_decided(pair) && is_abandoned(pair)) settle(pair);
  }
  return true;
}

bool Tournament::join(const PlayerJoined& event) {
  if (event.player != players_.size() || stages_.empty()) return false;
  players_.push_back({.last_stage = stages_.size()});
  newcomers_.push_back(
      {.player = event.player, .stage = static_cast<int>(stages_.size()) - 1, .pairs_before = pairs_.size()});
  return true;
}

bool Tournament::restart() {
  if (running_ == 0) return true;
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    for (std::size_t leg = 0; leg < ties_[pair].slots.size() && !is_decided(pair); ++leg) {
      const Slot& slot = ties_[pair].slots[leg];
      if (slot.state != State::running) continue;
      reopen({.pair = static_cast<int>(pair), .leg = static_cast<int>(leg), .attempt = slot.attempt});
    }
  }
  return true;
}

void Tournament::reopen(const GameId& game) {
  Slot* slot = slot_of(game, State::running);
  slot->state = State::open;
  ++slot->attempt;
  --running_;
  ++voided_;
  const auto pair = static_cast<std::size_t>(game.pair);
  open_.emplace(pair, static_cast<std::size_t>(game.leg));
  if (is_abandoned(pair)) settle(pair);
}

bool Tournament::is_abandoned(std::size_t pair) const {
  return is_benched(pairs_[pair].first) || is_benched(pairs_[pair].second);
}

bool Tournament::wants_another_leg(std::size_t pair) const {
  const Pair& drawn = pairs_[pair];
  if (!drawn.is_best_of) return false;
  const auto [first, second] = ties_[pair].half_points;
  const int played = static_cast<int>(ties_[pair].slots.size());
  const int ahead = std::max(first, second) - std::min(first, second);
  if (played < drawn.legs) return ahead <= 2 * (drawn.legs - played);
  return ahead == 0 && played < 2 * drawn.legs;
}

void Tournament::settle(std::size_t pair) {
  Tie& tie = ties_[pair];
  if (is_abandoned(pair)) drop_open_legs(pair);
  const auto has = [&tie](State state) {
    return std::any_of(tie.slots.begin(), tie.slots.end(), [state](const Slot& slot) { return slot.state == state; });
  };
  if (has(State::open) || has(State::running)) return;
  const bool wants_another = wants_another_leg(pair);
  if (wants_another && !is_abandoned(pair)) return add_leg(pair);
  tie.is_decided = true;
  tie.winner = winner_of(pair, wants_another || has(State::dropped));
  decided_.push_back(pair);
  --players_[pairs_[pair].first].undecided;
  --players_[pairs_[pair].second].undecided;
}

void Tournament::drop_open_legs(std::size_t pair) {
  for (std::size_t leg = 0; leg < ties_[pair].slots.size(); ++leg) {
    Slot& slot = ties_[pair].slots[leg];
    if (slot.state != State::open) continue;
    slot.state = State::dropped;
    open_.erase({pair, leg});
  }
}

Side Tournament::winner_of(std::size_t pair, bool is_cut_short) const {
  const bool first_stays = !is_benched(pairs_[pair].first);
  const bool second_stays = !is_benched(pairs_[pair].second);
  if (is_cut_short && first_stays != second_stays) return first_stays ? 0 : 1;
  const auto [first, second] = half_points(pair);
  return second > first ? 1 : 0;
}

std::optional<GameToPlay> Tournament::next() const {
  return next([](const Pair&) { return true; });
}

std::optional<GameToPlay> Tournament::next(const std::function<bool(const Pair&)>& can_play) const {
  const auto found =
      std::find_if(open_.begin(), open_.end(), [&](const auto& at) { return can_play(pairs_[at.first]); });
  if (found == open_.end()) return std::nullopt;
  const auto [pair, leg] = *found;
  return game(
      {.pair = static_cast<int>(pair), .leg = static_cast<int>(leg), .attempt = ties_[pair].slots[leg].attempt});
}

GameToPlay Tournament::game(const GameId& id) const {
  const auto pair = static_cast<std::size_t>(id.pair);
  return {.id = id, .pair = pairs_[pair], .meeting = ties_[pair].meeting};
}

PairRange Tournament::pairs_of_stage(int stage) const {
  const auto first_from = [this](int number) {
    const auto at =
        std::partition_point(pairs_.begin(), pairs_.end(), [number](const Pair& pair) { return pair.stage < number; });
    return static_cast<std::size_t>(at - pairs_.begin());
  };
  return {.begin = first_from(stage), .end = first_from(stage + 1)};
}

Side Tournament::winner(std::size_t pair) const {
  assert(is_decided(pair));
  return ties_[pair].winner;
}

}  // namespace rensa::league
