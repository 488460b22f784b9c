#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/duel/duel.h"
#include "engine/rules/movement.h"

namespace rensa::play {

// The keys that a seat in real time has said for frames to come, so that they count where they were pressed and not
// where they arrive. Most seats never have any: then this is an empty vector.
class KeysAhead {
 public:
  static constexpr int kMostFrames = 120;  // how far away their frame may be
  static constexpr std::size_t kMost = 64;

  struct Keys {
    int at = 0;            // the frame that they are for
    std::uint32_t id = 0;  // of the Decide
    rules::Keys keys = rules::Keys::none;
    friend bool operator==(const Keys&, const Keys&) = default;
  };

  // In the place of those for the same frame. Those that come too late for theirs count in the first frame from `next`
  // on in which no others do: a key that was pressed and let go of shall not be lost because both were late.
  // False: too many wait.
  bool put(const Keys& keys, int next);
  // Those for this frame, if there are any.
  std::optional<Keys> take(int frame);
  void drop(int frame) { take(frame); }
  void clear() { waiting_.clear(); }
  // Of the first ones; duel::kNoFrameLimit: none wait.
  int frame() const { return waiting_.empty() ? duel::kNoFrameLimit : waiting_.back().frame; }

 private:
  struct Waiting {
    int frame = 0;  // in which they count
    Keys keys;
  };

  std::vector<Waiting> waiting_;  // the first ones last
};

}  // namespace rensa::play
