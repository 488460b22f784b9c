#pragma once

#include "engine/duel/lane.h"

namespace rensa::duel {

// What one call of Lane::step() works on; private to the lane's own files.
struct Lane::Step {
  struct Payload {
    int number = 0;
    int amount = 0;
    int points = 0;
    std::int8_t x = 0;
    std::int8_t y = 0;
    rules::Rotation r = rules::Rotation::up;
  };

  const Surroundings& around;
  Events& events;
  Report report;

  void say(EventKind kind, const Payload& payload) {
    Event event = blank_event(kind, around.seat);
    event.number = payload.number;
    event.amount = payload.amount;
    event.points = payload.points;
    event.x = payload.x;
    event.y = payload.y;
    event.r = payload.r;
    events.add(event);
  }
};

}  // namespace rensa::duel
