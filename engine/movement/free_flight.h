#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace rensa::movement {

// What RouteBound looks up: how long a pair takes through a game without terrain, with the real counters of the arrow
// keys and of the fall. Not for other folders.

// So many columns sideways and rows down, to the lock. What terrain can do for a pair enters as permission:
//   kick: a turn may move the pair one column closer, from so many rows above the rest downwards, every eight frames;
//         it leaves the child behind the axis, from where it takes up to two more turns to the rotation asked;
//   step: near the place, in the row of rest, there is air, so that DOWN and then a step sideways locks at once.
// Everything else that terrain does only costs frames.
class FreeFlight {
 public:
  static constexpr int kDistances = 6;
  static constexpr int kRows = 14;
  static constexpr int kArrowLocks = 4;
  static constexpr int kFallCounters = 17;
  static constexpr int kKickWaits = 8;  // until a turn can kick
  static constexpr std::size_t index(int rows, int arrow_lock, int fall, int wait) {
    return static_cast<std::size_t>(((rows * kArrowLocks + arrow_lock) * kFallCounters + fall) * kKickWaits + wait);
  }
  using Frames = std::array<std::uint8_t, std::size_t{kRows} * kArrowLocks * kFallCounters * kKickWaits>;

  struct Terrain {
    std::size_t kick = 0;  // a kick_class
    int turns = 0;         // after a kick
    bool step = false;
  };
  static std::size_t kick_class(int rows);

  static const FreeFlight& table();

  const Frames& frames(Terrain terrain, int columns) const {
    return frames_[variant(terrain)][static_cast<std::size_t>(columns)];
  }
  // The least that is left after an arrow key, whatever else the state is.
  int after_step(Terrain terrain, int columns, int rows) const;

 private:
  static constexpr int kMostTurns = 2;
  static constexpr std::array<int, 8> kKickRows = {0, 1, 2, 3, 4, 5, 7, kRows};  // 0: none

  struct State {
    int columns;
    int rows;
    int lock;
    int fall;
    int wait;
  };

  FreeFlight();
  static std::size_t variant(Terrain terrain) {
    return (terrain.kick * (kMostTurns + 1) + static_cast<std::size_t>(terrain.turns)) * 2 + (terrain.step ? 1 : 0);
  }
  int at(Terrain terrain, State state) const {
    return frames(terrain, state.columns)[index(state.rows, state.lock, state.fall, state.wait)];
  }
  void fill(Terrain terrain);
  int turn_open(Terrain terrain, State state) const;
  int arrow_open(Terrain terrain, State state) const;
  int falling(Terrain terrain, State state) const;

  std::array<std::array<Frames, kDistances>, kKickRows.size() * (kMostTurns + 1) * 2> frames_{};
};

// So many steps sideways and rows down to a place in the air, behind a column that is as high: only the last step comes
// down from the row above it, on which the pair stands.
class FreeApproach {
 public:
  static const FreeApproach& table();

  // Precondition: rows > 0 where there are steps.
  int frames(int steps, int rows, int arrow_lock, int fall) const {
    return frames_[index(steps, rows, arrow_lock, fall)];
  }

 private:
  static constexpr std::size_t index(int steps, int rows, int arrow_lock, int fall) {
    constexpr int kLocks = FreeFlight::kArrowLocks;
    return static_cast<std::size_t>(
        ((steps * FreeFlight::kRows + rows) * kLocks + arrow_lock) * FreeFlight::kFallCounters + fall);
  }

  FreeApproach();
  int play(int steps, int rows, int arrow_lock, int fall) const;
  int fall_on(int steps, int rows, int arrow_lock, int fall) const;

  std::array<std::uint8_t, std::size_t{FreeFlight::kDistances} * FreeFlight::kRows * FreeFlight::kArrowLocks *
                               FreeFlight::kFallCounters>
      frames_{};
};

}  // namespace rensa::movement
