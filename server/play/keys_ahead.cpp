#include "server/play/keys_ahead.h"

#include <algorithm>

namespace rensa::play {

bool KeysAhead::put(const Keys& keys) {
  const auto place =
      std::find_if(keys_.begin(), keys_.end(), [&](const Keys& other) { return other.frame <= keys.frame; });
  if (place != keys_.end() && place->frame == keys.frame) {
    *place = keys;
    return true;
  }
  if (keys_.size() == kMost) return false;
  keys_.insert(place, keys);
  return true;
}

std::optional<KeysAhead::Keys> KeysAhead::take(int frame) {
  const auto found = std::find_if(keys_.begin(), keys_.end(), [&](const Keys& keys) { return keys.frame == frame; });
  if (found == keys_.end()) return std::nullopt;
  const Keys taken = *found;
  keys_.erase(found);
  return taken;
}

}  // namespace rensa::play
