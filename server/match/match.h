#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "server/match/arrangement.h"
#include "server/match/game_runner.h"
#include "server/match/match_comments.h"
#include "server/match/match_event.h"
#include "server/match/match_output.h"
#include "server/match/seat_state.h"
#include "server/match/series.h"
#include "server/match/spectators.h"

namespace rensa::match {

// Asks the processor to load memory that is needed soon. Where thousands of objects are visited, most of the time would
// go into waiting for memory.
inline void prefetch_memory(const void* object, std::size_t size) {
  constexpr std::size_t kCacheLine = 64;
  const auto* bytes = static_cast<const std::byte*>(object);
  for (std::size_t at = 0; at < size; at += kCacheLine) __builtin_prefetch(bytes + at);
  __builtin_prefetch(bytes + size - 1);  // the object need not begin at a cache line
}

struct MatchSettings {
  ClockSettings clock;
  base::Span grace = std::chrono::seconds(60);  // for a lost player to come back, in a whole match
  std::size_t history = 64;                     // events that are kept for each seat, for a player that reconnects
};

// A player's decision in a game of the match.
struct SeatDecision {
  duel::Seat seat = duel::Seat::one;
  int game = 1;
  Decision decision;
  std::string comment;  // for spectators; empty: none
};

// A player that has lost its connection wants its seat back.
struct ResumeRequest {
  duel::Seat seat = duel::Seat::one;
  std::string token;
  std::uint64_t last_update = 0;  // the number of the newest update that it has seen
  Subscription subscription = Subscription::events;
  std::string client_id;      // the same on all connections of a client; empty: not known
  bool is_automatic = false;  // the client reconnects by itself, and takes the seat from no other client
};

// The result of ending a match from outside.
enum class AbandonResult : std::uint8_t {
  voided,             // its game does not count
  ends_after_saving,  // its game has ended and counts, and is still being saved
};

// A series of games between two players. It knows which session has which seat and what each seat may see, and handles
// players that are lost, resign or never answer. It knows neither sockets nor the lobby.
//
// All that has to outlive a crash changes by events only. A call decides which events follow from it, tells the output
// of each, and applies it. The same events, applied to another match, give the same match; then both say the same to
// the same calls. Spectators are not part of that: they are around a match.
class Match final : private RunnerListener {
 public:
  // A new match. It draws the tokens of the seats. `phase`: in real time, the part of a frame at which its frames
  // begin. Its first game begins with the first run().
  Match(MatchCreated created, const MatchSettings& settings, int phase, base::Time now, MatchOutput& output);
  // A match that goes on after these events, as with the output that was told of them. The first one must be
  // MatchCreated. `created`: the time that the match began, by the present clock. While the events are applied, the
  // output gets the messages that followed from them, but no event. Call save_again() before anything else.
  Match(std::span<const MatchEvent> events, const MatchSettings& settings, int phase, base::Time created,
        MatchOutput& output);
  // Gives an ended game to MatchOutput::save() that is not known to be saved.
  void save_again();

  // The only function that changes what outlives a crash. Games in real time and in virtual time are played on as far
  // as that follows from the event.
  void apply(const MatchEvent& event);

  // Plays everything that can be played by now, and ends the game if a time limit has passed.
  void run(base::Time now);
  base::Time next_deadline() const;  // the time of the next run(); Time::max(): only another call makes one necessary

  void decide(base::SessionId session, const SeatDecision& wanted, base::Time now);
  // Precondition: the caller has checked that the session has the seat.
  void resign(duel::Seat seat, base::Time now);
  // Ends the game because the player of the seat has failed outside of the game.
  void forfeit(duel::Seat seat, duel::Cause cause, base::Time now);
  bool has_seat(base::SessionId session, duel::Seat seat) const;
  // Marks all seats of a session as lost.
  void lose_session(base::SessionId session, base::Time now);
  void resume_seat(base::SessionId session, const ResumeRequest& wanted, base::Time now);
  // Sends the round trip time of a session to its opponents.
  void forward_connection_quality(base::SessionId session, int milliseconds);
  // Call when the game that was given to MatchOutput::save() is on disk.
  void on_game_saved(int game, std::uint64_t record, base::Time now);
  // Moves the time-outs after a stall of the server, since no player is to blame.
  void skip_stall(base::Span pause);
  // Ends the match with this game.
  AbandonResult abandon(base::Time now);

  // The first message to a spectator.
  MatchStart introduction() const { return match_start(std::nullopt); }
  // The feed gets all messages for spectators from now on, and must outlive the match. Null: there are no spectators.
  void set_spectators(SpectatorFeed* feed);
  bool has_spectators() const { return spectators_ != nullptr; }
  // Gives the present state to the feed, because a spectator has come. Call run() before.
  void show_state_to_spectators(base::Time now);
  // Gives the last comments of the game to the feed, because it is new.
  void show_comments_to_spectators();
  // Call when the feed may want another frequency of updates.
  void update_frame_subscribers();

  // Prefetches the memory that run() needs besides the match itself.
  void prefetch() const {
    prefetch_memory(recorded_game_.get(), sizeof *recorded_game_);
    prefetch_memory(runner_.get(), kRunnerBytes);
  }

  base::MatchId id() const { return id_; }
  const Terms& terms() const { return terms_; }
  std::array<std::string, 2> names() const { return {seat_states_[0].name, seat_states_[1].name}; }
  std::array<base::SessionId, 2> sessions() const { return {seat_states_[0].session, seat_states_[1].session}; }
  int game_number() const { return game_; }
  int clock() const { return recorded_game_ ? recorded_game_->game().clock() : 0; }
  bool is_arranged() const { return monitor_ != nullptr; }
  bool is_over() const { return status_ == Status::over; }
  bool is_paused() const { return seat_states_[0].lost_at || seat_states_[1].lost_at; }
  Subscription subscription(duel::Seat seat) const { return seat_states_[duel::index_of(seat)].subscription; }
  base::Span take_lateness() { return runner_ ? runner_->take_lateness() : base::Span::zero(); }

 private:
  // starting: the next run() begins a game or ends the match.
  enum class Status : std::uint8_t { starting, playing, saving, over };

  void on_events(const duel::Events& events) override;
  void on_decision_played(duel::Seat seat, std::uint32_t id, int clock) override;
  void on_question(duel::Seat seat) override;

  // Tells the output of the event and applies it.
  void commit(const MatchEvent& event);
  void change(const MatchCreated& created);
  void change(const GameStarted& started);
  void change(const InputAccepted& accepted);
  void change(const DecisionMissed& missed);
  void change(const FramesDelayed& delayed);
  void change(const StallSkipped& stall);
  void change(const SeatsLost& lost);
  void change(const SeatTaken& taken);
  void change(const QualityReported& reported);
  void change(const SeriesEnded& ended);
  void change(const GameEnded& ended);
  void change(const GameSaved& saved);
  void change(const MatchEnded&);
  // Plays what follows from an event at this time.
  void play_on(base::Time time);
  void play_to(int clock);

  void begin_next_game(base::Time now);
  void play_until(base::Time now);
  void end_if_player_absent(base::Time now);
  void end_game_if_decided();
  // Makes this game the last one, if it is still being played or another one could follow.
  void end_series(duel::Cause cause, std::optional<duel::Seat> winner);
  bool reveals_seed() const;
  bool is_decided(const Score& score) const;
  Score score_with_unsaved_game() const;
  std::optional<duel::Seat> winner() const;
  void resume_clock(base::Time now);
  GameStart game_start(std::optional<duel::Seat> seat) const;
  Comment comment_of(duel::Seat seat) const;
  PauseStatus pause_status(base::Time now) const;
  void send_pause_status(base::Time now);

  MatchTime since_creation(base::Time time) const { return time - created_at_; }
  base::Time time_of(MatchTime time) const {
    return created_at_ + std::chrono::duration_cast<base::Time::duration>(time);
  }
  SeatState& state_of(duel::Seat seat) { return seat_states_[duel::index_of(seat)]; }
  void send_due_updates();
  void send_update(duel::Seat seat);
  void send_missed_updates(duel::Seat seat, std::uint64_t last);
  MatchMessage next_update(duel::Seat seat);
  void send_state_to_spectators();
  void take_events(UnsentEvents& unsent, Update& update) const;
  void send(base::SessionId session, std::optional<duel::Seat> seat, MatchMessageContent content);
  void send_to_seat(duel::Seat seat, MatchMessageContent content);
  void deliver(duel::Seat seat, MatchMessage&& message);
  void send_to_spectators(const MatchMessageContent& message);
  void send_to_all(const MatchMessageContent& message);
  MatchStart match_start(std::optional<duel::Seat> seat) const;
  void refuse(base::SessionId session, RefusalReason reason, std::string text, std::uint32_t decision);

  MatchSettings settings_;
  const int phase_;
  const base::Time created_at_;
  MatchOutput& output_;
  base::MatchId id_{};
  Terms terms_;
  std::string ruleset_digest_;
  FirstGameSeed first_seed_;
  std::string started_;  // the date, ISO 8601
  std::array<SeatState, 2> seat_states_;
  MatchComments comments_;
  SpectatorFeed* spectators_ = nullptr;
  UnsentEvents unsent_to_spectators_;
  Status status_ = Status::starting;
  int game_ = 0;
  SecretSeed secret_seed_;
  std::string commitment_;
  std::unique_ptr<RecordedGame> recorded_game_;
  std::unique_ptr<GameRunner> runner_;
  base::Time paused_at_;
  duel::Outcome outcome_;  // of the last game
  Score score_;
  std::optional<SeriesEnded> early_end_;
  std::unique_ptr<ArrangedMatchMonitor> monitor_;  // only for an arranged match
  base::Time now_;                                 // the time up to which is played
};

}  // namespace rensa::match
