#include "server/play/keys_ahead.h"

#include <algorithm>
#include <iterator>

namespace rensa::play {

bool KeysAhead::put(const Keys& keys, int next) {
  const auto same =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& other) { return other.keys.at == keys.at; });
  if (same != waiting_.end()) {
    same->keys = keys;
    return true;
  }
  if (waiting_.size() == kMost) return false;
  int frame = std::max(keys.at, next);
  auto place = waiting_.end();
  for (; place != waiting_.begin() && std::prev(place)->frame <= frame; --place) {
    if (std::prev(place)->frame == frame) ++frame;
  }
  waiting_.insert(place, {frame, keys});
  return true;
}

std::optional<KeysAhead::Keys> KeysAhead::take(int frame) {
  const auto found =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& waiting) { return waiting.frame == frame; });
  if (found == waiting_.end()) return std::nullopt;
  const Keys taken = found->keys;
  waiting_.erase(found);
  return taken;
}

}  // namespace rensa::play
