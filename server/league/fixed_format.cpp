#include "server/league/fixed_format.h"

#include <algorithm>
#include <utility>

#include "server/league/ranking.h"

namespace rensa::league {

FixedFormat::FixedFormat(int stage, std::vector<std::size_t> players, Schedule schedule,
                         std::vector<std::vector<std::size_t>> groups)
    : Format(stage), players_(std::move(players)), schedule_(std::move(schedule)), groups_(std::move(groups)) {}

// Pairs with somebody who is benched are never played.
std::size_t FixedFormat::next(const Tournament& tournament) const {
  const auto [begin, end] = tournament.pairs_of_stage(stage());
  std::size_t place = begin == end ? 0 : static_cast<std::size_t>(tournament.pairs()[end - 1].place) + 1;
  const auto is_out = [&](std::size_t player) { return tournament.is_benched(players_[player]); };
  while (place < schedule_.size() && (is_out(schedule_[place].first) || is_out(schedule_[place].second))) ++place;
  return place;
}

// One by one: what is drawn late need not be given up where somebody drops out.
std::vector<Pair> FixedFormat::draw(const Tournament& tournament) {
  const std::size_t place = next(tournament);
  if (place == schedule_.size()) return {};
  return {{.first = players_[schedule_[place].first],
           .second = players_[schedule_[place].second],
           .stage = stage(),
           .place = static_cast<int>(place)}};
}

bool FixedFormat::is_over(const Tournament& tournament) {
  return next(tournament) == schedule_.size() && all_are_decided(tournament);
}

std::vector<std::size_t> FixedFormat::ranking(const Tournament& tournament) {
  const std::vector<std::size_t> by_points =
      ranking_by_points(tournament, players_, tournament.pairs_of_stage(stage()), {});
  std::vector<std::size_t> group_of(tournament.players());
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    for (const std::size_t place : groups_[group]) group_of[players_[place]] = group;
  }
  std::vector<std::size_t> seen(groups_.size());
  std::vector<std::pair<std::size_t, std::size_t>> tiers;  // place in the group, place by points
  for (std::size_t i = 0; i < by_points.size(); ++i) tiers.emplace_back(seen[group_of[by_points[i]]]++, i);
  std::sort(tiers.begin(), tiers.end());
  std::vector<std::size_t> ranking;
  for (const auto& [tier, i] : tiers) ranking.push_back(by_points[i]);
  return ranking;
}

}  // namespace rensa::league
