#include "server/tournament/journal/progress.h"

#include <algorithm>
#include <cassert>

namespace rensa::tournament {

namespace {

template <typename... Calls>
struct Overloaded : Calls... {
  using Calls::operator()...;
};

}  // namespace

bool TournamentProgress::apply(const Event& event) {
  return std::visit(Overloaded{[this](const StageStarted& started) { return start_stage(started); },
                               [this](const PairScheduled& scheduled) { return schedule_pair(scheduled); },
                               [this](const GameStarted& started) { return start_game(started); },
                               [this](const GameEnded& ended) { return end_game(ended); },
                               [this](const GameVoided& voided) { return void_game(voided); },
                               [this](const PlayerBenched& benched) { return bench(benched); },
                               [this](const PlayerJoined& joined) { return add_late_entry(joined); },
                               [this](const RunRestarted&) { return void_running_games(); }},
                    event);
}

bool TournamentProgress::start_stage(const StageStarted& event) {
  if (event.players.empty() || decided_pairs_.size() != pairs_.size()) return false;
  std::vector<bool> is_named(players_.size());
  for (const std::size_t player : event.players) {
    if (player >= players_.size() || is_named[player]) return false;
    is_named[player] = true;
  }
  stage_players_.push_back(event.players);
  for (const std::size_t player : event.players) players_[player].last_stage = stage_players_.size();
  return true;
}

bool TournamentProgress::schedule_pair(const PairScheduled& event) {
  const PlayerPair& pair = event.pair;
  const bool has_stage = !stage_players_.empty() && pair.stage == static_cast<int>(stage_players_.size()) - 1;
  const bool has_legs = pair.legs >= 1 && pair.legs <= kMaxLegs;
  if (!has_stage || !has_legs || pair.first == pair.second) return false;
  for (const std::size_t player : {pair.first, pair.second}) {
    if (player >= players_.size() || is_benched(player) || players_[player].last_stage != stage_players_.size())
      return false;
  }
  pairs_.push_back(pair);
  pair_states_.emplace_back();
  pair_states_.back().earlier_meetings = meetings_.of(pair.first, pair.second);
  meetings_.add(pair);
  ++players_[pair.first].undecided_pairs;
  ++players_[pair.second].undecided_pairs;
  const int at_once = pair.is_best_of ? 1 : pair.legs;
  for (int leg = 0; leg < at_once; ++leg) add_leg(pairs_.size() - 1);
  return true;
}

void TournamentProgress::add_leg(std::size_t pair) {
  pair_states_[pair].legs.emplace_back();
  open_legs_.emplace(pair, pair_states_[pair].legs.size() - 1);
}

TournamentProgress::LegState* TournamentProgress::find_leg(const GameId& game, LegStatus status) {
  const bool is_there =
      game.pair >= 0 && static_cast<std::size_t>(game.pair) < pair_states_.size() && game.leg >= 0 &&
      static_cast<std::size_t>(game.leg) < pair_states_[static_cast<std::size_t>(game.pair)].legs.size();
  if (!is_there) return nullptr;
  LegState& leg = pair_states_[static_cast<std::size_t>(game.pair)].legs[static_cast<std::size_t>(game.leg)];
  return leg.attempt == game.attempt && leg.status == status ? &leg : nullptr;
}

bool TournamentProgress::start_game(const GameStarted& event) {
  LegState* leg = find_leg(event.game, LegStatus::open);
  if (leg == nullptr) return false;
  leg->status = LegStatus::running;
  ++running_count_;
  open_legs_.erase({static_cast<std::size_t>(event.game.pair), static_cast<std::size_t>(event.game.leg)});
  return true;
}

bool TournamentProgress::end_game(const GameEnded& event) {
  LegState* leg = find_leg(event.game, LegStatus::running);
  if (leg == nullptr || (event.winner && *event.winner != 0 && *event.winner != 1)) return false;
  leg->status = LegStatus::finished;
  leg->result = std::make_shared<const GameEnded>(event);
  --running_count_;
  ++finished_;
  const auto pair = static_cast<std::size_t>(event.game.pair);
  for (const PairSide side : {0, 1}) {
    pair_states_[pair].half_points[static_cast<std::size_t>(side)] += !event.winner ? 1 : *event.winner == side ? 2 : 0;
  }
  update_pair(pair);
  return true;
}

bool TournamentProgress::void_game(const GameVoided& event) {
  if (find_leg(event.game, LegStatus::running) == nullptr) return false;
  reopen(event.game);
  return true;
}

bool TournamentProgress::bench(const PlayerBenched& event) {
  if (event.player >= players_.size() || is_benched(event.player)) return false;
  players_[event.player].is_benched = true;
  if (players_[event.player].undecided_pairs == 0) return true;
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    if (!is_decided(pair) && is_abandoned(pair)) update_pair(pair);
  }
  return true;
}

bool TournamentProgress::add_late_entry(const PlayerJoined& event) {
  if (event.player != players_.size() || stage_players_.empty()) return false;
  players_.push_back({.last_stage = stage_players_.size()});
  late_entries_.push_back(
      {.player = event.player, .stage = static_cast<int>(stage_players_.size()) - 1, .pairs_before = pairs_.size()});
  return true;
}

bool TournamentProgress::void_running_games() {
  if (running_count_ == 0) return true;
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    for (std::size_t leg = 0; leg < pair_states_[pair].legs.size() && !is_decided(pair); ++leg) {
      const LegState& state = pair_states_[pair].legs[leg];
      if (state.status != LegStatus::running) continue;
      reopen({.pair = static_cast<int>(pair), .leg = static_cast<int>(leg), .attempt = state.attempt});
    }
  }
  return true;
}

void TournamentProgress::reopen(const GameId& game) {
  LegState* leg = find_leg(game, LegStatus::running);
  leg->status = LegStatus::open;
  ++leg->attempt;
  --running_count_;
  ++voided_count_;
  const auto pair = static_cast<std::size_t>(game.pair);
  open_legs_.emplace(pair, static_cast<std::size_t>(game.leg));
  if (is_abandoned(pair)) update_pair(pair);
}

bool TournamentProgress::is_abandoned(std::size_t pair) const {
  return is_benched(pairs_[pair].first) || is_benched(pairs_[pair].second);
}

bool TournamentProgress::needs_another_leg(std::size_t pair) const {
  const PlayerPair& planned = pairs_[pair];
  if (!planned.is_best_of) return false;
  const auto [first, second] = pair_states_[pair].half_points;
  const int played = static_cast<int>(pair_states_[pair].legs.size());
  const int ahead = std::max(first, second) - std::min(first, second);
  if (played < planned.legs) return ahead <= 2 * (planned.legs - played);
  return ahead == 0 && played < 2 * planned.legs;
}

void TournamentProgress::update_pair(std::size_t pair) {
  PairState& pair_state = pair_states_[pair];
  if (is_abandoned(pair)) drop_open_legs(pair);
  const auto has = [&pair_state](LegStatus status) {
    return std::any_of(pair_state.legs.begin(), pair_state.legs.end(),
                       [status](const LegState& leg) { return leg.status == status; });
  };
  if (has(LegStatus::open) || has(LegStatus::running)) return;
  const bool wants_another = needs_another_leg(pair);
  if (wants_another && !is_abandoned(pair)) return add_leg(pair);
  pair_state.is_decided = true;
  pair_state.winner = winner_of(pair, wants_another || has(LegStatus::dropped));
  decided_pairs_.push_back(pair);
  --players_[pairs_[pair].first].undecided_pairs;
  --players_[pairs_[pair].second].undecided_pairs;
}

void TournamentProgress::drop_open_legs(std::size_t pair) {
  for (std::size_t leg = 0; leg < pair_states_[pair].legs.size(); ++leg) {
    LegState& state = pair_states_[pair].legs[leg];
    if (state.status != LegStatus::open) continue;
    state.status = LegStatus::dropped;
    open_legs_.erase({pair, leg});
  }
}

PairSide TournamentProgress::winner_of(std::size_t pair, bool is_cut_short) const {
  const bool first_stays = !is_benched(pairs_[pair].first);
  const bool second_stays = !is_benched(pairs_[pair].second);
  if (is_cut_short && first_stays != second_stays) return first_stays ? 0 : 1;
  const auto [first, second] = half_points(pair);
  return second > first ? 1 : 0;
}

std::optional<GameToPlay> TournamentProgress::next_game() const {
  return next_game([](const PlayerPair&) { return true; });
}

std::optional<GameToPlay> TournamentProgress::next_game(const std::function<bool(const PlayerPair&)>& can_play) const {
  const auto found =
      std::find_if(open_legs_.begin(), open_legs_.end(), [&](const auto& at) { return can_play(pairs_[at.first]); });
  if (found == open_legs_.end()) return std::nullopt;
  const auto [pair, leg] = *found;
  return game(
      {.pair = static_cast<int>(pair), .leg = static_cast<int>(leg), .attempt = pair_states_[pair].legs[leg].attempt});
}

GameToPlay TournamentProgress::game(const GameId& id) const {
  const auto pair = static_cast<std::size_t>(id.pair);
  return {.id = id, .pair = pairs_[pair], .earlier_meetings = pair_states_[pair].earlier_meetings};
}

PairRange TournamentProgress::pairs_of_stage(int stage) const {
  const auto first_from = [this](int number) {
    const auto at = std::partition_point(pairs_.begin(), pairs_.end(),
                                         [number](const PlayerPair& pair) { return pair.stage < number; });
    return static_cast<std::size_t>(at - pairs_.begin());
  };
  return {.begin = first_from(stage), .end = first_from(stage + 1)};
}

PairSide TournamentProgress::winner(std::size_t pair) const {
  assert(is_decided(pair));
  return pair_states_[pair].winner;
}

}  // namespace rensa::tournament
