#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/duel/observer.h"

namespace rensa::duel {

// What a seat did in a game, as counts. What they come to over many games is not here.
//
// Garbage: an attack first cancels what waits for its sender; in a turn game what is left of both attacks of a turn
// then cancels each other. So attacks are what was sent and what was cancelled, and in a frame game
//
//   sent by one = cancelled by the other + fell on the other + found no room there + waits or is in the air at the end
//
// In a turn game the left side has what attacks of the same turn took from each other besides: both seats count it as
// cancelled, neither as sent. All this as long as nobody is owed more than garbage.h can count.
struct Feats {
  std::int64_t hands = 0;          // pairs that locked
  std::int64_t clock = 0;          // frames or turns until the last of them did
  std::int64_t control = 0;        // of these, those in which they could be moved; a turn is one
  std::int64_t chains = 0;         // of one link, too
  std::int64_t links = 0;          // that started: a chain that the end of the game cuts counts as far as it came
  std::int64_t longest_chain = 0;  // links
  std::int64_t all_clears = 0;
  std::int64_t score = 0;              // points
  std::int64_t garbage_sent = 0;       // came to wait for the opponent
  std::int64_t garbage_cancelled = 0;  // of the own attacks, what met garbage on its way
  std::int64_t garbage_fell = 0;       // came onto the own field
  friend bool operator==(const Feats&, const Feats&) = default;
};

// All of them by name, in an order in which files may keep them: what is added comes last.
struct Feat {
  std::string_view name;
  std::int64_t Feats::* count;
};
inline constexpr std::array kFeats = {
    Feat{"hands", &Feats::hands},
    Feat{"clock", &Feats::clock},
    Feat{"control", &Feats::control},
    Feat{"chains", &Feats::chains},
    Feat{"links", &Feats::links},
    Feat{"longest_chain", &Feats::longest_chain},
    Feat{"all_clears", &Feats::all_clears},
    Feat{"score", &Feats::score},
    Feat{"garbage_sent", &Feats::garbage_sent},
    Feat{"garbage_cancelled", &Feats::garbage_cancelled},
    Feat{"garbage_fell", &Feats::garbage_fell},
};
static_assert(sizeof(Feats) == kFeats.size() * sizeof(std::int64_t), "one of them has no name");

// Those of several games: sums, but for the longest chain, which is the longest of all.
void add(Feats& total, const Feats& game);

// Counts while a game is played.
class FeatCounter final : public Observer {
 public:
  void before_step(const Game&, const Inputs&) override {}
  void after_step(const Game& game, const Events& events) override;

  const std::array<Feats, 2>& feats() const { return feats_; }  // by seat

 private:
  void count(const Event& event, int clock);

  std::array<Feats, 2> feats_{};
  std::array<int, 2> control_since_{};
};

}  // namespace rensa::duel
