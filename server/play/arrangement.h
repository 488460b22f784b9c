#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/duel/feats.h"
#include "engine/duel/game.h"
#include "proto/message.h"
#include "server/base/durations.h"
#include "server/base/ids.h"
#include "server/base/time.h"

namespace rensa::play {

// A match of one game that somebody else than its players has arranged: who sits where, what its chance comes from, and
// when a player has failed.

// 0: as often as it likes.
struct Patience {
  base::Span think = std::chrono::seconds(10);  // for an answer where the rules set no time, which is missed then
  base::Span grace = std::chrono::seconds(60);  // for a lost player to come back
  base::Span whole_game{};                      // for all answers of a player together; zero: as long as they take
  int missed = 0;                               // answers
  int refused = 0;                              // pairs that fell since all that was wanted was refused
};

struct ArrangedSeat {
  base::SessionId session{};
  std::string name;
  proto::Subscription subscription = proto::Subscription::events;
  std::uint64_t chance = 0;  // of the player
};

struct Arrangement {
  proto::Terms terms;
  std::uint64_t seed = 0;
  bool tells_seed = true;  // at its end; not where another game is going to have the same
  std::array<ArrangedSeat, 2> seats;
  Patience patience;
};

// What both did in it, and how long they thought, by seat.
struct Conduct {
  std::array<duel::Feats, 2> feats{};
  std::array<base::Durations, 2> thinking{};
};

// Watches one while it is played.
class Supervision {
 public:
  explicit Supervision(const Arrangement& arrangement) : arrangement_(arrangement) {}

  const Arrangement& arrangement() const { return arrangement_; }
  Conduct conduct() const { return {.feats = feats_.feats(), .thinking = thinking_}; }

  void stepped(const duel::Game& game, const duel::Events& events);
  void asked(duel::Seat seat, base::Time now);
  void decided(duel::Seat seat, base::Time now);
  void missed(duel::Seat seat);
  void skip(base::Span pause);
  // How the game ends by what its players failed to do; nullopt: it goes on. If both have failed, nobody wins.
  std::optional<duel::Outcome> verdict(int clock) const;

 private:
  struct Side {
    std::optional<base::Time> asked_at;
    base::Span thought{};
    int missed = 0;
    int refused = 0;
    int refused_hand = 0;
    int refusals = 0;  // of that hand
  };

  std::optional<duel::Cause> failure(const Side& side) const;

  const Arrangement arrangement_;
  duel::FeatCounter feats_;
  std::array<base::Durations, 2> thinking_;
  std::array<Side, 2> sides_;
};

}  // namespace rensa::play
