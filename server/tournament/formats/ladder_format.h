#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "server/tournament/formats/format.h"
#include "server/tournament/journal/progress.h"
#include "server/tournament/statistics/glicko.h"

namespace rensa::tournament {

// A ladder: seasons with a number of encounters per player. As players become free, pairs are chosen that tell most
// about their strengths. Ratings change with every decided pair, in the order of the decisions. After a season the
// deviations grow a little. A late entry counts as having as many encounters as the busiest player, so that the season
// does not get longer. The number_in_format of a pair is its season.
class LadderFormat final : public StageFormat {
 public:
  // If `seasons` is 0, the ladder has no end. `authors` has the author of each player, including late entries
  // (FreePlayer).
  LadderFormat(int stage, std::vector<std::size_t> players, const std::vector<int>& authors, int rounds, int pairs,
               int seasons);

  std::vector<PlayerPair> next_pairs(const TournamentProgress& progress) override;
  bool is_over(const TournamentProgress& progress) override;
  // Ranks by the lower bound of the rating, so that a few lucky games do not lead to a high rank.
  std::vector<std::size_t> ranking(const TournamentProgress& progress) override;
  // Only pairs of the current season are opened again.
  std::vector<std::size_t> pairs_to_reopen(const TournamentProgress& progress, std::size_t player) const override;
  // The ratings after a season are those with which the next one begins, so results of earlier seasons are final.
  std::string why_results_are_final(const TournamentProgress& progress, std::size_t pair) const override;

  const std::vector<Rating>& ratings(const TournamentProgress& progress);  // by player
  int season(const TournamentProgress& progress);                          // counted from 0

  // Is called for every change of a rating by games from now on, in their order.
  using RatingListener = std::function<void(std::size_t player, const Rating& rating)>;
  void set_rating_listener(RatingListener listener) { rating_listener_ = std::move(listener); }

 private:
  void catch_up(const TournamentProgress& progress);
  void update_ratings(const TournamentProgress& progress, std::size_t pair);
  void start_season();
  // Takes in all late entries that came before this pair was scheduled.
  void admit_late_entries(const TournamentProgress& progress, std::size_t pair);
  std::vector<PlayerPair> next_pairs_of_season(const TournamentProgress& progress) const;

  std::vector<std::size_t> players_;
  const std::vector<int> authors_;
  const int rounds_;
  const int legs_;
  const int seasons_;

  // The state of the ladder after the events that catch_up() has processed so far.
  std::size_t late_entries_seen_ = 0;
  std::size_t pairs_seen_ = 0;
  std::size_t decided_pairs_seen_ = 0;
  int season_ = 0;
  std::vector<Rating> ratings_;
  std::vector<int> encounters_;  // in this season
  MeetingCounts meetings_;       // in this season
  RatingListener rating_listener_;
};

}  // namespace rensa::tournament
