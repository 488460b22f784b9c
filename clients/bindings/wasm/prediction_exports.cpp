#include <optional>

#include "clients/bindings/wasm/engine_buffer.h"
#include "clients/bindings/wasm/page_values.h"
#include "engine/duel/side_prediction.h"

namespace rensa::wasm {

// The exports for one prediction: the player's own side in the frames to come.

namespace {

const rules::Ruleset*& ruleset() {
  static const rules::Ruleset* chosen = nullptr;
  return chosen;
}

std::optional<duel::SidePrediction>& prediction() {
  static std::optional<duel::SidePrediction> open;
  return open;
}

}  // namespace

// Takes the ruleset with the id in the buffer. Returns 0 if it is not a published one, or not paced by frames.
RENSA_EXPORT(prediction_ruleset) int prediction_ruleset() {
  ruleset() = rules::find_ruleset(buffer_text());
  if (ruleset() != nullptr && ruleset()->pacing != rules::Pacing::frames) ruleset() = nullptr;
  return ruleset() == nullptr ? 0 : 1;
}

// Starts from the side as it was after this frame. Returns 0 if no game can have this side, or no ruleset is set.
RENSA_EXPORT(prediction_start) int prediction_start(const PageSide* own, int frame) {
  prediction().reset();
  if (ruleset() == nullptr) return 0;
  duel::View view;
  view.clock = frame;
  view.own = side_view_of(*own);
  prediction() = duel::SidePrediction::from_view(*ruleset(), view);
  return prediction() ? 1 : 0;
}

// Plays one frame with these keys held from now on; below 0, with the keys as before. Returns 0 and stays if the next
// frame cannot be predicted.
RENSA_EXPORT(prediction_step) int prediction_step(int keys) {
  if (!prediction()) return 0;
  const duel::Input input = keys < 0 ? duel::Input{} : duel::Input::hold(static_cast<movement::Keys>(keys & 31));
  const int before = prediction()->clock();
  prediction()->step(input);
  return prediction()->clock() == before ? 0 : 1;
}

// The result is valid until the next call.
RENSA_EXPORT(prediction_side) const PageSide* prediction_side() {
  static PageSide page;
  page = prediction() ? page_side_of(prediction()->own()) : PageSide{};
  return &page;
}

}  // namespace rensa::wasm
