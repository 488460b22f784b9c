#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/duel/game.h"

namespace rensa::duel {

// The counts of one seat in one game. Statistics over many games are in server/tournament.
//
// The counts of garbage: an attack first cancels the garbage that waits for its sender. In a turn game, the rests of
// both attacks of a turn then cancel each other. So an attack is the sum of its sent and cancelled parts, and this
// holds in a frame game:
//
//   sent by one = cancelled by the other + fell on the other + found no room there + waits or is in the air at the end
//
// In a turn game, attacks of the same turn also cancel each other: both seats count that part as cancelled, neither as
// sent. All this holds while no count reaches kMaxWaitingGarbage.
struct GameStatistics {
  std::int64_t hands = 0;          // pairs that locked
  std::int64_t clock = 0;          // frames or turns until the last pair locked
  std::int64_t control = 0;        // frames of these in which a pair could be moved; a turn counts as one
  std::int64_t chains = 0;         // including those of one link
  std::int64_t links = 0;          // links that started, also of a chain that the end of the game cut off
  std::int64_t longest_chain = 0;  // links
  std::int64_t all_clears = 0;
  std::int64_t score = 0;              // points
  std::int64_t garbage_sent = 0;       // the part of the own attacks that waited for the opponent
  std::int64_t garbage_cancelled = 0;  // the part of the own attacks that cancelled garbage
  std::int64_t garbage_fell = 0;       // cells that came onto the own field
  friend bool operator==(const GameStatistics&, const GameStatistics&) = default;
};

// All counts by name. Files may store them in this order, so new ones are added at the end.
struct StatisticField {
  std::string_view name;
  std::int64_t GameStatistics::* count;
};
inline constexpr std::array kStatisticFields = {
    StatisticField{"hands", &GameStatistics::hands},
    StatisticField{"clock", &GameStatistics::clock},
    StatisticField{"control", &GameStatistics::control},
    StatisticField{"chains", &GameStatistics::chains},
    StatisticField{"links", &GameStatistics::links},
    StatisticField{"longest_chain", &GameStatistics::longest_chain},
    StatisticField{"all_clears", &GameStatistics::all_clears},
    StatisticField{"score", &GameStatistics::score},
    StatisticField{"garbage_sent", &GameStatistics::garbage_sent},
    StatisticField{"garbage_cancelled", &GameStatistics::garbage_cancelled},
    StatisticField{"garbage_fell", &GameStatistics::garbage_fell},
};
static_assert(sizeof(GameStatistics) == kStatisticFields.size() * sizeof(std::int64_t), "a count has no name");

// Adds a game to the total of several games. The longest chain is the maximum, all others are sums.
void add_game(GameStatistics& total, const GameStatistics& game);

// Counts the statistics of both seats while a game is played.
class StatisticsCounter final : public GameObserver {
 public:
  void after_step(const Game& game, const Events& events) override;

  const std::array<GameStatistics, 2>& statistics() const { return statistics_; }  // by seat

 private:
  void count(const Event& event, int clock);

  std::array<GameStatistics, 2> statistics_{};
  std::array<int, 2> control_since_{};
};

}  // namespace rensa::duel
