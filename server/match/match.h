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

struct MatchSettings {
  ClockSettings clock;
  base::Span grace = std::chrono::seconds(60);  // for a lost player to come back, in a whole match
  // How late spectators see the match if a person plays in it and its terms do not say it. Matches of programs are seen
  // at once.
  base::Span spectator_delay = std::chrono::seconds(3);
  std::size_t history = 64;  // events that are kept for each seat, for a player that reconnects
  // The rulesets that can be played besides the published ones. They outlive all matches.
  std::span<const rules::Ruleset> own_rulesets{};
};

// A player's decision in a game of the match.
struct SeatDecision {
  duel::Seat seat = duel::Seat::one;
  int game = 1;
  Decision decision;
  std::string comment;     // for spectators; empty: none
  bool is_missed = false;  // its client says that the player has not answered in time; without an input
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

// Returns the time of the creation of a match, by the clock of this process, if the match has been played for `played`
// until now. Its frames begin in the same phase as before. `created_at`: as in MatchConditions.
base::Time creation_time(base::Span created_at, base::Span played, base::Time now);

// The result of ending a match from outside.
enum class AbandonResult : std::uint8_t {
  voided,             // its game does not count
  ends_after_saving,  // its game has ended and counts, and is still being saved
};

// A series of games between two players. It knows which player has which seat and what each seat may see, and handles
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
  // A match that goes on after these events, as with the output that was told of them. creation_of() must know the
  // first one. `created`: the time that the match began, by the present clock. While the events are applied, the
  // output gets neither messages nor events. Call interrupt() and then save_again() before anything else.
  Match(std::span<const MatchEvent> events, const MatchSettings& settings, int phase, base::Time created,
        MatchOutput& output);
  // Gives an ended game to MatchOutput::save() that is not known to be saved.
  void save_again();
  // Call once for a match that goes on after a restart of the server. `played`: the time since the creation up to which
  // a game in real time was played.
  void interrupt(base::Span played);
  // Returns true if this program plays some of the events otherwise than the program that wrote them.
  bool has_diverged() const { return has_diverged_; }

  // The only function that changes what outlives a crash. Games in real time and in virtual time are played on as far
  // as that follows from the event.
  void apply(const MatchEvent& event);

  // Plays everything that can be played by now, and ends the game if a time limit has passed.
  void run(base::Time now);
  base::Time next_deadline() const;  // the time of the next run(); Time::max(): only another call makes one necessary

  // Returns true if the decision was accepted.
  bool decide(base::PlayerId player, const SeatDecision& wanted, base::Time now);
  // Precondition: the caller has checked that the player has the seat.
  void resign(duel::Seat seat, base::Time now);
  // Ends the game because the player of the seat has failed outside of the game.
  void forfeit(duel::Seat seat, duel::Cause cause, base::Time now);
  bool has_seat(base::PlayerId player, duel::Seat seat) const;
  // Returns the player that has lost the seat, if this is the token of the seat; otherwise nullopt.
  std::optional<base::PlayerId> lost_player(duel::Seat seat, const std::string& token) const;
  // Marks all seats of a player as lost.
  void lose_player(base::PlayerId player, base::Time now);
  // Takes the seat from its player and tells it why. As after the loss of a connection, the game is lost if the seat is
  // not resumed in time. Does nothing if another player has the seat, or if the seat is lost.
  void close_seat(base::PlayerId player, duel::Seat seat, const std::string& why, base::Time now);
  void resume_seat(base::PlayerId player, const ResumeRequest& wanted, base::Time now);
  // Gives a lost seat to this player. Precondition: the caller knows that the seat is the player's own. Does nothing if
  // the seat is not lost. In a match that was made again, the seat gets a second token, and keeps its first one.
  void return_lost_seat(duel::Seat seat, base::PlayerId player, Subscription subscription, base::Time now);
  // Sends the round trip time of a player to its opponents.
  void forward_connection_quality(base::PlayerId player, int milliseconds);
  // Call when the game that was given to MatchOutput::save() is on disk.
  void on_game_saved(int game, std::uint64_t record, base::Time now);
  // Call instead if the game does not count.
  void on_game_voided(int game, base::Time now);
  // Moves the time-outs after a stall of the server, since no player is to blame.
  void skip_stall(base::Span pause);
  // Ends the match with this game.
  AbandonResult abandon(base::Time now);

  // The first message to a spectator.
  MatchStart introduction() const { return match_start(std::nullopt); }
  // The feed gets all messages for spectators from now on, and must outlive the match. Null: there are no spectators.
  void set_spectators(SpectatorFeed* feed);
  bool has_spectators() const { return spectators_ != nullptr; }
  // Returns true if a person plays: only pages steer their pairs by keys in real time.
  bool has_person() const;
  // Gives the present state to the feed, because a spectator has come. Call run() before.
  void show_state_to_spectators(base::Time now);
  // Gives the last comments of the game to the feed, because it is new.
  void show_comments_to_spectators();
  // Call when the feed may want another frequency of updates.
  void update_frame_subscribers();

  // Prefetch the memory that run() needs: of the match itself, and of its game, which can only be found after that.
  [[gnu::always_inline]] void prefetch_match() const {
    prefetch_memory(this, &seat_states_);
    for (const SeatState& seat : seat_states_) seat.prefetch();
  }
  [[gnu::always_inline]] void prefetch_game() const {
    if (!recorded_game_) return;
    prefetch_memory(recorded_game_.get(), recorded_game_.get() + 1);
    prefetch_memory(runner_.get(), reinterpret_cast<const std::byte*>(runner_.get()) + kRunnerBytes);
  }

  base::MatchId id() const { return id_; }
  const Terms& terms() const { return terms_; }
  bool is_token_of(duel::Seat seat, const std::string& token) const;
  std::array<std::string, 2> names() const { return {seat_states_[0].name, seat_states_[1].name}; }
  std::array<base::PlayerId, 2> players() const { return {seat_states_[0].player, seat_states_[1].player}; }
  int game_number() const { return game_; }
  int clock() const { return recorded_game_ ? recorded_game_->game().clock() : 0; }
  MatchMoment moment_at(base::Time now) const { return {.time = now, .game = game_, .clock = clock()}; }
  bool is_arranged() const { return monitor_ != nullptr; }
  // Returns true if its terms are those of an invitation.
  bool is_invited() const { return is_invited_; }
  bool is_over() const { return status_ == Status::over; }
  bool is_paused() const { return seat_states_[0].lost_at || seat_states_[1].lost_at; }
  // Returns true if its game has ended and is not known to be saved.
  bool is_saving() const { return status_ == Status::saving; }
  base::Span spectator_delay_with_person() const { return settings_.spectator_delay; }
  // Returns the game as its tournament arranged it; null: the match is not arranged.
  const ArrangedGame* arranged_game() const { return monitor_ ? &monitor_->arranged_game() : nullptr; }
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
  void change(const GameVoided& voided);
  void change(const MatchEnded&);
  void change(const ServerInterrupted& interrupted);
  void change(const SnapshotTaken& snapshot);
  // Takes all that a match knows before its first game.
  void set_up(const MatchCreated& created);
  SnapshotTaken snapshot(base::Time now) const;
  MatchConditions conditions() const;
  // Plays what follows from an event at this time.
  void play_on(base::Time time);
  void play_to(int clock);

  void begin_next_game(base::Time now);
  void play_until(base::Time now);
  void end_if_player_absent(base::Time now);
  // `new_token_hash`: of the token that the seat has just been given; nullopt: none.
  void take_seat(base::PlayerId player, const ResumeRequest& wanted, const std::optional<Sha256>& new_token_hash,
                 base::Time now);
  void end_game_if_decided();
  // Returns the outcome of the game by its rules, or by the end of the series; nullopt: it has not ended.
  std::optional<duel::Outcome> present_outcome() const;
  // Makes this game the last one, if it is still being played or another one could follow.
  void end_series(duel::Cause cause, std::optional<duel::Seat> winner);
  bool reveals_seed() const;
  void announce_game_end(std::uint64_t record);
  bool is_decided(const Score& score) const;
  Score score_with_unsaved_game() const;
  std::optional<duel::Seat> winner() const;
  void resume_clock(base::Time now);
  GameStart game_start(std::optional<duel::Seat> seat) const;
  Comment comment_of(duel::Seat seat) const;
  PauseStatus pause_status(base::Time now) const;
  void send_pause_status(base::Time now);

  std::uint32_t state_check() const;
  bool may_have_seat(base::PlayerId player, duel::Seat seat) const;
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
  void send(base::PlayerId player, std::optional<duel::Seat> seat, MatchMessageContent content);
  void send_to_seat(duel::Seat seat, MatchMessageContent content);
  void deliver(duel::Seat seat, MatchMessage&& message);
  void skip_update(duel::Seat seat);
  void send_to_spectators(const MatchMessageContent& message);
  void send_to_all(const MatchMessageContent& message);
  MatchStart match_start(std::optional<duel::Seat> seat) const;
  void refuse(base::PlayerId player, RefusalReason reason, std::string text, std::uint32_t decision);
  // Returns false.
  bool refuse_decision(base::PlayerId player, RefusalReason reason, std::string text, std::uint32_t decision);

  // The members that each frame needs stand first (see prefetch_match()).
  MatchSettings settings_;
  int phase_;
  Status status_ = Status::starting;
  const base::Time created_at_;
  MatchOutput& output_;
  base::MatchId id_{};
  int game_ = 0;
  int games_at_snapshot_ = 0;  // the last one
  duel::Outcome outcome_;      // of the last game
  std::unique_ptr<RecordedGame> recorded_game_;
  std::unique_ptr<GameRunner> runner_;
  std::unique_ptr<ArrangedMatchMonitor> monitor_;  // only for an arranged match
  SpectatorFeed* spectators_ = nullptr;
  base::Time paused_at_;
  base::Time now_;  // the time up to which is played
  std::optional<SeriesEnded> early_end_;
  bool is_replaying_ = false;  // while events of an earlier process are applied
  bool has_diverged_ = false;
  int next_key_check_ = 0;       // the clock from which on keys have a check of the game's state
  bool is_interrupted_ = false;  // by a stop of the server; the game has not gone on since then
  Score score_;
  UnsentEvents unsent_to_spectators_;
  Terms terms_;
  bool is_invited_ = false;
  std::array<SeatState, 2> seat_states_;

  std::string ruleset_digest_;
  FirstGameSeed first_seed_;
  std::string started_;  // the date, ISO 8601
  std::string ended_;    // the date of the end of the last game, ISO 8601
  SecretSeed secret_seed_;
  std::string commitment_;
  MatchComments comments_;
};

}  // namespace rensa::match
