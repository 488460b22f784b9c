#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "server/league/format.h"
#include "server/league/glicko.h"
#include "server/league/meetings.h"

namespace rensa::league {

// Seasons of so many encounters for each, drawn as players become free so that most is learnt about their strengths.
// Ratings change with every pair that is decided, in the order in which they are; at the end of a season they are
// trusted a little less. Who joins is as far in the season as who has met most others, so that it is not made longer.
// A pair's place is its season.
class LadderFormat final : public Format {
 public:
  // No seasons: there is always another. `authors`: by player, those who join among them, see pairing.h.
  LadderFormat(int stage, std::vector<std::size_t> players, const std::vector<int>& authors, int rounds, int pairs,
               int seasons);

  std::vector<Pair> draw(const Tournament& tournament) override;
  bool is_over(const Tournament& tournament) override;
  // By the lower end of what the rating may be, so that nobody is far up by a few games.
  std::vector<std::size_t> ranking(const Tournament& tournament) override;

  const std::vector<Rating>& ratings(const Tournament& tournament);  // by player
  int season(const Tournament& tournament);                          // counted from 0

  // Told of every change by games from now on, in their order: for who wants to see how ratings came about.
  using Heard = std::function<void(std::size_t player, const Rating& rating)>;
  void tell(Heard heard) { heard_ = std::move(heard); }

 private:
  void heed(const Tournament& tournament);
  void rate(const Tournament& tournament, std::size_t pair);
  void begin_season();
  // All who came before the pair with this number was drawn.
  void take_in(const Tournament& tournament, std::size_t pair);
  std::vector<Pair> draw_in_season(const Tournament& tournament) const;

  std::vector<std::size_t> players_;
  const std::vector<int> authors_;
  const int rounds_;
  const int legs_;
  const int seasons_;

  // Of the run as far as it has been heeded.
  std::size_t newcomers_seen_ = 0;
  std::size_t drawn_seen_ = 0;
  std::size_t decided_seen_ = 0;
  int season_ = 0;
  std::vector<Rating> ratings_;
  std::vector<int> encounters_;  // in this season
  MeetingCounts meetings_;       // in this season
  Heard heard_;
};

}  // namespace rensa::league
