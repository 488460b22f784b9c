#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <rensa/rensa.h>
#include <string>
#include <vector>

// The library for bots in C++: it brings a bot to a Rensa server and plays. docs/bots.md is its guide. Positions have
// the form of rensa.h, and so do placements: numbers from 0 to 21.

namespace rensa {

namespace limits {
class StopFlag;
}

// A placement that a bot considers.
struct BotCandidate {
  std::uint32_t placement = 0;
  std::optional<std::int64_t> worth{};  // the greater, the better; none if the bot has no such measure
};

// The interface that the author of a bot implements. One bot plays one seat in one game. One thread at a time uses it,
// but not always the same thread. Bots of different seats think at the same time. An exception of a bot ends play().
class Bot {
 public:
  virtual ~Bot() = default;

  // Chooses a placement for the pair under control; possible_placements() lists those that it can reach. The server
  // refuses any other placement, and the bot is asked again a frame later. A number that is not a placement, above 21,
  // is an error of the bot: it resigns the match, MatchOptions::notice tells the reason, and other matches go on.
  virtual std::uint32_t choose(const rensa_view& view) = 0;
  // Explains its last choice to spectators in UTF-8 of at most 256 bytes; empty: no comment.
  virtual std::string comment() { return {}; }
  // Ranks the placements in a position of another player's game, the best first. Numbers above 21 are left out. Called
  // only if bots take challenges, on a bot that was made for this question.
  virtual std::vector<BotCandidate> advise(const rensa_view& view) { return {{choose(view)}}; }
  // Thinks about the seat's next decision while none is due, for example while the opponent moves. The bot keeps
  // the result for choose(). `view` is the newest view of the seat. Called only with MatchOptions::ponders. The call is
  // stopped when the decision is due, and for a newer view.
  virtual void ponder(const rensa_view& view) { static_cast<void>(view); }
  // The last call.
  virtual void ended(const rensa_outcome& outcome) { static_cast<void>(outcome); }

 protected:
  // Returns true as soon as the result of the running call is not wanted any more: the game is over, a newer question
  // has come, or play() ends. A bot that thinks long looks at it often, and then returns soon, with any placement. For
  // use during a call of choose(), advise() or ponder() only.
  bool is_stopped() const;

 private:
  friend class BotBrain;
  const limits::StopFlag* stop_ = nullptr;  // of the running call
};

// The placements that the pair of this view can reach, as a set: bit i is placement i. Empty if no decision is due, or
// if the view is impossible.
std::uint32_t possible_placements(const rensa_view& view);

enum class GameClock : std::uint8_t { real, virtual_time, turns };
enum class ThinkingCharge : std::uint8_t { none, fixed, measured };  // of virtual_time

// The terms of a match.
struct MatchTerms {
  std::string ruleset = "tsu-1";
  GameClock clock = GameClock::virtual_time;
  ThinkingCharge charge = ThinkingCharge::none;
  int charge_frames = 0;  // for ThinkingCharge::fixed
  int games = 1;
  int first_to = 0;  // this number of wins ends the match early; 0: all games are played
};

// A game that begins.
struct BotGame {
  std::uint64_t match = 0;  // the number of the match on the server
  int seat = 0;             // 0 or 1
  int number = 1;           // of the game in its match
  std::array<std::string, 2> players;
  MatchTerms terms;
  rensa_ruleset_values ruleset{};
  // The seed that a bot must use for all its random choices, so that the game can be repeated. Set in matches that a
  // host arranges; none: the bot may use any seed.
  std::optional<std::uint64_t> chance;
};

// Called on the thread of play() when a game begins: it should only make the bot, and leave the thinking to choose().
// A null pointer ends play(), but where it should answer a question, the question only gets no advice.
using MakeBot = std::function<std::unique_ptr<Bot>(const BotGame& game)>;

// How a match went for one seat.
struct FinishedMatch {
  std::uint64_t match = 0;
  int seat = 0;
  std::array<std::string, 2> players;
  MatchTerms terms;
  int wins = 0;
  int draws = 0;
  int losses = 0;
};

// Where matches come from. With the token of a tournament they always come from the host.
enum class MatchOrigin : std::uint8_t {
  quick_matches,  // play() requests matches with MatchOptions::terms
  host,           // whatever a host of tournaments arranges
  challenges,     // matches in which others challenge the bot
};

struct MatchOptions {
  // "HOST:PORT" or "unix:PATH". Empty: a host of tournaments has started this program, and its environment tells the
  // server and the token (RENSA_SERVER, RENSA_TOKEN).
  std::string server;
  std::string token;     // empty: as a guest
  std::string name;      // the name that a guest asks for
  std::string software;  // the name of the program, for the server's operator
  MatchTerms terms;      // of quick matches
  // Rulesets in JSON that can be played besides the published ones. The server has to know them, too.
  std::vector<std::string> rulesets;
  int slots = 1;               // matches at once, over one connection
  int threads = 1;             // that bots think on
  bool ponders = false;        // bots think between their decisions, too
  std::optional<int> matches;  // quick matches in all; none: until it is stopped
  MatchOrigin origin = MatchOrigin::quick_matches;
  bool stops_on_signals = true;  // SIGINT and SIGTERM stop it; only one play() at a time may have this
  int stop_descriptor = -1;      // without stops_on_signals: it is stopped when this becomes readable; -1: never
  // Called on the thread of play(); may be empty.
  std::function<void(const std::string& notice)> notice{};
  std::function<void(const FinishedMatch& match)> match_ended{};
};

struct MatchSummary {
  std::string why_failed;  // empty: all was played, or it was stopped
  int matches = 0;         // that have ended
  int won = 0;             // games
  int drawn = 0;
  int lost = 0;
  int connections_lost = 0;
};

// Plays matches on a server until it has played as many as asked for, is stopped, or cannot go on. Blocks. Reconnects
// after a lost connection and takes its seats over again. Errors of the server and of the network never make it throw.
MatchSummary play(const MatchOptions& options, const MakeBot& make_bot);

}  // namespace rensa
