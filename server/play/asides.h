#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/duel/seat.h"

namespace rensa::play {

// What is said beside a match: by players about their decisions, and about how their keys come through. Who may hear
// it, and how, is the match's business.
class Asides {
 public:
  // How the keys of a seat come through.
  struct Line {
    int round_trip = 0;  // ms
    int late = 0;        // keys that came after their frame
    friend bool operator==(const Line&, const Line&) = default;
  };

  // Comments are of one game.
  void begin_game();
  // With a decision that counts, but is not played yet. Empty: nothing is said about it.
  void remark(duel::Seat seat, std::uint32_t decision, const std::string& text);
  // What is said about a decision is heard when that is played: the opponent could act on it otherwise, by somebody who
  // watches. True: the comment of the seat is another one now.
  bool played(duel::Seat seat, std::uint32_t decision);
  // The last one of the game; empty: there is none.
  const std::string& comment(duel::Seat seat) const { return of(seat).comment; }

  void count_late_key(duel::Seat seat) { ++of(seat).late_keys; }
  // What the opponent is told about the seat; nullopt: it says nothing of its own line, and may not know the message.
  std::optional<Line> line(duel::Seat seat, int round_trip);

 private:
  struct Remark {
    std::uint32_t decision = 0;
    std::string text;
  };
  struct Side {
    std::string comment;
    Remark unsaid;
    int late_keys = 0;
    bool tells_line = false;
  };

  Side& of(duel::Seat seat) { return sides_[duel::index_of(seat)]; }
  const Side& of(duel::Seat seat) const { return sides_[duel::index_of(seat)]; }

  std::array<Side, 2> sides_;
};

}  // namespace rensa::play
