#pragma once

#include <cstddef>

#include "engine/duel/observer.h"
#include "engine/duel/record.h"

namespace rensa::record {

// Where somebody is in a record that is played again: a plain value, so that it can be kept and gone on from.
struct Head {
  duel::Game game;
  std::size_t next_input = 0;

  explicit Head(const duel::Record& record) : game(record.setup) {}
};

// Plays on to `clock`, or to the end if that is sooner. Precondition: the record verifies, and the head is of it.
void play_on(Head& head, const duel::Record& record, int clock, duel::Observer& observer);

}  // namespace rensa::record
