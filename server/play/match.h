#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/base/prefetch.h"
#include "server/play/arrangement.h"
#include "server/play/asides.h"
#include "server/play/crowd.h"
#include "server/play/outlet.h"
#include "server/play/past.h"
#include "server/play/runner.h"
#include "server/play/score.h"
#include "server/play/sight.h"

namespace rensa::play {

struct MatchSettings {
  ClockSettings clock;
  base::Span grace = std::chrono::seconds(60);  // for a lost player to come back, in a whole match
  std::size_t history = 64;                     // events that a seat keeps for a player that comes back
};

struct Entrant {
  base::SessionId session{};
  std::string name;
  proto::Subscription subscription = proto::Subscription::events;
};

// What a match begins with beside its terms.
struct Beginning {
  std::optional<std::uint64_t> seed;  // of its first game; none: one is drawn
};

// What becomes of a match that somebody ends from outside.
enum class Abandoned : std::uint8_t {
  voided,      // its game counts for nobody
  once_saved,  // its game had ended, counts, and is still being saved
};

// A series of games between two players: whose seat is whose, what each may see of it, and what becomes of those who
// are lost, resign or never answer. It knows neither sockets nor the lobby.
class Match final : private Watcher {
 public:
  // `phase`: in real time, where in a frame its frames begin.
  Match(proto::MatchId id, const proto::Terms& terms, const Beginning& beginning, std::array<Entrant, 2> entrants,
        const MatchSettings& settings, int phase, Outlet& outlet);
  // One that somebody arranged.
  Match(proto::MatchId id, const Arrangement& arrangement, const MatchSettings& settings, int phase, Outlet& outlet);

  void start(base::Time now);
  // Plays what can be played by now, and settles what has run out of time.
  void run(base::Time now);
  base::Time wake_at() const;  // the end of time: not before something happens to it

  void decide(base::SessionId session, const proto::Decide& decide, base::Time now);
  // Precondition of these: the session has the seat.
  void resign(duel::Seat seat, base::Time now);
  // The seat's player has failed outside of the game.
  void forfeit(duel::Seat seat, duel::Cause cause, base::Time now);
  bool has_seat(base::SessionId session, duel::Seat seat) const;
  // All seats of a session that is gone, and its place among the spectators.
  void lose(base::SessionId session, base::Time now);
  void resume(base::SessionId session, const proto::Resume& resume, base::Time now);
  void watch(base::SessionId session, const proto::Watch& wanted, base::Time now);
  void unwatch(base::SessionId session);
  // How long messages take to a session and back, for who plays against it.
  void note_round_trip(base::SessionId session, int milliseconds);
  // The game that was handed over to be saved is on disk.
  void saved(int game, std::uint64_t record, base::Time now);
  // The server stood still for so long, which is nobody's fault: time-outs move on.
  void excuse(base::Span pause);
  // The match ends with this game.
  Abandoned abandon(base::Time now);

  // Who watches, once anybody has; it is not told anything by itself.
  const std::shared_ptr<Crowd>& crowd() const { return crowd_; }

  // What run() needs beyond the match itself.
  void prefetch() const {
    base::prefetch(play_.get(), sizeof *play_);
    base::prefetch(runner_.get(), kRunnerBytes);
  }

  proto::MatchId id() const { return id_; }
  const proto::Terms& terms() const { return terms_; }
  std::array<std::string, 2> names() const { return {chairs_[0].name, chairs_[1].name}; }
  std::array<base::SessionId, 2> sessions() const { return {chairs_[0].session, chairs_[1].session}; }
  int game_number() const { return game_; }
  int clock() const { return play_ ? play_->game().clock() : 0; }
  bool is_arranged() const { return supervision_ != nullptr; }
  bool is_over() const { return stage_ == Stage::over; }
  bool is_paused() const { return chairs_[0].lost_at || chairs_[1].lost_at; }
  proto::Subscription subscription(duel::Seat seat) const { return chairs_[duel::index_of(seat)].subscription; }
  base::Span take_lateness() { return runner_ ? runner_->take_lateness() : base::Span::zero(); }

 private:
  enum class Stage { playing, saving, over };

  // What one listener, or the crowd, has not been told yet.
  struct Backlog {
    std::vector<duel::Event> events;
    bool changed = false;
  };
  struct Chair {
    explicit Chair(std::size_t history) : past(history) {}

    base::SessionId session{};
    std::string name;
    std::string token;
    std::string holder;  // that took it over last; empty: anybody
    proto::Subscription subscription{};
    std::optional<base::Time> lost_at;
    base::Span grace_used{};
    std::uint64_t updates = 0;
    bool asked = false;
    Landing landing = Landing::open;
    Backlog backlog;
    Past past;
    std::optional<proto::GameEnd> untold;  // of a game that was saved while the player was gone
  };

  void stepped(const duel::Events& events) override;
  void decided(duel::Seat seat, std::uint32_t id, int clock) override;
  void asks(duel::Seat seat) override;
  void missed(duel::Seat seat) override;

  void start_game(base::Time now);
  void settle_failures();
  void end_game(const duel::Outcome& outcome);
  bool tells_seed() const;
  void end_match();
  void settle_absence(base::Time now);
  bool is_decided(const Score& score) const;
  Score score_with_last() const;
  bool break_off(duel::Cause cause, std::optional<duel::Seat> winner);
  std::optional<duel::Seat> winner() const;
  void go_on(base::Time now);
  proto::GameStart game_start(std::optional<duel::Seat> seat) const;
  void heed_audience();
  proto::Comment comment_of(duel::Seat seat) const;
  proto::Standing standing(base::Time now) const;
  void tell_standing(base::Time now);

  Chair& chair(duel::Seat seat) { return chairs_[duel::index_of(seat)]; }
  void flush();
  void update(duel::Seat seat);
  void update_missed(duel::Seat seat, std::uint64_t last);
  proto::Update next_update(duel::Seat seat);
  void show_crowd();
  proto::Update blank_update(Backlog& backlog) const;
  void tell_seat(duel::Seat seat, const proto::ServerMessage& message);
  void tell_crowd(const proto::ServerMessage& message);
  template <typename Message>
  void tell_all(Message message);
  proto::MatchStart introduction(std::optional<duel::Seat> seat) const;
  void refuse(base::SessionId session, proto::ErrorCode code, std::string text, std::uint32_t id);

  const proto::MatchId id_;
  const proto::Terms terms_;
  const Beginning beginning_;
  const MatchSettings settings_;
  const int phase_;
  const std::string started_;  // the date
  Outlet& outlet_;
  std::array<Chair, 2> chairs_;
  Asides asides_;
  std::shared_ptr<Crowd> crowd_;
  Backlog crowds_backlog_;
  Stage stage_ = Stage::playing;
  int game_ = 0;
  Secret secret_;
  std::unique_ptr<Play> play_;
  std::unique_ptr<Runner> runner_;
  base::Time paused_at_;
  duel::Outcome outcome_;  // of the last game
  Score score_;
  struct BreakOff {
    duel::Cause cause{};
    std::optional<duel::Seat> winner;
  };
  std::optional<BreakOff> broken_off_;
  std::unique_ptr<Supervision> supervision_;  // of a match that was arranged
  base::Time now_;                            // of the call that is under way
};

}  // namespace rensa::play
