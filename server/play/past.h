#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/duel/event.h"

namespace rensa::play {

// What a seat was told, as far back as is kept: for a player that comes back and says which update it saw last.
class Past {
 public:
  explicit Past(std::size_t most_events) : most_events_(most_events) {}

  // Precondition: update numbers grow.
  void add(std::uint64_t update, std::span<const duel::Event> events);
  // All up to and with this update: they were of another game.
  void forget(std::uint64_t update);
  // The events of the updates after `update`; nullopt: some of them are not kept any more.
  std::optional<std::vector<duel::Event>> since(std::uint64_t update) const;

 private:
  struct Told {
    std::uint64_t update = 0;
    duel::Event event;
  };

  std::size_t most_events_;
  std::vector<Told> told_;       // a ring once it is full
  std::size_t oldest_ = 0;       // in told_
  std::uint64_t forgotten_ = 0;  // the newest update of which an event is not kept
};

}  // namespace rensa::play
