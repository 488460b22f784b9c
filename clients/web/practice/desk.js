// What a person can press and fill in beside the field.

import { need, setText } from "../base/dom.js";
import { namesOfKeys } from "../settings/key_name.js";
import { t } from "../text/text.js";

/** @import {KeyMap} from "../input/key_map.js" */
/** @import {StartFlaw} from "../rules/engine.js" */

/** @typedef {"undo"|"pause"|"same_pairs"|"new_pairs"|"copy_puyop"|"copy_ips"} Deed */
/**
 * open: answers whether the link is one
 * @typedef {{colours: (count: number) => void, open: (url: string) => boolean} & Record<Deed, () => void>} Deeds
 */

/** @param {Deeds} deeds */
export function attachDesk(deeds) {
  need("#main", HTMLElement).addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { deed, colours } = button?.dataset ?? {};
    if (deed) deeds[/** @type {Deed} */ (deed)]();
    if (colours) deeds.colours(Number(colours));
  });
  need("#open", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const pasted = need("#pasted", HTMLInputElement);
    const url = pasted.value.trim();
    // Nothing is no link, and not worth the game that is on.
    if (url === "") return pasted.focus();
    // Whoever types does not play: with the focus the game would stand still.
    if (deeds.open(url)) pasted.blur();
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

/** Whoever types, chooses or sets something up does not play. */
export function isBusyElsewhere() {
  return Boolean(document.activeElement?.closest("input, select, dialog"));
}
