// Draws the signs on the buttons that move the pair of a lesson: those of the same buttons in a match.

import { kSignActions, moveSign } from "../input/move_buttons.js";

export function showKeySigns() {
  for (const button of document.querySelectorAll(".lesson_keys [data-move]")) {
    const action = kSignActions.find((one) => one === button.getAttribute("data-move"));
    if (action) button.replaceChildren(moveSign(action));
  }
}
