#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "server/league/event.h"
#include "server/league/meetings.h"
#include "server/league/pair.h"

namespace rensa::league {

// A game that is to be played now.
struct GameToPlay {
  GameId id;
  Pair pair;
  int meeting = 0;  // how many pairs of the same two were drawn before
  friend bool operator==(const GameToPlay&, const GameToPlay&) = default;
};

// Who came while a stage was being played.
struct Newcomer {
  std::size_t player = 0;
  int stage = 0;
  std::size_t pairs_before = 0;  // that were drawn
};

struct PairRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// A run as the fold over its events: the same events, from a journal or as they happen, make the same run. It knows no
// clock and no player; it says which of the games that were drawn is to be played next, and counts what came of them.
// What is drawn is the business of formats (format.h).
class Tournament {
 public:
  // So many players, before anybody joins them.
  explicit Tournament(std::size_t players) : players_(players) {}

  // Nothing is changed by what cannot be: a game that is not running, another attempt, a second end. False then.
  bool apply(const Event& event);

  // The first game that is neither running nor over; nullopt: none of those that were drawn.
  std::optional<GameToPlay> next() const;
  // The same, of those for which `can_play` says yes.
  std::optional<GameToPlay> next(const std::function<bool(const Pair&)>& can_play) const;

  std::size_t players() const { return players_.size(); }
  // In the order in which they have joined.
  const std::vector<Newcomer>& newcomers() const { return newcomers_; }
  // The players that each stage has begun with.
  const std::vector<std::vector<std::size_t>>& stages() const { return stages_; }
  const std::vector<Pair>& pairs() const { return pairs_; }
  // Those of a stage: from this number to before that one.
  PairRange pairs_of_stage(int stage) const;
  // All of its games are over that are ever going to be played.
  bool is_decided(std::size_t pair) const { return ties_[pair].is_decided; }
  std::size_t pairs_decided() const { return decided_.size(); }
  // Pairs in the order in which they were decided.
  const std::vector<std::size_t>& decided() const { return decided_; }
  // Legs that have been begun, are open or over.
  std::size_t legs(std::size_t pair) const { return ties_[pair].slots.size(); }
  GameToPlay game(const GameId& id) const;
  // How a game ended; nullptr: it is not over, or will never be played.
  const GameEnded* ended(std::size_t pair, std::size_t leg) const { return ties_[pair].slots[leg].ended.get(); }
  // Of both players, in halves.
  std::array<int, 2> half_points(std::size_t pair) const { return ties_[pair].half_points; }
  // Who goes on: who has more points, level the first; where somebody was benched before that was settled, the other.
  // Precondition: it is decided.
  Side winner(std::size_t pair) const;

  bool is_benched(std::size_t player) const { return players_[player].is_benched; }
  // Pairs of this player that are not decided.
  std::size_t undecided_pairs(std::size_t player) const { return players_[player].undecided; }

  std::size_t games_over() const { return over_; }
  std::size_t games_open() const { return open_.size(); }
  std::size_t games_running() const { return running_; }
  std::size_t games_voided() const { return voided_; }

 private:
  enum class State : std::uint8_t { open, running, over, dropped };
  struct Slot {
    State state = State::open;
    int attempt = 0;
    std::shared_ptr<const GameEnded> ended;
  };
  struct Tie {
    std::vector<Slot> slots;
    std::array<int, 2> half_points{};
    int meeting = 0;
    bool is_decided = false;
    Side winner = 0;
  };
  struct Player {
    bool is_benched = false;
    std::size_t last_stage = 0;  // counted from 1; 0: it has been in none
    std::size_t undecided = 0;
  };

  bool begin_stage(const StageBegun& event);
  bool draw(const PairDrawn& event);
  bool start(const GameStarted& event);
  bool end(const GameEnded& event);
  bool void_game(const GameVoided& event);
  bool bench(const PlayerBenched& event);
  bool join(const PlayerJoined& event);
  bool restart();

  void reopen(const GameId& game);
  // After a leg of it has ended, or cannot be played any more.
  void settle(std::size_t pair);
  void add_leg(std::size_t pair);
  void drop_open_legs(std::size_t pair);
  Side winner_of(std::size_t pair, bool is_cut_short) const;
  bool is_abandoned(std::size_t pair) const;
  bool wants_another_leg(std::size_t pair) const;  // by points alone
  // nullptr: there is none, or its attempt is another.
  Slot* slot_of(const GameId& game, State state);

  std::vector<Player> players_;
  std::vector<Newcomer> newcomers_;
  std::vector<std::vector<std::size_t>> stages_;
  std::vector<Pair> pairs_;
  std::vector<Tie> ties_;                               // one a pair
  std::set<std::pair<std::size_t, std::size_t>> open_;  // pair and leg
  std::vector<std::size_t> decided_;
  MeetingCounts meetings_;
  std::size_t running_ = 0;
  std::size_t over_ = 0;
  std::size_t voided_ = 0;
};

}  // namespace rensa::league
