// The buttons and inputs beside the practice field.

import { need, setText } from "../base/dom.js";
import { namesOfKeys } from "../settings/key_name.js";
import { t } from "../text/text.js";

/** @import {KeyMap} from "../input/key_map.js" */
/** @import {StartFlaw} from "../rules/engine.js" */

/** @typedef {"undo"|"pause"|"same_pairs"|"new_pairs"|"copy_puyop"|"copy_ips"} Action */
/**
 * open: answers whether the link is one
 * @typedef {{colours: (count: number) => void, open: (url: string) => boolean} & Record<Action, () => void>} Actions
 */

/** @param {Actions} actions */
export function attachDesk(actions) {
  need("#main", HTMLElement).addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { action, colours } = button?.dataset ?? {};
    if (action) actions[/** @type {Action} */ (action)]();
    if (colours) actions.colours(Number(colours));
  });
  need("#open", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const pasted = need("#pasted", HTMLInputElement);
    const url = pasted.value.trim();
    // Nothing is no link, and not worth the game that is on.
    if (url === "") return pasted.focus();
    // The game stands still while an input has the focus, so the input gives it up.
    if (actions.open(url)) pasted.blur();
  });
}

/** @param {{colours: number, url: string}} start @param {StartFlaw} wrong   with a link */
export function showStart({ colours, url }, wrong) {
  for (const button of document.querySelectorAll("[data-colours]")) {
    button.setAttribute("aria-pressed", String(button.textContent === String(colours)));
  }
  const told = wrong === "" ? "" : t("practice.wrong_link", { why: t(`practice.wrong_${wrong}`) });
  setText(need("#wrong", HTMLElement), told);
  if (wrong === "") need("#pasted", HTMLInputElement).value = url;
}

/** @param {boolean} isPaused */
export function showPause(isPaused) {
  setText(need("#pause", HTMLElement), isPaused ? t("practice.resume") : t("practice.pause"));
}

/** How it is played. @param {KeyMap} keys */
export function showHint(keys) {
  const names = namesOfKeys(keys);
  const byFinger = window.matchMedia("(pointer: coarse)").matches;
  const hint = byFinger ? t("play.touch_hint") : `${t("play.keys_hint", names)} · ${t("practice.undo_hint", names)}`;
  setText(need("#hint", HTMLElement), hint);
}

/** Returns true while an input, a select or a dialog has the focus: the game stands still then. */
export function isBusyElsewhere() {
  return Boolean(document.activeElement?.closest("input, select, dialog"));
}
