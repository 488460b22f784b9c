#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "server/tournament/formats/stage_plan.h"
#include "server/tournament/journal/progress.h"

namespace rensa::tournament {

// The rules by which one stage is played. The pairs that it schedules follow only from the events so far. A format may
// cache the progress of a tournament, so each tournament needs its own object.
class StageFormat {
 public:
  virtual ~StageFormat() = default;

  // Returns the pairs to schedule now, in their order; empty if there are none now, or none any more. Called while no
  // game is open.
  virtual std::vector<PlayerPair> next_pairs(const TournamentProgress& progress) = 0;
  // True if no pair will be scheduled any more and all scheduled pairs are decided.
  virtual bool is_over(const TournamentProgress& progress) = 0;
  // Returns all players of the stage, the best so far first.
  virtual std::vector<std::size_t> ranking(const TournamentProgress& progress) = 0;
  // Returns the number of open games up to which more pairs may be scheduled, while these games wait for absent
  // players.
  virtual std::size_t max_open_games() const { return 1'000; }
  // Returns the pairs whose games count. A sequential test leaves out the pairs after the one that decided it.
  virtual PairRange counted_pairs(const TournamentProgress& progress);
  // Returns the pairs that could not have been scheduled without the result of this pair, in rising order. They are
  // cancelled if one of its games is annulled. Where later pairs only prefer equal opponents, they stay: there are
  // none.
  virtual std::vector<std::size_t> pairs_scheduled_from(const TournamentProgress& progress, std::size_t pair) const;
  // A sentence that says why this benched player cannot return; empty if it can.
  virtual std::string why_absent_for_good(const TournamentProgress& progress, std::size_t player) const;
  // Returns the pairs that are played to their end if this benched player returns, in rising order.
  virtual std::vector<std::size_t> pairs_to_reopen(const TournamentProgress& progress, std::size_t player) const;
  // A sentence that says why no game of this pair can be annulled; empty if they can.
  virtual std::string why_results_are_final(const TournamentProgress& progress, std::size_t pair) const;

 protected:
  explicit StageFormat(int stage) : stage_(stage) {}
  int stage() const { return stage_; }
  static bool all_are_decided(const TournamentProgress& progress) {
    return progress.decided_count() == progress.pairs().size();
  }

 private:
  int stage_;
};

// Makes the format of stage number `stage`, which starts with these players. `authors`: by player, see FreePlayer.
std::unique_ptr<StageFormat> make_format(const StagePlan& plan, int stage, const std::vector<std::size_t>& players,
                                         const std::vector<int>& authors);

// The indices from 0 to count - 1.
std::vector<std::size_t> all_indices(std::size_t count);

// Sorts players by rising key. Players with equal keys keep their order.
template <typename Key>
std::vector<std::size_t> sorted_by(const std::vector<std::size_t>& players, const Key& key) {
  std::vector<std::size_t> order = all_indices(players.size());
  std::sort(order.begin(), order.end(), [&](std::size_t one, std::size_t two) {
    if (key(players[one]) < key(players[two])) return true;
    return !(key(players[two]) < key(players[one])) && one < two;
  });
  std::vector<std::size_t> sorted;
  sorted.reserve(order.size());
  for (const std::size_t index : order) sorted.push_back(players[index]);
  return sorted;
}

// Moves disqualified players to the end of a ranking.
std::vector<std::size_t> with_disqualified_last(const TournamentProgress& progress, std::vector<std::size_t> ranking);

// Ranks the players by their points in these pairs. Equal points are ranked by the points of the opponents (Buchholz),
// then by index in `players`. Pairs with a benched player do not count, because not all players have met that player.
// `given`: additional half points by player; may be empty.
std::vector<std::size_t> ranking_by_points(const TournamentProgress& progress, const std::vector<std::size_t>& players,
                                           PairRange pairs, std::span<const int> given);

}  // namespace rensa::tournament
