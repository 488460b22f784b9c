#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/duel/event.h"
#include "engine/duel/input.h"
#include "engine/duel/outcome.h"
#include "engine/duel/view.h"

namespace rensa::proto {

// What clients and server say to each other, as plain values: one struct a message of proto/rensa/v1, which says what
// they mean. Bytes are in codec.h; the generated classes are seen there only.

enum class MatchId : std::uint64_t {};
enum class ChallengeId : std::uint64_t {};

inline constexpr int kVersion = 1;
inline constexpr std::size_t kMaxNameBytes = 32;
inline constexpr std::size_t kMaxCommentBytes = 256;
inline constexpr std::size_t kMaxHolderBytes = 64;
inline constexpr int kMaxGames = 1000;
inline constexpr int kMaxChargeFrames = 3600;

enum class Clock : std::uint8_t { real, virtual_time, turns };
enum class Charge : std::uint8_t { none, fixed, measured };
enum class Subscription : std::uint8_t { events, frames, steering };
constexpr bool hears_every_frame(Subscription subscription) { return subscription != Subscription::events; }

struct Terms {
  std::string ruleset = "tsu-1";
  Clock clock = Clock::virtual_time;
  Charge charge = Charge::none;
  int charge_frames = 0;  // Charge::fixed
  int games = 1;
  std::uint64_t queue_of = 0;  // the record whose seed the first game has; 0: none
  int first_to = 0;            // so many wins end the match early; 0: all games are played
  friend bool operator==(const Terms&, const Terms&) = default;
};

// From clients.

struct Hello {
  int version_min = kVersion;
  int version_max = kVersion;
  std::string token;
  std::string name;
  std::string software;
  std::vector<std::string> features;
  friend bool operator==(const Hello&, const Hello&) = default;
};

struct ListLobby {
  friend bool operator==(const ListLobby&, const ListLobby&) = default;
};

struct QuickMatch {
  Terms terms;
  Subscription subscription = Subscription::events;
  friend bool operator==(const QuickMatch&, const QuickMatch&) = default;
};

struct Challenge {
  std::string opponent;
  Terms terms;
  Subscription subscription = Subscription::events;
  friend bool operator==(const Challenge&, const Challenge&) = default;
};

struct Accept {
  ChallengeId challenge{};
  Subscription subscription = Subscription::events;
  friend bool operator==(const Accept&, const Accept&) = default;
};

struct Decline {
  ChallengeId challenge{};
  friend bool operator==(const Decline&, const Decline&) = default;
};

struct Invite {
  Terms terms;
  Subscription subscription = Subscription::events;
  std::string code{};    // of an earlier one of this holder; empty: none
  std::string holder{};  // as in Resume
  friend bool operator==(const Invite&, const Invite&) = default;
};

struct Join {
  std::string code;
  Subscription subscription = Subscription::events;
  friend bool operator==(const Join&, const Join&) = default;
};

// Resigns; with no match, takes all wishes for quick matches and the invitation back.
struct Leave {
  std::optional<MatchId> match;
  duel::Seat seat = duel::Seat::one;
  friend bool operator==(const Leave&, const Leave&) = default;
};

struct Watch {
  MatchId match{};
  Subscription subscription = Subscription::events;
  bool comments = false;  // wants to hear what the players say
  friend bool operator==(const Watch&, const Watch&) = default;
};

struct Unwatch {
  MatchId match{};
  friend bool operator==(const Unwatch&, const Unwatch&) = default;
};

struct Decide {
  MatchId match{};
  duel::Seat seat = duel::Seat::one;
  int game = 1;
  int clock = 0;  // of the view that is answered
  std::uint32_t id = 0;
  duel::Input input;      // none: only that the frame has been seen
  int at = 0;             // of keys in real time: the frame from which they count; 0: the next
  std::string comment{};  // for spectators; empty: none
  friend bool operator==(const Decide&, const Decide&) = default;
};

struct Resume {
  MatchId match{};
  duel::Seat seat = duel::Seat::one;
  std::string token;
  std::uint64_t last = 0;
  Subscription subscription = Subscription::events;
  std::string holder{};  // who takes the seat over, on whatever connection
  bool back = false;     // by itself: not from another holder
  friend bool operator==(const Resume&, const Resume&) = default;
};

struct Ping {
  std::uint64_t nonce = 0;
  int round_trip = 0;  // ms, of those before; 0: not known yet
  friend bool operator==(const Ping&, const Ping&) = default;
};

struct Follow {
  std::string tournament;
  std::optional<std::uint64_t> from;  // none: what comes from now on
  friend bool operator==(const Follow&, const Follow&) = default;
};

struct Unfollow {
  std::string tournament;
  friend bool operator==(const Unfollow&, const Unfollow&) = default;
};

// A placement that a player thinks of.
struct Candidate {
  rules::Placement place;
  std::optional<std::int64_t> worth;
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

enum class QuestionId : std::uint64_t {};

struct Advice {
  QuestionId question{};
  std::vector<Candidate> candidates;  // the choice first; empty: no answer
  friend bool operator==(const Advice&, const Advice&) = default;
};

using ClientMessage = std::variant<Hello, ListLobby, QuickMatch, Challenge, Accept, Decline, Leave, Watch, Unwatch,
                                   Decide, Resume, Ping, Follow, Unfollow, Invite, Join, Advice>;

// From the server.

struct Welcome {
  int version = kVersion;
  std::string name;
  std::string software;
  std::vector<std::string> features;
  std::uint32_t max_message_bytes = 0;
  friend bool operator==(const Welcome&, const Welcome&) = default;
};

enum class ErrorCode : std::uint8_t {
  malformed = 1,
  too_large,
  version,
  token,
  unexpected,
  unknown_match,
  unknown_challenge,
  unknown_player,
  terms,
  not_yours,
  late,
  busy,
  rate,
  draining,
  origin,
  name,
  benched,
  unknown_tournament,
  ahead,
  away,
  elsewhere,
};

struct Error {
  ErrorCode code = ErrorCode::malformed;
  std::string text;
  std::optional<MatchId> match;
  std::uint32_t id = 0;
  friend bool operator==(const Error&, const Error&) = default;
};

struct LobbyMatch {
  MatchId match{};
  std::array<std::string, 2> players;
  Terms terms;
  int game = 1;
  friend bool operator==(const LobbyMatch&, const LobbyMatch&) = default;
};

struct OpenPlayer {
  std::string name;
  int free = 0;  // matches that it takes now
  friend bool operator==(const OpenPlayer&, const OpenPlayer&) = default;
};

struct Lobby {
  std::vector<std::string> players;
  std::vector<LobbyMatch> matches;
  std::vector<OpenPlayer> open;
  friend bool operator==(const Lobby&, const Lobby&) = default;
};

struct Challenged {
  ChallengeId challenge{};
  std::string from;
  Terms terms;
  friend bool operator==(const Challenged&, const Challenged&) = default;
};

struct ChallengeEnded {
  ChallengeId challenge{};
  std::string why;
  friend bool operator==(const ChallengeEnded&, const ChallengeEnded&) = default;
};

struct Invited {
  std::string code;
  friend bool operator==(const Invited&, const Invited&) = default;
};

// In what follows no seat means a spectator.
struct MatchStart {
  MatchId match{};
  std::optional<duel::Seat> seat;
  std::array<std::string, 2> players;
  Terms terms;
  std::string token;
  int grace_seconds = 0;
  std::array<int, 2> wins{};  // so far, without games whose end is told next
  int draws = 0;
  friend bool operator==(const MatchStart&, const MatchStart&) = default;
};

struct GameStart {
  MatchId match{};
  std::optional<duel::Seat> seat;
  int game = 1;
  std::string commitment;
  std::string ruleset_digest;
  std::optional<std::uint64_t> chance;  // of the player in this seat
  friend bool operator==(const GameStart&, const GameStart&) = default;
};

struct Update {
  MatchId match{};
  std::optional<duel::Seat> seat;
  std::uint64_t number = 0;
  int game = 1;
  duel::View view;  // without pacing and outcome, which do not travel with it
  std::vector<duel::Event> events;
  bool answer_due = false;
  int bank_milliseconds = 0;
  friend bool operator==(const Update&, const Update&) = default;
};

struct Decided {
  MatchId match{};
  duel::Seat seat = duel::Seat::one;
  std::uint32_t id = 0;
  int clock = 0;
  friend bool operator==(const Decided&, const Decided&) = default;
};

struct GameEnd {
  MatchId match{};
  std::optional<duel::Seat> seat;
  int game = 1;
  duel::Outcome outcome;
  std::array<std::int64_t, 2> scores{};
  std::string seed;
  std::string nonce;
  std::uint64_t record = 0;
  friend bool operator==(const GameEnd&, const GameEnd&) = default;
};

struct MatchEnd {
  MatchId match{};
  std::optional<duel::Seat> seat;
  std::array<int, 2> wins{};
  int draws = 0;
  std::optional<duel::Cause> cause;  // none: all games were played
  std::optional<duel::Seat> winner;  // by the games, or who stayed if it was broken off; none: nobody
  friend bool operator==(const MatchEnd&, const MatchEnd&) = default;
};

struct Standing {
  MatchId match{};
  std::optional<duel::Seat> missing;  // none: it goes on
  int seconds_left = 0;
  friend bool operator==(const Standing&, const Standing&) = default;
};

struct Pong {
  std::uint64_t nonce = 0;
  friend bool operator==(const Pong&, const Pong&) = default;
};

struct Drain {
  int seconds = 0;
  friend bool operator==(const Drain&, const Drain&) = default;
};

struct TournamentEvent {
  std::string tournament;
  std::uint64_t number = 0;
  std::string event;  // JSON
  friend bool operator==(const TournamentEvent&, const TournamentEvent&) = default;
};

enum class RunState : std::uint8_t { running = 1, paused, over, failed };

struct TournamentState {
  std::string tournament;
  RunState state = RunState::running;
  std::uint64_t games = 0;
  std::optional<std::uint64_t> most_games;  // none: there is no end to them
  std::uint64_t running = 0;
  std::uint64_t events = 0;
  friend bool operator==(const TournamentState&, const TournamentState&) = default;
};

struct Question {
  QuestionId question{};
  Terms terms;
  duel::View view;  // without pacing and outcome, as in an update
  friend bool operator==(const Question&, const Question&) = default;
};

struct Comment {
  MatchId match{};
  duel::Seat seat = duel::Seat::one;  // who says it
  int game = 1;
  std::string text;
  friend bool operator==(const Comment&, const Comment&) = default;
};

// How the connection of a seat's opponent does.
struct Line {
  MatchId match{};
  duel::Seat seat = duel::Seat::one;  // who is told
  int round_trip = 0;                 // ms; 0: not known
  int late = 0;                       // keys that came after the frame they were for
  friend bool operator==(const Line&, const Line&) = default;
};

using ServerMessage =
    std::variant<Welcome, Error, Lobby, Challenged, ChallengeEnded, MatchStart, GameStart, Update, Decided, GameEnd,
                 MatchEnd, Standing, Pong, Drain, TournamentEvent, TournamentState, Invited, Question, Comment, Line>;

}  // namespace rensa::proto
