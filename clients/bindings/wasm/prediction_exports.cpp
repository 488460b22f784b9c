#include <optional>

#include "clients/bindings/wasm/engine_buffer.h"
#include "clients/bindings/wasm/page_values.h"
#include "engine/duel/side_prediction.h"

namespace rensa::wasm {

// One's own lane in the frames to come. One at a time.

namespace {

const rules::Ruleset*& ruleset() {
  static const rules::Ruleset* chosen = nullptr;
  return chosen;
}

std::optional<duel::SidePrediction>& foresight() {
  static std::optional<duel::SidePrediction> open;
  return open;
}

}  // namespace

// The id of a published ruleset lies on the desk. 0: there is none, or it has no frames.
RENSA_EXPORT(foresight_ruleset) int foresight_ruleset() {
  ruleset() = rules::find_ruleset(text_on_desk());
  if (ruleset() != nullptr && ruleset()->pacing != rules::Pacing::frames) ruleset() = nullptr;
  return ruleset() == nullptr ? 0 : 1;
}

// From what was seen after this frame. 0: no game can be so, or there is no ruleset.
RENSA_EXPORT(foresight_start) int foresight_start(const SideWords* own, int frame) {
  foresight().reset();
  if (ruleset() == nullptr) return 0;
  duel::View view;
  view.clock = frame;
  view.own = side_of(*own);
  foresight() = duel::SidePrediction::from_view(*ruleset(), view);
  return foresight() ? 1 : 0;
}

// A frame, with keys that are held from it on; below 0: as before. 0: it cannot be known, and nothing has moved.
RENSA_EXPORT(foresight_step) int foresight_step(int keys) {
  if (!foresight()) return 0;
  const duel::Input input = keys < 0 ? duel::Input{} : duel::Input::hold(static_cast<movement::Keys>(keys & 31));
  const int before = foresight()->clock();
  foresight()->step(input);
  return foresight()->clock() == before ? 0 : 1;
}

// As it stands; valid until the next call.
RENSA_EXPORT(foresight_side) const SideWords* foresight_side() {
  static SideWords words;
  words = foresight() ? words_of(foresight()->own()) : SideWords{};
  return &words;
}

}  // namespace rensa::wasm
