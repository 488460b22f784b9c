#include <algorithm>
#include <optional>

#include "clients/wasm/desk.h"
#include "clients/wasm/event_words.h"
#include "clients/wasm/exports.h"
#include "clients/wasm/facts.h"
#include "clients/wasm/shared_start.h"
#include "clients/wasm/solo.h"

// A game for one. One at a time; what is not said to start one needs one that has started.

namespace rensa::wasm {

namespace {

std::optional<Solo>& solo() {
  static std::optional<Solo> open;
  return open;
}

const duel::Events*& told() {
  static const duel::Events* events = nullptr;
  return events;
}

}  // namespace

// On the field of the URL that lies on the desk, on an empty one if there is none. 0: what is wrong lies on the desk.
RENSA_EXPORT(solo_start) int solo_start(std::uint64_t seed, int colours) {
  SharedStart start;
  if (!text_on_desk().empty()) {
    auto shared = start_of_url(text_on_desk());
    if (!shared) {
      put_on_desk(shared.error().message);
      return 0;
    }
    start = *std::move(shared);
  }
  solo().emplace(seed, std::clamp(colours, 3, rules::kMaxColours), start.field, start.pairs);
  return 1;
}

// A frame, with keys that are held from it on; below 0: as before. How much happened in it.
RENSA_EXPORT(solo_step) int solo_step(int keys) {
  told() = &solo()->step(keys < 0 ? duel::Input{} : duel::Input::hold(static_cast<rules::Keys>(keys & 31)));
  return static_cast<int>(told()->size());
}

RENSA_EXPORT(solo_happening) const EventWords* solo_happening(int index) {
  static EventWords words;
  words = words_of((*told())[static_cast<std::size_t>(index)], solo()->frame());
  return &words;
}

RENSA_EXPORT(solo_undo) int solo_undo() { return solo()->undo() ? 1 : 0; }

// As it stands; valid until the next call.
RENSA_EXPORT(solo_side) const SideWords* solo_side() {
  static SideWords words;
  words = words_of(solo()->side());
  return &words;
}

}  // namespace rensa::wasm
