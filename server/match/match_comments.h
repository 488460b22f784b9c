#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/duel/game_setup.h"
#include "server/match/match_messages.h"

namespace rensa::match {

// The comments of both players on their decisions, and the quality of their connections. The match decides which of
// them are sent to which sessions.
class MatchComments {
 public:
  // Forgets all comments, because they belong to one game.
  void begin_game();
  // Keeps the comment of an accepted decision that has not been played yet. An empty text changes nothing.
  void add_comment(duel::Seat seat, std::uint32_t decision, const std::string& text, int frame);
  // Returns false if the seat has commented a moment ago, too shortly for a reader. In real time a player may send any
  // number of decisions a frame, and every comment that is kept is an event of the match.
  bool is_readable(duel::Seat seat, int frame) const;
  // Publishes the comment of a decision when it is played. Published earlier, it could reach the opponent through a
  // spectator. Returns true if the comment of the seat has changed.
  bool publish_comment(duel::Seat seat, std::uint32_t decision);
  // Returns the last published comment of the game; empty if there is none.
  const std::string& comment(duel::Seat seat) const { return of(seat).comment; }

  void count_late_key(duel::Seat seat) { ++of(seat).late_keys; }
  int late_keys(duel::Seat seat) const { return of(seat).late_keys; }
  // Restores the numbers that a seat keeps from game to game.
  void restore(duel::Seat seat, int late_keys, bool reports_quality) {
    of(seat).late_keys = late_keys;
    of(seat).reports_quality = reports_quality;
  }
  // Returns true if the seat has ever reported the quality of its connection. Otherwise its client may not know the
  // message.
  bool reports_quality(duel::Seat seat) const { return of(seat).reports_quality; }
  void note_quality_report(duel::Seat seat) { of(seat).reports_quality = true; }
  // `round_trip`: of the seat, in milliseconds. Returns the quality that its opponent is sent; nullopt if the opponent
  // has never reported its own.
  std::optional<ConnectionQuality> connection_quality(duel::Seat seat, int round_trip) const;

 private:
  struct PendingComment {
    std::uint32_t decision = 0;
    std::string text;
  };
  struct SeatComments {
    std::string comment;
    PendingComment pending;
    std::optional<int> added_at;  // the frame of the last comment
    int late_keys = 0;
    bool reports_quality = false;
  };

  SeatComments& of(duel::Seat seat) { return seats_[duel::index_of(seat)]; }
  const SeatComments& of(duel::Seat seat) const { return seats_[duel::index_of(seat)]; }

  std::array<SeatComments, 2> seats_;
};

}  // namespace rensa::match
