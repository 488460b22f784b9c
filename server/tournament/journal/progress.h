#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/base/chunked_vector.h"
#include "server/tournament/journal/event.h"

namespace rensa::tournament {

// Counts how often two players have met.
class MeetingCounts {
 public:
  void add(const PlayerPair& pair);
  void clear() { counts_.clear(); }
  int of(std::size_t one, std::size_t two) const;

 private:
  struct Count {
    std::size_t opponent = 0;
    int meetings = 0;
  };

  std::vector<std::vector<Count>> counts_;  // by the lower number of the two players
};

// A game to be played now.
struct GameToPlay {
  GameId id;
  PlayerPair pair;
  int earlier_meetings = 0;  // pairs of the same two players that were scheduled before
  int annulments = 0;        // games with its pair and leg that were annulled before; each has made a queue public
  friend bool operator==(const GameToPlay&, const GameToPlay&) = default;
};

// A player that joined while a stage was being played.
struct LateEntry {
  std::size_t player = 0;
  int stage = 0;
  std::size_t pairs_before = 0;  // the number of pairs scheduled before it joined
};

// A message of the organiser to all.
struct KeptMessage {
  std::size_t number = 0;  // of the messages of the tournament, from 1 on
  std::shared_ptr<const MessageSent> message;
};
// A tournament remembers so many of its newest messages.
inline constexpr std::size_t kMaxKeptMessages = 100;

struct PairRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The state of a tournament, computed from its events alone: the same events give the same state, live or from a
// journal. It says which scheduled game is next and counts results. It has no clock and does no input or output.
// Formats decide which pairs are scheduled (format.h). Copies are quick to make, also of long tournaments.
class TournamentProgress {
 public:
  // The number of players without late entries.
  explicit TournamentProgress(std::size_t players) : players_(players) {}

  // Returns false and changes nothing if the event is impossible now, for example the end of a game that is not
  // running.
  bool apply(const Event& event);

  // The first scheduled game that is neither running nor finished; nullopt: there is none.
  std::optional<GameToPlay> next_game() const;
  // The first such game for which `can_play` returns true.
  std::optional<GameToPlay> next_game(const std::function<bool(const PlayerPair&)>& can_play) const;

  std::size_t player_count() const { return players_.size(); }
  // The late entries in the order in which they joined.
  const std::vector<LateEntry>& late_entries() const { return late_entries_; }
  // The players with which each stage started, by stage.
  const std::vector<std::vector<std::size_t>>& stage_players() const { return stage_players_; }
  const std::vector<PlayerPair>& pairs() const { return pairs_; }
  // The numbers of the pairs of a stage.
  PairRange pairs_of_stage(int stage) const;
  // True if no further game of the pair will be played.
  bool is_decided(std::size_t pair) const { return pair_states_[pair].is_decided; }
  // True if the result was annulled from which the pair was scheduled. Such a pair is decided without a winner.
  bool is_cancelled(std::size_t pair) const { return pair_states_[pair].is_cancelled; }
  std::size_t decided_count() const { return decided_pairs_.size(); }
  // The numbers of the decided pairs, in the order in which they were decided.
  const std::vector<std::size_t>& decided_pairs() const { return decided_pairs_; }
  // True if a benched player has left games of the pair unplayed that could be played if it returned.
  bool lacks_games(std::size_t pair) const;
  // The number of legs so far: open, running and finished ones.
  std::size_t leg_count(std::size_t pair) const { return pair_states_[pair].legs.size(); }
  GameToPlay game(const GameId& id) const;
  // Return true if this attempt of a game is running, or has a result that counts. They accept any numbers.
  bool is_running(const GameId& game) const { return find_leg(game, LegStatus::running) != nullptr; }
  bool is_finished(const GameId& game) const { return find_leg(game, LegStatus::finished) != nullptr; }
  // Returns the result of a game; nullptr: the game is not finished, or will never be played.
  const GameEnded* game_result(std::size_t pair, std::size_t leg) const {
    return pair_states_[pair].legs[leg].result.get();
  }
  // Returns the points of both players in half points.
  std::array<int, 2> half_points(std::size_t pair) const { return pair_states_[pair].half_points; }
  // The side with more points; with equal points the first. If a player was benched before the pair was settled, the
  // other player wins. Precondition: the pair is decided and not cancelled.
  PairSide winner(std::size_t pair) const;

  bool is_benched(std::size_t player) const { return players_[player].is_benched; }
  // The reason why the player was benched; empty if it is not, or if it was disqualified instead.
  const std::string& why_benched(std::size_t player) const { return players_[player].why_benched; }
  // True if the tournament is not over as long as games could be played if this benched player returned.
  bool keeps_open(std::size_t player) const { return players_[player].keeps_open; }
  // True if the player can be paired in the current stage.
  bool is_in_current_stage(std::size_t player) const {
    return !stage_players_.empty() && players_[player].last_stage == stage_players_.size();
  }
  // The disqualified players, each with the reason. They are also benched.
  const std::map<std::size_t, std::string>& disqualified_players() const { return disqualified_players_; }
  bool is_disqualified(std::size_t player) const { return disqualified_players_.contains(player); }
  // True if the results of a pair count in tables: neither player is disqualified.
  bool counts(std::size_t pair) const {
    return !is_disqualified(pairs_[pair].first) && !is_disqualified(pairs_[pair].second);
  }
  // True if a player was disqualified after the end. No game is scheduled any more.
  bool is_closed() const { return is_closed_; }
  std::size_t undecided_pair_count(std::size_t player) const { return players_[player].undecided_pairs; }

  std::size_t games_finished() const { return finished_; }
  std::size_t games_open() const { return open_legs_.size(); }
  std::size_t games_running() const { return running_count_; }
  std::vector<GameId> running_games() const;
  std::size_t games_voided() const { return voided_count_; }
  std::size_t games_annulled() const { return annulled_count_; }
  // The newest messages of the organiser, the newest last; at most kMaxKeptMessages.
  const std::vector<KeptMessage>& newest_messages() const { return newest_messages_; }
  // Changes whenever a past result has changed. All that was computed from the results before is then out of date.
  std::size_t revision() const { return revision_; }

 private:
  enum class LegStatus : std::uint8_t { open, running, finished, dropped };
  struct LegState {
    LegStatus status = LegStatus::open;
    int attempt = 0;
    int annulments = 0;
    std::shared_ptr<const GameEnded> result;
  };
  struct PairState {
    std::vector<LegState> legs{};
    std::array<int, 2> half_points{};
    int earlier_meetings = 0;
    bool is_decided = false;
    bool is_cancelled = false;
    bool is_cut_short = false;  // it was decided because a player was benched
    PairSide winner = 0;
  };
  struct PlayerState {
    bool is_benched = false;
    std::string why_benched{};
    bool keeps_open = false;
    std::size_t last_stage = 0;  // counted from 1; 0: none yet
    std::size_t undecided_pairs = 0;
  };

  bool start_stage(const StageStarted& event);
  bool schedule_pair(const PairScheduled& event);
  bool start_game(const GameStarted& event);
  bool end_game(const GameEnded& event);
  bool void_game(const GameVoided& event);
  bool annul_game(const GameAnnulled& event);
  bool bench(const PlayerBenched& event);
  bool take_back(const PlayerReturned& event);
  bool disqualify(const PlayerDisqualified& event);
  bool add_late_entry(const PlayerJoined& event);
  bool keep_message(const MessageSent& event);
  bool void_running_games();

  void reopen(const GameId& game);
  bool can_cancel(const GameAnnulled& event) const;
  void cancel_pair(std::size_t pair);
  bool can_reopen(const PlayerReturned& event) const;
  void reopen_pair(std::size_t pair);
  void annul_leg(std::size_t pair, std::size_t leg);
  void set_undecided(std::size_t pair);
  void add_points(std::size_t pair, std::optional<PairSide> winner, int sign);
  std::vector<std::size_t> legs_on_its_queue(const GameId& game) const;
  // Updates the state of a pair after one of its legs has ended or cannot be played any more.
  void update_pair(std::size_t pair);
  void add_leg(std::size_t pair);
  void drop_open_legs(std::size_t pair);
  PairSide winner_of(std::size_t pair, bool is_cut_short) const;
  bool has_benched_player(std::size_t pair) const;
  bool needs_another_leg(std::size_t pair) const;  // ignores benched players
  // Returns the leg of a game; nullptr: there is no such leg, or it has another status or attempt.
  const LegState* find_leg(const GameId& game, LegStatus status) const;
  LegState* find_leg_to_change(const GameId& game, LegStatus status);

  std::vector<PlayerState> players_;
  std::vector<LateEntry> late_entries_;
  std::vector<std::vector<std::size_t>> stage_players_;
  std::vector<PlayerPair> pairs_;
  base::ChunkedVector<PairState> pair_states_;               // by pair
  std::set<std::pair<std::size_t, std::size_t>> open_legs_;  // pairs of pair number and leg
  std::vector<std::size_t> decided_pairs_;
  MeetingCounts meetings_;
  std::map<std::size_t, std::string> disqualified_players_;
  bool is_closed_ = false;
  std::size_t running_count_ = 0;
  std::size_t finished_ = 0;
  std::size_t voided_count_ = 0;
  std::size_t annulled_count_ = 0;
  std::size_t revision_ = 0;
  std::vector<KeptMessage> newest_messages_;
  std::size_t message_count_ = 0;
};

}  // namespace rensa::tournament
