#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/duel/event.h"
#include "engine/duel/input.h"
#include "engine/duel/outcome.h"
#include "engine/duel/view.h"
#include "server/base/types.h"
#include "server/match/terms.h"

namespace rensa::proto {

// The messages between clients and server as plain values, one struct for each message of proto/rensa/v1. The .proto
// files describe their meaning. codec.h converts them to bytes; only the codec sees the generated classes. Numbers and
// the terms of a match are the server's own types.

using base::ChallengeId;
using base::MatchId;
using base::QuestionId;
using match::Clock;
using match::Subscription;
using match::Terms;
using match::ThinkingCost;
using match::wants_every_frame;

inline constexpr int kVersion = 1;
using base::kMaxNameBytes;
using match::kMaxChargeFrames;
using match::kMaxGames;
inline constexpr std::size_t kMaxCommentBytes = 256;
inline constexpr std::size_t kMaxClientIdBytes = 64;

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
  std::string code{};       // of an earlier invitation by this client id; empty: none
  std::string client_id{};  // as in Resume
  friend bool operator==(const Invite&, const Invite&) = default;
};

struct Join {
  std::string code;
  Subscription subscription = Subscription::events;
  friend bool operator==(const Join&, const Join&) = default;
};

// Resigns the match. Without a match, withdraws all requests for quick matches and the invitation.
struct Leave {
  std::optional<MatchId> match{};
  duel::Seat seat = duel::Seat::one;
  bool arranged = false;  // without a match: also withdraws the offer to play arranged matches
  friend bool operator==(const Leave&, const Leave&) = default;
};

struct Watch {
  MatchId match{};
  Subscription subscription = Subscription::events;
  bool comments = false;  // also send the players' comments
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
  int clock = 0;  // of the view that this decision answers
  std::uint32_t id = 0;
  duel::Input input;       // none: only confirms that the frame was seen
  int at = 0;              // for keys in real time: their first frame; 0: the next frame
  std::string comment{};   // for spectators; empty: none
  bool is_missed = false;  // the player has not answered in time; only without an input
  friend bool operator==(const Decide&, const Decide&) = default;
};

struct Resume {
  MatchId match{};
  duel::Seat seat = duel::Seat::one;
  std::string token;
  std::uint64_t last = 0;
  Subscription subscription = Subscription::events;
  std::string client_id{};  // the client id, the same on all its connections
  bool back = false;        // an automatic reconnection, which does not take the seat from another client
  friend bool operator==(const Resume&, const Resume&) = default;
};

struct Ping {
  std::uint64_t nonce = 0;
  int round_trip = 0;  // of earlier pings in ms; 0: not known yet
  friend bool operator==(const Ping&, const Ping&) = default;
};

struct Follow {
  std::string tournament;
  std::optional<std::uint64_t> from;  // none: only new events
  friend bool operator==(const Follow&, const Follow&) = default;
};

struct Unfollow {
  std::string tournament;
  friend bool operator==(const Unfollow&, const Unfollow&) = default;
};

// A placement that a player considers.
struct Candidate {
  rules::Placement place;
  std::optional<std::int64_t> worth;
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

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
  std::uint32_t retry_after_milliseconds = 0;  // of a connection that is closed; 0: not known
  friend bool operator==(const Error&, const Error&) = default;
};

// Returns an error that belongs to no match and to no request.
inline Error make_error(ErrorCode code, std::string text) {
  return {.code = code, .text = std::move(text), .match = std::nullopt, .id = 0};
}

struct LobbyMatch {
  MatchId match{};
  std::array<std::string, 2> players;
  Terms terms;
  int game = 1;
  friend bool operator==(const LobbyMatch&, const LobbyMatch&) = default;
};

struct OpenPlayer {
  std::string name;
  int free = 0;  // the number of matches that the player accepts now
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

// In the following messages, a missing seat means that the receiver is a spectator.
struct MatchStart {
  MatchId match{};
  std::optional<duel::Seat> seat;
  std::array<std::string, 2> players;
  Terms terms;
  std::string token;
  int grace_seconds = 0;
  std::array<int, 2> wins{};  // so far, without games whose GameEnd follows
  int draws = 0;
  friend bool operator==(const MatchStart&, const MatchStart&) = default;
};

struct GameStart {
  MatchId match{};
  std::optional<duel::Seat> seat;
  int game = 1;
  std::string commitment;
  std::string ruleset_digest;
  std::optional<std::uint64_t> chance;  // the seed for the random choices of the player in this seat
  friend bool operator==(const GameStart&, const GameStart&) = default;
};

struct Update {
  MatchId match{};
  std::optional<duel::Seat> seat;
  std::uint64_t number = 0;
  int game = 1;
  duel::View view;  // pacing and outcome are not sent
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
  std::optional<duel::Seat> winner;  // by games, or the player who stayed if the match was broken off
  friend bool operator==(const MatchEnd&, const MatchEnd&) = default;
};

// The match is paused because a player is missing, or it continues.
struct PauseStatus {
  MatchId match{};
  std::optional<duel::Seat> missing;  // none: the match continues
  int seconds_left = 0;
  friend bool operator==(const PauseStatus&, const PauseStatus&) = default;
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
constexpr std::string_view name_of(RunState state) {
  constexpr std::array<std::string_view, 4> kNames = {"running", "paused", "over", "failed"};
  return kNames[static_cast<std::size_t>(state) - 1];
}

struct TournamentState {
  std::string tournament;
  RunState state = RunState::running;
  std::uint64_t games = 0;
  std::optional<std::uint64_t> most_games;  // none: unlimited
  std::uint64_t running = 0;
  std::uint64_t events = 0;
  friend bool operator==(const TournamentState&, const TournamentState&) = default;
};

struct Question {
  QuestionId question{};
  Terms terms;
  duel::View view;  // pacing and outcome are not sent
  friend bool operator==(const Question&, const Question&) = default;
};

struct Comment {
  MatchId match{};
  duel::Seat seat = duel::Seat::one;  // of the player who wrote the comment
  int game = 1;
  std::string text;
  friend bool operator==(const Comment&, const Comment&) = default;
};

// The quality of the connection of a seat's opponent.
struct ConnectionQuality {
  MatchId match{};
  duel::Seat seat = duel::Seat::one;  // the receiver
  int round_trip = 0;                 // in ms; 0: not known
  int late = 0;                       // the number of keys that arrived after their frame
  friend bool operator==(const ConnectionQuality&, const ConnectionQuality&) = default;
};

using ServerMessage = std::variant<Welcome, Error, Lobby, Challenged, ChallengeEnded, MatchStart, GameStart, Update,
                                   Decided, GameEnd, MatchEnd, PauseStatus, Pong, Drain, TournamentEvent,
                                   TournamentState, Invited, Question, Comment, ConnectionQuality>;

}  // namespace rensa::proto
