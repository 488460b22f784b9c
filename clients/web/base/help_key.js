// The key that opens the page which teaches the rules.

import { actionOf } from "../input/key_map.js";

/** @import {Settings} from "./settings.js" */

export const kHelpKey = "?";
const kHelpPath = "/how-to-play";

/** Lets the key open the page, unless a person types, or has given the key another action. Where a match is played, all
 * keys are for the game. @param {Settings} settings */
export function attachHelpKey(settings) {
  if (document.documentElement.dataset.keys === "taken") return;
  document.addEventListener("keydown", (event) => {
    if (event.key !== kHelpKey || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const isTyped = event.target instanceof Element
      && event.target.closest("input, select, textarea, dialog, [contenteditable]");
    if (isTyped || actionOf(settings.value.keys, event.code)) return;
    if (window.location.pathname !== kHelpPath) window.location.assign(kHelpPath);
  });
}
