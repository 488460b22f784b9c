#include "server/league/format.h"

#include <algorithm>
#include <numeric>

#include "server/league/bracket_format.h"
#include "server/league/fixed_format.h"
#include "server/league/ladder_format.h"
#include "server/league/sprt_format.h"
#include "server/league/swiss_format.h"

namespace rensa::league {

namespace {

std::vector<std::size_t> places(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

// All groups at once: one pair of each, then the next of each.
Schedule group_schedule(const std::vector<std::vector<std::size_t>>& groups, int times) {
  std::vector<Schedule> own;
  std::size_t longest = 0;
  for (const std::vector<std::size_t>& group : groups) {
    own.push_back(round_robin(group.size(), times));
    longest = std::max(longest, own.back().size());
  }
  Schedule schedule;
  for (std::size_t i = 0; i < longest; ++i) {
    for (std::size_t group = 0; group < groups.size(); ++group) {
      if (i >= own[group].size()) continue;
      schedule.push_back({.first = groups[group][own[group][i].first], .second = groups[group][own[group][i].second]});
    }
  }
  return schedule;
}

}  // namespace

PairRange Format::counted(const Tournament& tournament) { return tournament.pairs_of_stage(stage()); }

std::unique_ptr<Format> make_format(const StagePlan& plan, int stage, const std::vector<std::size_t>& players,
                                    const std::vector<int>& authors) {
  const std::size_t count = players.size();
  switch (plan.format) {
    case FormatKind::round_robin:
      return std::make_unique<FixedFormat>(stage, players, round_robin(count, plan.pairs),
                                           std::vector<std::vector<std::size_t>>{places(count)});
    case FormatKind::gauntlet:
      return std::make_unique<FixedFormat>(
          stage, players, gauntlet(count, std::min(count, static_cast<std::size_t>(plan.challengers)), plan.pairs),
          std::vector<std::vector<std::size_t>>{places(count)});
    case FormatKind::groups: {
      const auto groups = dealt(count, static_cast<std::size_t>(plan.groups));
      return std::make_unique<FixedFormat>(stage, players, group_schedule(groups, plan.pairs), groups);
    }
    case FormatKind::swiss:
      return std::make_unique<SwissFormat>(stage, players, authors, plan.rounds, plan.pairs);
    case FormatKind::knock_out:
      return std::make_unique<BracketFormat>(stage, players, knock_out(count, plan.third_place), plan.best_of);
    case FormatKind::double_knock_out:
      return std::make_unique<BracketFormat>(stage, players, double_knock_out(count), plan.best_of);
    case FormatKind::sprt:
      return std::make_unique<SprtFormat>(stage, players, plan.sprt, plan.pairs);
    case FormatKind::ladder:
      break;
  }
  return std::make_unique<LadderFormat>(stage, players, authors, plan.rounds, plan.pairs, plan.seasons);
}

}  // namespace rensa::league
