#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "clients/bindings/wasm/engine_buffer.h"
#include "clients/bindings/wasm/page_values.h"
#include "clients/bindings/wasm/practice_game.h"

namespace rensa::wasm {

// The exports for one practice game. All except practice_start() need a started game.

namespace {

std::optional<PracticeGame>& practice_game() {
  static std::optional<PracticeGame> open;
  return open;
}

const duel::Events*& practice_events() {
  static const duel::Events* events = nullptr;
  return events;
}

constexpr int kFirstStartFlaw = 1;

}  // namespace

// Starts a game on the field of the URL in the buffer, or on an empty field if the buffer is empty. Returns 0, or the
// number of the flaw plus kFirstStartFlaw; then the previous game goes on.
RENSA_EXPORT(practice_start) int practice_start(std::uint64_t seed, int colours) {
  StartPosition start;
  if (!buffer_text().empty()) {
    auto shared = start_position_of_url(buffer_text());
    if (const auto* flaw = std::get_if<StartFlaw>(&shared)) return kFirstStartFlaw + static_cast<int>(*flaw);
    start = std::get<StartPosition>(std::move(shared));
  }
  practice_game().emplace(seed, std::clamp(colours, 3, rules::kMaxColours), start.field, start.pairs);
  return 0;
}

// Plays one frame with these keys held from now on; below 0, with the keys as before. Returns the number of its events.
RENSA_EXPORT(practice_step) int practice_step(int keys) {
  practice_events() =
      &practice_game()->step(keys < 0 ? duel::Input{} : duel::Input::hold(static_cast<movement::Keys>(keys & 31)));
  return static_cast<int>(practice_events()->size());
}

RENSA_EXPORT(practice_event) const PageEvent* practice_event(int index) {
  static PageEvent page;
  page = page_event_of((*practice_events())[static_cast<std::size_t>(index)], practice_game()->frame());
  return &page;
}

RENSA_EXPORT(practice_undo) int practice_undo() { return practice_game()->undo() ? 1 : 0; }

// The result is valid until the next call.
RENSA_EXPORT(practice_side) const PageSide* practice_side() {
  static PageSide page;
  page = page_side_of(practice_game()->side());
  return &page;
}

}  // namespace rensa::wasm
