// The buttons and inputs beside the training field.

import { el, need, setText } from "../base/dom.js";
import { namesOfKeys } from "../settings/key_name.js";
import { t } from "../text/text.js";
import { kSizes } from "./progress.js";

/** @import {KeyMap} from "../input/key_map.js" */
/** @import {Size} from "./progress.js" */

/** @typedef {"next"|"undo"|"restart"|"show"|"copy_link"|"copy_ips"|"forget"} Action */
/** Keys of a frame, pressed by a button. @typedef {(keys: number) => void} Press */
/**
 * open: answers whether the text is a problem
 * @typedef {{size: (size: Size) => void, open: (text: string) => boolean, press: Press} &
 *   Record<Action, () => void>} Actions
 */

/** @param {Actions} actions */
export function attachDesk(actions) {
  need("#main", HTMLElement).addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { action, keys } = button?.dataset ?? {};
    if (action) actions[/** @type {Action} */ (action)]();
    if (keys) actions.press(Number(keys));
  });
  const sizes = need("#size", HTMLSelectElement);
  sizes.addEventListener("change", () => {
    sizes.blur();
    actions.size(kSizes[sizes.selectedIndex]);
  });
  need("#open", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const pasted = need("#pasted", HTMLInputElement);
    if (actions.open(pasted.value.trim())) pasted.blur();
  });
}

/** @param {Size} chosen */
export function showSizes({ hands, links }) {
  const sizes = need("#size", HTMLSelectElement);
  sizes.replaceChildren(...kSizes.map((size) => el("option", {}, t("train.size_of", size))));
  sizes.selectedIndex = kSizes.findIndex((size) => size.hands === hands && size.links === links);
}

/** @param {{isAsking: boolean, isOpen: boolean, wrong: string, canUndo: boolean}} state */
export function showDesk({ isAsking, isOpen, wrong, canUndo }) {
  setText(need("#problem_wrong", HTMLElement), wrong);
  for (const [action, isPossible] of /** @type {[Action, boolean][]} */ ([
    ["next", !isAsking], ["show", !isAsking && isOpen], ["undo", canUndo], ["restart", canUndo],
  ])) {
    const button = need(`[data-action="${action}"]`, HTMLButtonElement);
    // Disabled buttons lose the focus.
    button.setAttribute("aria-disabled", String(!isPossible));
  }
}

/** How it is played. @param {KeyMap} keys */
export function showHint(keys) {
  const byFinger = window.matchMedia("(pointer: coarse)").matches;
  setText(need("#hint", HTMLElement), byFinger ? t("train.touch_hint") : t("train.keys_hint", namesOfKeys(keys)));
}
