#include "server/tournament/formats/format.h"

#include <numeric>
#include <tuple>
#include <utility>

#include "server/tournament/formats/knock_out_format.h"
#include "server/tournament/formats/ladder_format.h"
#include "server/tournament/formats/pairing.h"
#include "server/tournament/formats/sprt_format.h"

namespace rensa::tournament {

std::vector<std::size_t> all_indices(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::vector<std::size_t> with_disqualified_last(const TournamentProgress& progress, std::vector<std::size_t> ranking) {
  const auto is_out = [&progress](std::size_t player) { return progress.is_disqualified(player); };
  std::vector<std::size_t> out;
  std::copy_if(ranking.begin(), ranking.end(), std::back_inserter(out), is_out);
  std::erase_if(ranking, is_out);
  ranking.insert(ranking.end(), out.begin(), out.end());
  return ranking;
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

// Plays a schedule that is known from the start: round robin, gauntlet or groups. The number_in_format of a pair is its
// index in the schedule.
class ScheduledFormat final : public StageFormat {
 public:
  // The schedule and the groups contain indices in `players`. Without groups, all players are one group.
  ScheduledFormat(int stage, std::vector<std::size_t> players, Schedule schedule,
                  std::vector<std::vector<std::size_t>> groups)
      : StageFormat(stage),
        players_(std::move(players)),
        schedule_(std::move(schedule)),
        groups_(std::move(groups)),
        is_scheduled_(schedule_.size()) {}

  // Schedules one pair at a time, so that few scheduled pairs are lost when a player drops out.
  std::vector<PlayerPair> next_pairs(const TournamentProgress& progress) override {
    const std::size_t index = next_index(progress);
    if (index == schedule_.size()) return {};
    return {{.first = players_[schedule_[index].first],
             .second = players_[schedule_[index].second],
             .stage = stage(),
             .number_in_format = static_cast<int>(index)}};
  }

  bool is_over(const TournamentProgress& progress) override {
    return next_index(progress) == schedule_.size() && all_are_decided(progress);
  }

  // The winners of all groups come first, then the seconds of all groups, and so on. Players of the same place in their
  // groups are ranked by points.
  std::vector<std::size_t> ranking(const TournamentProgress& progress) override {
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

 private:
  // Returns the index in the schedule of the next pair, or the size of the schedule if there is none. Skips pairs with
  // a benched player. When it returns, this object is made anew, and its pairs are found from the front.
  std::size_t next_index(const TournamentProgress& progress) {
    const auto [begin, end] = progress.pairs_of_stage(stage());
    for (; begin + pairs_seen_ < end; ++pairs_seen_) {
      is_scheduled_[static_cast<std::size_t>(progress.pairs()[begin + pairs_seen_].number_in_format)] = true;
    }
    const auto is_out = [&](std::size_t player) { return progress.is_benched(players_[player]); };
    const auto is_skipped = [&](std::size_t index) {
      return is_scheduled_[index] || is_out(schedule_[index].first) || is_out(schedule_[index].second);
    };
    while (next_ < schedule_.size() && is_skipped(next_)) ++next_;
    return next_;
  }

  const std::vector<std::size_t> players_;
  const Schedule schedule_;
  const std::vector<std::vector<std::size_t>> groups_;

  std::vector<bool> is_scheduled_;  // by index in the schedule, for the pairs seen so far
  std::size_t pairs_seen_ = 0;
  std::size_t next_ = 0;  // all pairs of the schedule before it are scheduled or skipped
};

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

// The encounters, points and meetings in a stage, by player.
struct SwissScores {
  explicit SwissScores(std::size_t players) : encounters(players), points(players) {}

  std::vector<int> encounters;
  std::vector<double> points;
  MeetingCounts meetings;
};

SwissScores scores_of(const TournamentProgress& progress, PairRange pairs) {
  SwissScores scores(progress.player_count());
  for (std::size_t number = pairs.begin; number < pairs.end; ++number) {
    const PlayerPair& pair = progress.pairs()[number];
    // The opponent of a benched player gets another encounter.
    if (progress.is_benched(pair.first) || progress.is_benched(pair.second)) continue;
    ++scores.encounters[pair.first];
    ++scores.encounters[pair.second];
    scores.meetings.add(pair);
    if (!progress.is_decided(number)) continue;
    const auto [first, second] = progress.half_points(number);
    const double points = first > second ? 1 : first < second ? 0 : 0.5;
    scores.points[pair.first] += points;
    scores.points[pair.second] += 1 - points;
  }
  return scores;
}

// A Swiss system without waiting for rounds: a player meets `rounds` opponents with about as many points, as players
// become free. The number_in_format of a pair is the number of encounters that its first player had before. With an odd
// number of players, one player may have one encounter less. It counts as a draw.
class SwissFormat final : public StageFormat {
 public:
  // `authors` has the author of each player, see FreePlayer.
  SwissFormat(int stage, std::vector<std::size_t> players, const std::vector<int>& authors, int rounds, int pairs)
      : StageFormat(stage), players_(std::move(players)), authors_(authors), rounds_(rounds), legs_(2 * pairs) {}

  std::vector<PlayerPair> next_pairs(const TournamentProgress& progress) override {
    const SwissScores scores = scores_of(progress, progress.pairs_of_stage(stage()));
    std::vector<FreePlayer> waiting;
    for (const std::size_t player : waiting_players(progress, players_, scores.encounters, rounds_)) {
      waiting.push_back({.player = player,
                         .author = authors_[player],
                         .rating = {},
                         .points = scores.points[player],
                         .encounters = scores.encounters[player]});
    }
    std::vector<PlayerPair> pairs;
    const auto met = [&scores](std::size_t one, std::size_t two) {
      return static_cast<double>(scores.meetings.of(one, two));
    };
    const bool others_will_come = !all_are_decided(progress);
    for (const auto& [first, second] : swiss_pairs(waiting, met)) {
      if (others_will_come && met(first, second) > 0) continue;
      pairs.push_back({.first = first,
                       .second = second,
                       .stage = stage(),
                       .number_in_format = scores.encounters[first],
                       .legs = legs_});
    }
    return pairs;
  }
  bool is_over(const TournamentProgress& progress) override {
    return all_are_decided(progress) && next_pairs(progress).empty();
  }
  std::vector<std::size_t> ranking(const TournamentProgress& progress) override {
    const PairRange pairs = progress.pairs_of_stage(stage());
    const SwissScores scores = scores_of(progress, pairs);
    std::vector<int> bonus_half_points(progress.player_count());
    for (const std::size_t player : players_) {
      if (!progress.is_benched(player)) bonus_half_points[player] = (rounds_ - scores.encounters[player]) * legs_;
    }
    return ranking_by_points(progress, players_, pairs, bonus_half_points);
  }

 private:
  const std::vector<std::size_t> players_;
  const std::vector<int> authors_;
  const int rounds_;
  const int legs_;
};

}  // namespace

std::vector<std::size_t> StageFormat::pairs_scheduled_from(const TournamentProgress&, std::size_t) const { return {}; }

std::string StageFormat::why_results_are_final(const TournamentProgress&, std::size_t) const { return ""; }

std::string StageFormat::why_absent_for_good(const TournamentProgress&, std::size_t) const { return ""; }

// Pairs with another benched player are opened when that player returns, too.
std::vector<std::size_t> StageFormat::pairs_to_reopen(const TournamentProgress& progress, std::size_t player) const {
  const auto [begin, end] = progress.pairs_of_stage(stage());
  std::vector<std::size_t> pairs;
  for (std::size_t number = begin; number < end; ++number) {
    const PlayerPair& pair = progress.pairs()[number];
    if (pair.first != player && pair.second != player) continue;
    const std::size_t other = pair.first == player ? pair.second : pair.first;
    if (!progress.is_benched(other) && !progress.is_cancelled(number) && progress.lacks_games(number)) {
      pairs.push_back(number);
    }
  }
  return pairs;
}

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
