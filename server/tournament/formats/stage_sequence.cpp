#include "server/tournament/formats/stage_sequence.h"

#include <algorithm>
#include <utility>

namespace rensa::tournament {

void StageSequence::open_formats(const TournamentProgress& progress) {
  if (std::exchange(revision_, progress.revision()) != progress.revision()) formats_.clear();
  while (formats_.size() < progress.stage_players().size()) {
    const std::size_t stage = formats_.size();
    formats_.push_back(
        make_format(plan_.stages[stage], static_cast<int>(stage), progress.stage_players()[stage], plan_.authors));
  }
}

std::vector<Event> StageSequence::next_events(const TournamentProgress& progress) {
  if (progress.is_closed()) return {};
  open_formats(progress);
  const bool is_between = formats_.empty() || formats_.back()->is_over(progress);
  if (is_between && formats_.size() == plan_.stages.size()) return {};
  if (is_between) {
    const StagePlan& plan = plan_.stages[formats_.size()];
    std::vector<std::size_t> players =
        formats_.empty() ? all_indices(progress.player_count()) : formats_.back()->ranking(progress);
    std::erase_if(players, [&](std::size_t player) { return progress.is_benched(player); });
    if (players.size() > player_count_of_stage(plan, players.size()))
      players.resize(player_count_of_stage(plan, players.size()));
    if (players.size() < 2) return {};  // the others are benched: the tournament is over
    return {StageStarted{players}};
  }
  std::vector<Event> events;
  for (PlayerPair pair : formats_.back()->next_pairs(progress)) {
    pair.is_audit = !pair.is_best_of && plan_.is_audited && plan_.is_audited(progress.pairs().size() + events.size());
    events.emplace_back(PairScheduled{pair});
  }
  return events;
}

bool StageSequence::may_schedule_more(const TournamentProgress& progress) {
  open_formats(progress);
  const std::size_t open = progress.games_open();
  return open == 0 || (!formats_.empty() && open <= formats_.back()->max_open_games());
}

bool StageSequence::is_over(const TournamentProgress& progress) {
  return is_played_out(progress) && !is_kept_open(progress);
}

bool StageSequence::is_kept_open(const TournamentProgress& progress) {
  std::vector<std::size_t> players = all_indices(progress.player_count());
  std::erase_if(players, [&](std::size_t player) { return !progress.keeps_open(player); });
  if (players.empty() || progress.is_closed() || !is_played_out(progress)) return false;
  TournamentProgress complete = progress;
  StageSequence stages(plan_);
  for (const std::size_t player : players) {
    PlayerReturned returned{.player = player};
    if (!complete.stage_players().empty()) {
      if (!complete.is_in_current_stage(player)) continue;
      const StageFormat& format = stages.stage_format(complete, complete.stage_players().size() - 1);
      if (!format.why_absent_for_good(complete, player).empty()) continue;
      returned.reopened = format.pairs_to_reopen(complete, player);
    }
    complete.apply(returned);
  }
  return !stages.is_played_out(complete);
}

bool StageSequence::is_played_out(const TournamentProgress& progress) {
  if (progress.is_closed()) return true;
  open_formats(progress);
  if (!formats_.empty() && !formats_.back()->is_over(progress)) return false;
  return formats_.size() == plan_.stages.size() || next_events(progress).empty();
}

StageFormat& StageSequence::stage_format(const TournamentProgress& progress, std::size_t stage) {
  open_formats(progress);
  return *formats_[stage];
}

std::vector<std::size_t> StageSequence::ranking(const TournamentProgress& progress) {
  open_formats(progress);
  std::vector<std::size_t> ranking;
  const auto add = [&ranking](const std::vector<std::size_t>& players) {
    for (const std::size_t player : players) {
      if (std::find(ranking.begin(), ranking.end(), player) == ranking.end()) ranking.push_back(player);
    }
  };
  for (std::size_t stage = formats_.size(); stage-- > 0;) add(formats_[stage]->ranking(progress));
  add(all_indices(progress.player_count()));
  return with_disqualified_last(progress, std::move(ranking));
}

}  // namespace rensa::tournament
