#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "clients/bindings/wasm/engine_buffer.h"
#include "clients/bindings/wasm/page_values.h"
#include "clients/bindings/wasm/practice_game.h"

namespace rensa::wasm {

// A game for one. One at a time; what is not said to start one needs one that has started.

namespace {

std::optional<Solo>& solo() {
  static std::optional<Solo> open;
  return open;
}

const duel::Events*& told_of_solo() {
  static const duel::Events* events = nullptr;
  return events;
}

constexpr int kFirstStartFlaw = 1;

}  // namespace

// On the field of the URL that lies on the desk, on an empty one if there is none. 0: it has begun; otherwise the one
// before goes on, and this is the flaw's number and kFirstStartFlaw.
RENSA_EXPORT(solo_start) int solo_start(std::uint64_t seed, int colours) {
  SharedStart start;
  if (!text_on_desk().empty()) {
    auto shared = start_of_url(text_on_desk());
    if (const auto* flaw = std::get_if<StartFlaw>(&shared)) return kFirstStartFlaw + static_cast<int>(*flaw);
    start = std::get<SharedStart>(std::move(shared));
  }
  solo().emplace(seed, std::clamp(colours, 3, rules::kMaxColours), start.field, start.pairs);
  return 0;
}

// A frame, with keys that are held from it on; below 0: as before. How much happened in it.
RENSA_EXPORT(solo_step) int solo_step(int keys) {
  told_of_solo() = &solo()->step(keys < 0 ? duel::Input{} : duel::Input::hold(static_cast<movement::Keys>(keys & 31)));
  return static_cast<int>(told_of_solo()->size());
}

RENSA_EXPORT(solo_happening) const EventWords* solo_happening(int index) {
  static EventWords words;
  words = words_of((*told_of_solo())[static_cast<std::size_t>(index)], solo()->frame());
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
