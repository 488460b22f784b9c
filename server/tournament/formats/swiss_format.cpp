#include "server/tournament/formats/swiss_format.h"

#include <utility>

#include "server/tournament/formats/format.h"
#include "server/tournament/formats/pairing.h"
#include "server/tournament/journal/progress.h"

namespace rensa::tournament {

namespace {

// Counts over the pairs of a stage, by player.
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

}  // namespace

SwissFormat::SwissFormat(int stage, std::vector<std::size_t> players, const std::vector<int>& authors, int rounds,
                         int pairs)
    : StageFormat(stage), players_(std::move(players)), authors_(authors), rounds_(rounds), legs_(2 * pairs) {}

std::vector<PlayerPair> SwissFormat::next_pairs(const TournamentProgress& progress) {
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
    pairs.push_back(
        {.first = first, .second = second, .stage = stage(), .format_index = scores.encounters[first], .legs = legs_});
  }
  return pairs;
}

bool SwissFormat::is_over(const TournamentProgress& progress) {
  return all_are_decided(progress) && next_pairs(progress).empty();
}

std::vector<std::size_t> SwissFormat::ranking(const TournamentProgress& progress) {
  const PairRange pairs = progress.pairs_of_stage(stage());
  const SwissScores scores = scores_of(progress, pairs);
  std::vector<int> bonus_half_points(progress.player_count());
  for (const std::size_t player : players_) {
    if (!progress.is_benched(player)) bonus_half_points[player] = (rounds_ - scores.encounters[player]) * legs_;
  }
  return ranking_by_points(progress, players_, pairs, bonus_half_points);
}

}  // namespace rensa::tournament
