#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/duel/feats.h"
#include "engine/duel/observer.h"
#include "engine/duel/record.h"

namespace rensa::record {

// Plays a record again for somebody who watches. Precondition: it verifies.
void play_again(const duel::Record& record, duel::Observer& observer);

// What became of one pair.
struct Hand {
  duel::Seat seat = duel::Seat::one;
  int number = 0;  // 1 is the first
  int clock = 0;   // frame or turn in which it locked
  rules::Pair pair;
  rules::Placement placement;
  int links = 0;
  int points = 0;  // of the chain, all clear included
  bool all_clear = false;
  int sent = 0;
  int cancelled = 0;
  int fell = 0;  // garbage on its seat, before the next pair
};

// All that locked, in the order in which they did. Precondition: the record verifies.
std::vector<Hand> hands_of(const duel::Record& record);

// What both seats did, by seat. Precondition: the record verifies.
std::array<duel::Feats, 2> feats_of(const duel::Record& record);

// The pair that a seat gets as which hand.
rules::Pair pair_of(const duel::Game& game, duel::Seat seat, int hand);
const rules::Field& field_of(const duel::Game& game, duel::Seat seat);

}  // namespace rensa::record
