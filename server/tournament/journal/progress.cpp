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

void MeetingCounts::add(const PlayerPair& pair) {
  const std::size_t lower = std::min(pair.first, pair.second);
  const std::size_t higher = std::max(pair.first, pair.second);
  if (counts_.size() <= lower) counts_.resize(lower + 1);
  std::vector<Count>& counts = counts_[lower];
  const auto count =
      std::find_if(counts.begin(), counts.end(), [&](const Count& one) { return one.opponent == higher; });
  if (count == counts.end()) {
    counts.push_back({.opponent = higher, .meetings = 1});
  } else {
    ++count->meetings;
  }
}

int MeetingCounts::of(std::size_t one, std::size_t two) const {
  const auto [lower, higher] = std::minmax(one, two);
  if (lower >= counts_.size()) return 0;
  for (const Count& count : counts_[lower]) {
    if (count.opponent == higher) return count.meetings;
  }
  return 0;
}

bool TournamentProgress::apply(const Event& event) {
  return std::visit(Overloaded{[this](const StageStarted& started) { return start_stage(started); },
                               [this](const PairScheduled& scheduled) { return schedule_pair(scheduled); },
                               [this](const GameStarted& started) { return start_game(started); },
                               [this](const GameEnded& ended) { return end_game(ended); },
                               [this](const GameVoided& voided) { return void_game(voided); },
                               [this](const GameAnnulled& annulled) { return annul_game(annulled); },
                               [this](const PlayerBenched& benched) { return bench(benched); },
                               [this](const PlayerReturned& returned) { return take_back(returned); },
                               [this](const PlayerDisqualified& disqualified) { return disqualify(disqualified); },
                               [this](const PlayerJoined& joined) { return add_late_entry(joined); },
                               [this](const MessageSent& message) { return keep_message(message); },
                               [this](const RunRestarted&) { return void_running_games(); }},
                    event);
}

bool TournamentProgress::keep_message(const MessageSent& event) {
  newest_messages_.push_back({.number = ++message_count_, .message = std::make_shared<const MessageSent>(event)});
  if (newest_messages_.size() > kMaxKeptMessages) newest_messages_.erase(newest_messages_.begin());
  return true;
}

bool TournamentProgress::start_stage(const StageStarted& event) {
  if (is_closed_ || event.players.empty() || decided_pairs_.size() != pairs_.size()) return false;
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
  if (is_closed_ || !has_stage || !has_legs || pair.first == pair.second) return false;
  for (const std::size_t player : {pair.first, pair.second}) {
    if (player >= players_.size() || is_benched(player) || players_[player].last_stage != stage_players_.size())
      return false;
  }
  pairs_.push_back(pair);
  pair_states_.push_back({.earlier_meetings = meetings_.of(pair.first, pair.second)});
  meetings_.add(pair);
  ++players_[pair.first].undecided_pairs;
  ++players_[pair.second].undecided_pairs;
  const int at_once = pair.is_best_of ? 1 : pair.legs;
  for (int leg = 0; leg < at_once; ++leg) add_leg(pairs_.size() - 1);
  return true;
}

void TournamentProgress::add_leg(std::size_t pair) {
  pair_states_.to_change(pair).legs.emplace_back();
  open_legs_.emplace(pair, pair_states_[pair].legs.size() - 1);
}

const TournamentProgress::LegState* TournamentProgress::find_leg(const GameId& game, LegStatus status) const {
  const bool is_there =
      game.pair >= 0 && static_cast<std::size_t>(game.pair) < pair_states_.size() && game.leg >= 0 &&
      static_cast<std::size_t>(game.leg) < pair_states_[static_cast<std::size_t>(game.pair)].legs.size();
  if (!is_there) return nullptr;
  const auto pair = static_cast<std::size_t>(game.pair);
  const auto number = static_cast<std::size_t>(game.leg);
  const LegState& leg = pair_states_[pair].legs[number];
  return leg.attempt == game.attempt && leg.status == status ? &leg : nullptr;
}

TournamentProgress::LegState* TournamentProgress::find_leg_to_change(const GameId& game, LegStatus status) {
  if (find_leg(game, status) == nullptr) return nullptr;
  return &pair_states_.to_change(static_cast<std::size_t>(game.pair)).legs[static_cast<std::size_t>(game.leg)];
}

bool TournamentProgress::start_game(const GameStarted& event) {
  LegState* leg = find_leg_to_change(event.game, LegStatus::open);
  if (leg == nullptr) return false;
  leg->status = LegStatus::running;
  ++running_count_;
  open_legs_.erase({static_cast<std::size_t>(event.game.pair), static_cast<std::size_t>(event.game.leg)});
  return true;
}

bool TournamentProgress::end_game(const GameEnded& event) {
  LegState* leg = find_leg_to_change(event.game, LegStatus::running);
  if (leg == nullptr || (event.winner && *event.winner != 0 && *event.winner != 1)) return false;
  leg->status = LegStatus::finished;
  leg->result = std::make_shared<const GameEnded>(event);
  --running_count_;
  ++finished_;
  const auto pair = static_cast<std::size_t>(event.game.pair);
  add_points(pair, event.winner, 1);
  update_pair(pair);
  return true;
}

// Adds the points of a game to those of its pair; with the sign -1, takes them away.
void TournamentProgress::add_points(std::size_t pair, std::optional<PairSide> winner, int sign) {
  auto& half_points = pair_states_.to_change(pair).half_points;
  for (const PairSide side : {0, 1}) {
    half_points[static_cast<std::size_t>(side)] += sign * (!winner ? 1 : *winner == side ? 2 : 0);
  }
}

bool TournamentProgress::void_game(const GameVoided& event) {
  if (find_leg(event.game, LegStatus::running) == nullptr) return false;
  reopen(event.game);
  return true;
}

// Two games of an audited pair have the same queue. If one of them is annulled, both are played again with a new queue:
// the players have seen the old one.
std::vector<std::size_t> TournamentProgress::legs_on_its_queue(const GameId& game) const {
  const auto leg = static_cast<std::size_t>(game.leg);
  if (!pairs_[static_cast<std::size_t>(game.pair)].is_audit) return {leg};
  const std::size_t first = leg / 2 * 2;
  if (first + 1 >= leg_count(static_cast<std::size_t>(game.pair))) return {first};
  return {first, first + 1};
}

bool TournamentProgress::can_cancel(const GameAnnulled& event) const {
  std::size_t least = static_cast<std::size_t>(event.game.pair) + 1;
  for (const std::size_t pair : event.cancelled) {
    if (pair < least || pair >= pairs_.size() || is_cancelled(pair)) return false;
    for (std::size_t leg = 0; leg < leg_count(pair); ++leg) {
      if (game_result(pair, leg) != nullptr) return false;
    }
    least = pair + 1;
  }
  return true;
}

bool TournamentProgress::annul_game(const GameAnnulled& event) {
  if (find_leg(event.game, LegStatus::finished) == nullptr || !can_cancel(event)) return false;
  const auto pair = static_cast<std::size_t>(event.game.pair);
  if (is_cancelled(pair) || has_benched_player(pair)) return false;
  if (is_decided(pair)) set_undecided(pair);
  for (const std::size_t leg : legs_on_its_queue(event.game)) annul_leg(pair, leg);
  for (const std::size_t later : event.cancelled) cancel_pair(later);
  ++revision_;
  return true;
}

void TournamentProgress::set_undecided(std::size_t pair) {
  pair_states_.to_change(pair).is_decided = false;
  decided_pairs_.erase(std::find(decided_pairs_.begin(), decided_pairs_.end(), pair));
  ++players_[pairs_[pair].first].undecided_pairs;
  ++players_[pairs_[pair].second].undecided_pairs;
}

// Opens a leg for a game with a new queue. The result of the leg does not count, and its running game is void.
void TournamentProgress::annul_leg(std::size_t pair, std::size_t number) {
  LegState& leg = pair_states_.to_change(pair).legs[number];
  ++leg.annulments;
  if (leg.status == LegStatus::open) return;
  if (leg.status == LegStatus::running) {
    --running_count_;
    ++voided_count_;
  } else {
    --finished_;
    ++annulled_count_;
    add_points(pair, leg.result->winner, -1);
    leg.result.reset();
  }
  ++leg.attempt;
  leg.status = LegStatus::open;
  open_legs_.emplace(pair, number);
}

// Drops all games of a pair that has no result. Its running games are void.
void TournamentProgress::cancel_pair(std::size_t pair) {
  PairState& cancelled = pair_states_.to_change(pair);
  cancelled.is_cancelled = true;
  for (LegState& leg : cancelled.legs) {
    if (leg.status == LegStatus::running) {
      --running_count_;
      ++voided_count_;
      leg.status = LegStatus::open;
    }
  }
  drop_open_legs(pair);
  if (!is_decided(pair)) update_pair(pair);
}

bool TournamentProgress::lacks_games(std::size_t pair) const {
  const PairState& state = pair_states_[pair];
  return state.is_cut_short || std::any_of(state.legs.begin(), state.legs.end(),
                                           [](const LegState& leg) { return leg.status == LegStatus::dropped; });
}

bool TournamentProgress::can_reopen(const PlayerReturned& event) const {
  std::size_t least = 0;
  for (const std::size_t number : event.reopened) {
    if (number < least || number >= pairs_.size() || is_cancelled(number) || !lacks_games(number)) return false;
    const PlayerPair& pair = pairs_[number];
    const bool is_current = pair.stage == static_cast<int>(stage_players_.size()) - 1;
    if (!is_current || (pair.first != event.player && pair.second != event.player)) return false;
    const std::size_t other = pair.first == event.player ? pair.second : pair.first;
    if (is_benched(other)) return false;
    least = number + 1;
  }
  return true;
}

bool TournamentProgress::take_back(const PlayerReturned& event) {
  if (is_closed_ || event.player >= players_.size() || !is_benched(event.player)) return false;
  if (is_disqualified(event.player) || !can_reopen(event)) return false;
  players_[event.player].is_benched = false;
  players_[event.player].why_benched.clear();
  players_[event.player].keeps_open = false;
  for (const std::size_t pair : event.reopened) reopen_pair(pair);
  ++revision_;
  return true;
}

// Opens the games of a pair that were dropped, and settles what the pair needs now.
void TournamentProgress::reopen_pair(std::size_t pair) {
  if (is_decided(pair)) set_undecided(pair);
  PairState& state = pair_states_.to_change(pair);
  state.is_cut_short = false;
  for (std::size_t leg = 0; leg < state.legs.size(); ++leg) {
    if (state.legs[leg].status != LegStatus::dropped) continue;
    state.legs[leg].status = LegStatus::open;
    open_legs_.emplace(pair, leg);
  }
  update_pair(pair);
}

bool TournamentProgress::disqualify(const PlayerDisqualified& event) {
  if (event.player >= players_.size() || is_disqualified(event.player)) return false;
  if (event.is_after_end && decided_pairs_.size() != pairs_.size()) return false;
  if (!is_benched(event.player)) bench({.player = event.player, .why = ""});
  players_[event.player].keeps_open = false;
  disqualified_players_[event.player] = event.why;
  is_closed_ = is_closed_ || event.is_after_end;
  ++revision_;
  return true;
}

bool TournamentProgress::bench(const PlayerBenched& event) {
  if (event.player >= players_.size()) return false;
  PlayerState& player = players_[event.player];
  if (player.is_benched && (!player.keeps_open || event.keeps_open)) return false;
  player.keeps_open = event.keeps_open;
  if (player.is_benched) return true;
  player.is_benched = true;
  player.why_benched = event.why;
  if (player.undecided_pairs == 0) return true;
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    if (!is_decided(pair) && has_benched_player(pair)) update_pair(pair);
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
  for (const GameId& game : running_games()) reopen(game);
  return true;
}

std::vector<GameId> TournamentProgress::running_games() const {
  std::vector<GameId> games;
  for (std::size_t pair = 0; pair < pairs_.size() && games.size() < running_count_; ++pair) {
    for (std::size_t leg = 0; leg < pair_states_[pair].legs.size(); ++leg) {
      const LegState& state = pair_states_[pair].legs[leg];
      if (state.status != LegStatus::running) continue;
      games.push_back({.pair = static_cast<int>(pair), .leg = static_cast<int>(leg), .attempt = state.attempt});
    }
  }
  return games;
}

void TournamentProgress::reopen(const GameId& game) {
  LegState* leg = find_leg_to_change(game, LegStatus::running);
  leg->status = LegStatus::open;
  ++leg->attempt;
  --running_count_;
  ++voided_count_;
  const auto pair = static_cast<std::size_t>(game.pair);
  open_legs_.emplace(pair, static_cast<std::size_t>(game.leg));
  if (has_benched_player(pair)) update_pair(pair);
}

bool TournamentProgress::has_benched_player(std::size_t pair) const {
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
  if (has_benched_player(pair)) drop_open_legs(pair);
  const PairState& pair_state = pair_states_[pair];
  const auto has = [&pair_state](LegStatus status) {
    return std::any_of(pair_state.legs.begin(), pair_state.legs.end(),
                       [status](const LegState& leg) { return leg.status == status; });
  };
  if (has(LegStatus::open) || has(LegStatus::running)) return;
  const bool wants_another = needs_another_leg(pair);
  if (wants_another && !has_benched_player(pair) && !is_cancelled(pair)) return add_leg(pair);
  const bool is_cut_short = wants_another || has(LegStatus::dropped);
  const PairSide winner = winner_of(pair, is_cut_short);
  PairState& decided = pair_states_.to_change(pair);
  decided.is_decided = true;
  decided.is_cut_short = is_cut_short;
  decided.winner = winner;
  decided_pairs_.push_back(pair);
  --players_[pairs_[pair].first].undecided_pairs;
  --players_[pairs_[pair].second].undecided_pairs;
}

void TournamentProgress::drop_open_legs(std::size_t pair) {
  for (std::size_t leg = 0; leg < pair_states_[pair].legs.size(); ++leg) {
    if (pair_states_[pair].legs[leg].status != LegStatus::open) continue;
    pair_states_.to_change(pair).legs[leg].status = LegStatus::dropped;
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
  auto found = open_legs_.begin();
  while (found != open_legs_.end() && !can_play(pairs_[found->first])) {
    found = open_legs_.lower_bound({found->first + 1, 0});  // a pair may have a thousand legs
  }
  if (found == open_legs_.end()) return std::nullopt;
  const auto [pair, leg] = *found;
  return game(
      {.pair = static_cast<int>(pair), .leg = static_cast<int>(leg), .attempt = pair_states_[pair].legs[leg].attempt});
}

GameToPlay TournamentProgress::game(const GameId& id) const {
  const auto pair = static_cast<std::size_t>(id.pair);
  return {.id = id,
          .pair = pairs_[pair],
          .earlier_meetings = pair_states_[pair].earlier_meetings,
          .annulments = pair_states_[pair].legs[static_cast<std::size_t>(id.leg)].annulments};
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
  assert(is_decided(pair) && !is_cancelled(pair));
  return pair_states_[pair].winner;
}

}  // namespace rensa::tournament
