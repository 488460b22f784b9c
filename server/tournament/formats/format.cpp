#include "server/tournament/formats/format.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "server/tournament/formats/knock_out_format.h"
#include "server/tournament/formats/ladder_format.h"
#include "server/tournament/formats/schedule.h"
#include "server/tournament/formats/sprt_format.h"
#include "server/tournament/formats/swiss_format.h"

namespace rensa::tournament {

std::vector<std::size_t> all_indices(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::vector<std::size_t> ranking_by_points(const TournamentProgress& progress, const std::vector<std::size_t>& players,
                                           PairRange pairs, std::span<const int> given) {
  std::vector<std::int64_t> points(progress.player_count());
  for (std::size_t player = 0; player < given.size(); ++player) points[player] = given[player];
  std::vector<std::int64_t> buchholz(progress.player_count());
  const auto counts = [&](std::size_t pair) {
    return !progress.is_benched(progress.pairs()[pair].first) && !progress.is_benched(progress.pairs()[pair].second);
  };
  for (std::size_t pair = pairs.begin; pair < pairs.end; ++pair) {
    if (!counts(pair)) continue;
    points[progress.pairs()[pair].first] += progress.half_points(pair)[0];
    points[progress.pairs()[pair].second] += progress.half_points(pair)[1];
  }
  for (std::size_t pair = pairs.begin; pair < pairs.end; ++pair) {
    if (!counts(pair)) continue;
    const auto& [first, second] = std::tie(progress.pairs()[pair].first, progress.pairs()[pair].second);
    buchholz[first] += points[second];
    buchholz[second] += points[first];
  }
  return sorted_by(players, [&](std::size_t player) { return std::tuple(-points[player], -buchholz[player]); });
}

namespace {

// Plays a schedule that is known from the start: round robin, gauntlet or groups. The format_index of a pair is its
// index in the schedule.
class ScheduledFormat final : public StageFormat {
 public:
  // The schedule and the groups contain indices in `players`. Without groups, all players are one group.
  ScheduledFormat(int stage, std::vector<std::size_t> players, Schedule schedule,
                  std::vector<std::vector<std::size_t>> groups);

  std::vector<PlayerPair> next_pairs(const TournamentProgress& progress) override;
  bool is_over(const TournamentProgress& progress) override;
  // The first players of all groups come first, then the second ones; each tier is ranked by points.
  std::vector<std::size_t> ranking(const TournamentProgress& progress) override;

 private:
  // The index in the schedule of the next pair; the size of the schedule if there is none.
  std::size_t next_index(const TournamentProgress& progress) const;

  const std::vector<std::size_t> players_;
  const Schedule schedule_;
  const std::vector<std::vector<std::size_t>> groups_;
};

ScheduledFormat::ScheduledFormat(int stage, std::vector<std::size_t> players, Schedule schedule,
                                 std::vector<std::vector<std::size_t>> groups)
    : StageFormat(stage), players_(std::move(players)), schedule_(std::move(schedule)), groups_(std::move(groups)) {}

// Pairs with a benched player are skipped.
std::size_t ScheduledFormat::next_index(const TournamentProgress& progress) const {
  const auto [begin, end] = progress.pairs_of_stage(stage());
  std::size_t index = begin == end ? 0 : static_cast<std::size_t>(progress.pairs()[end - 1].format_index) + 1;
  const auto is_out = [&](std::size_t player) { return progress.is_benched(players_[player]); };
  while (index < schedule_.size() && (is_out(schedule_[index].first) || is_out(schedule_[index].second))) ++index;
  return index;
}

// Schedules one pair at a time, so that few scheduled pairs are lost when a player drops out.
std::vector<PlayerPair> ScheduledFormat::next_pairs(const TournamentProgress& progress) {
  const std::size_t index = next_index(progress);
  if (index == schedule_.size()) return {};
  return {{.first = players_[schedule_[index].first],
           .second = players_[schedule_[index].second],
           .stage = stage(),
           .format_index = static_cast<int>(index)}};
}

bool ScheduledFormat::is_over(const TournamentProgress& progress) {
  return next_index(progress) == schedule_.size() && all_are_decided(progress);
}

std::vector<std::size_t> ScheduledFormat::ranking(const TournamentProgress& progress) {
  const std::vector<std::size_t> by_points =
      ranking_by_points(progress, players_, progress.pairs_of_stage(stage()), {});
  std::vector<std::size_t> group_of(progress.player_count());
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    for (const std::size_t index : groups_[group]) group_of[players_[index]] = group;
  }
  std::vector<std::size_t> ranked_in_group(groups_.size());
  std::vector<std::pair<std::size_t, std::size_t>> tiers;  // rank in the group, rank by points
  for (std::size_t i = 0; i < by_points.size(); ++i) tiers.emplace_back(ranked_in_group[group_of[by_points[i]]]++, i);
  std::sort(tiers.begin(), tiers.end());
  std::vector<std::size_t> ranking;
  for (const auto& [tier, i] : tiers) ranking.push_back(by_points[i]);
  return ranking;
}

// Interleaves the groups: the first pair of each group, then the second pair of each.
Schedule group_schedule(const std::vector<std::vector<std::size_t>>& groups, int times) {
  std::vector<Schedule> schedules;
  std::size_t longest = 0;
  for (const std::vector<std::size_t>& group : groups) {
    schedules.push_back(round_robin(group.size(), times));
    longest = std::max(longest, schedules.back().size());
  }
  Schedule schedule;
  for (std::size_t i = 0; i < longest; ++i) {
    for (std::size_t group = 0; group < groups.size(); ++group) {
      if (i >= schedules[group].size()) continue;
      schedule.push_back(
          {.first = groups[group][schedules[group][i].first], .second = groups[group][schedules[group][i].second]});
    }
  }
  return schedule;
}

}  // namespace

PairRange StageFormat::counted_pairs(const TournamentProgress& progress) { return progress.pairs_of_stage(stage()); }

std::unique_ptr<StageFormat> make_format(const StagePlan& plan, int stage, const std::vector<std::size_t>& players,
                                         const std::vector<int>& authors) {
  const std::size_t count = players.size();
  switch (plan.format) {
    case FormatKind::round_robin:
      return std::make_unique<ScheduledFormat>(stage, players, round_robin(count, plan.pairs),
                                               std::vector<std::vector<std::size_t>>{all_indices(count)});
    case FormatKind::gauntlet:
      return std::make_unique<ScheduledFormat>(
          stage, players, gauntlet(count, std::min(count, static_cast<std::size_t>(plan.challengers)), plan.pairs),
          std::vector<std::vector<std::size_t>>{all_indices(count)});
    case FormatKind::groups: {
      const auto groups = deal_into_groups(count, static_cast<std::size_t>(plan.groups));
      return std::make_unique<ScheduledFormat>(stage, players, group_schedule(groups, plan.pairs), groups);
    }
    case FormatKind::swiss:
      return std::make_unique<SwissFormat>(stage, players, authors, plan.rounds, plan.pairs);
    case FormatKind::knock_out:
      return std::make_unique<KnockOutFormat>(stage, players, knock_out_bracket(count, plan.third_place), plan.best_of);
    case FormatKind::double_knock_out:
      return std::make_unique<KnockOutFormat>(stage, players, double_knock_out_bracket(count), plan.best_of);
    case FormatKind::sprt:
      return std::make_unique<SprtFormat>(stage, players, plan.sprt, plan.pairs);
    case FormatKind::ladder:
      break;
  }
  return std::make_unique<LadderFormat>(stage, players, authors, plan.rounds, plan.pairs, plan.seasons);
}

}  // namespace rensa::tournament
