#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/duel/decision_counts.h"
#include "engine/duel/game_statistics.h"
#include "engine/duel/outcome.h"
#include "server/base/durations.h"
#include "server/base/utc_time.h"

namespace rensa::tournament {

// Identifies a game of a tournament. A voided game is played again with the same players, seats and queue, as the next
// attempt. An annulled game is played again in the same way, but with a new queue.
struct GameId {
  int pair = 0;     // number of the pair, in the order of scheduling
  int leg = 0;      // number of the game within the pair
  int attempt = 0;  // number of games with these numbers that were voided or annulled before
  friend auto operator<=>(const GameId&, const GameId&) = default;
};

// Returns "PAIR-LEG" or, after the first attempt, "PAIR-LEG-ATTEMPT". File names, URLs and the log use this name.
std::string name_of(const GameId& game);
// Returns the game with this name; nullopt: the text is not a name of a game.
std::optional<GameId> game_of_name(std::string_view text);

// Two players that play some games against each other, called legs. The seats change from leg to leg.
struct PlayerPair {
  std::size_t first = 0;  // player numbers
  std::size_t second = 0;
  int stage = 0;
  int number_in_format = 0;  // the format defines it: the number of the round, match, season or schedule entry
  int legs = 2;
  // True: the legs are played one after the other, until the remaining ones cannot change the winner. If the points are
  // equal then, up to `legs` more are played until one player is ahead.
  bool is_best_of = false;
  // True: both games of two have the same queue. Between deterministic players the second game is then the mirror of
  // the first. A difference shows that a seat is better or that a player is not deterministic.
  bool is_audit = false;
  friend bool operator==(const PlayerPair&, const PlayerPair&) = default;
};

inline constexpr int kMaxLegs = 1'000;

// The events of a tournament. Their sequence, as the journal keeps it, defines the whole state of the tournament.

// The index of a player in its pair: 0 or 1.
using PairSide = int;

// A stage starts with these players, the strongest first. Stages are numbered from 0.
struct StageStarted {
  std::vector<std::size_t> players;
  friend bool operator==(const StageStarted&, const StageStarted&) = default;
};

// A pair will be played. Its number is the number of pairs that were scheduled before it.
struct PairScheduled {
  PlayerPair pair;
  friend bool operator==(const PairScheduled&, const PairScheduled&) = default;
};

struct GameStarted {
  GameId game;
  friend bool operator==(const GameStarted&, const GameStarted&) = default;
};

struct GameEnded {
  GameId game;
  std::optional<PairSide> winner{};  // none: the game was drawn
  duel::Cause cause = duel::Cause::choked;
  // The statistics, the refused and late decisions, and the thinking times of both players, by side.
  std::array<duel::GameStatistics, 2> statistics{};
  std::array<duel::DecisionCounts, 2> decisions{};
  std::array<base::Durations, 2> thinking{};
  friend bool operator==(const GameEnded&, const GameEnded&) = default;
};

// A game that does not count, for example because the host failed. It will be played again.
struct GameVoided {
  GameId game;
  std::string why;
  friend bool operator==(const GameVoided&, const GameVoided&) = default;
};

// The result of a finished game does not count any more, because the organiser has annulled it. The game is played
// again with a new queue, because its old one is public.
struct GameAnnulled {
  GameId game;
  std::string why{};
  // The pairs that were scheduled from the result of its pair, in rising order. They are cancelled: their games are not
  // played, and running ones are void. None of them has a result.
  std::vector<std::size_t> cancelled{};
  friend bool operator==(const GameAnnulled&, const GameAnnulled&) = default;
};

// The player plays no further game, because it failed too often or was withdrawn. It may return.
struct PlayerBenched {
  std::size_t player = 0;
  std::string why;
  std::string output{};  // the end of what its program has printed, which is not public; empty: none
  // The tournament is not over as long as games could be played if the player returned. A second such event without
  // this says that the tournament does not wait for the player any more.
  bool keeps_open = false;
  friend bool operator==(const PlayerBenched&, const PlayerBenched&) = default;
};

// A benched player takes part again from now on.
struct PlayerReturned {
  std::size_t player = 0;
  // The pairs that it had left unfinished and that are played to their end now, in rising order.
  std::vector<std::size_t> reopened{};
  friend bool operator==(const PlayerReturned&, const PlayerReturned&) = default;
};

// The organiser has disqualified the player. It plays no further game, and none of its games counts in a table. Their
// results stay in the journal.
struct PlayerDisqualified {
  std::size_t player = 0;
  std::string why;
  bool is_after_end = false;  // the tournament was over, and stays over
  friend bool operator==(const PlayerDisqualified&, const PlayerDisqualified&) = default;
};

// A late entry: the player takes part in the current stage from now on. Its number is the number of players before it.
struct PlayerJoined {
  std::size_t player = 0;
  std::string entry;  // the player as a JSON object, which this folder does not interpret
  friend bool operator==(const PlayerJoined&, const PlayerJoined&) = default;
};

// The organiser has sent a message to all players and spectators. It changes nothing else.
struct MessageSent {
  std::string text;
  std::chrono::sys_seconds sent_at{};
  friend bool operator==(const MessageSent&, const MessageSent&) = default;
};

// The tournament goes on after its program had stopped. All games that were running then are void.
struct RunRestarted {
  friend bool operator==(const RunRestarted&, const RunRestarted&) = default;
};

using Event = std::variant<StageStarted, PairScheduled, GameStarted, GameEnded, GameVoided, GameAnnulled, PlayerBenched,
                           PlayerReturned, PlayerDisqualified, PlayerJoined, MessageSent, RunRestarted>;

// Returns false if the standings are the same after the event as before it.
bool can_change_standings(const Event& event);

}  // namespace rensa::tournament
