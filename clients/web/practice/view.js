// Draws a practice game and its results so far, and handles the buttons and inputs beside its field.

import { el, requireElement, setText } from "../base/dom.js";
import { SideView } from "../draw/side_view.js";
import { namesOfKeys } from "../input/key_map.js";
import { isTouchDevice } from "../input/touch.js";
import { t } from "../text/translation.js";

/** @import {Look} from "../draw/look.js" */
/** @import {KeyMap} from "../input/key_map.js" */
/** @import {StartError} from "../rules/engine.js" */
/** @import {PracticeGame} from "./game.js" */

export class PracticeView {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place_ = place;
    this.side = new SideView("own");
    this.hand_ = el("span", { class: "practice_hand" });
    this.longest_ = el("span", { class: "practice_longest" });
    this.over_ = el("span", { class: "practice_over" });
    const told = el("div", { class: "duel_middle" }, this.hand_, this.longest_, this.over_);
    place.append(el("div", { class: "duel is_alone" }, this.side.root, told));
  }

  /**
   * @param {PracticeGame} game @param {string} name @param {Look} look @param {boolean} isStill   the game is paused
   */
  draw(game, name, look, isStill) {
    const { hand, phase, falling } = game.side();
    this.place_.setAttribute("aria-busy", String(!falling && phase !== "dead"));
    this.side.draw(game.scene(name), look);
    setText(this.hand_, t("practice.hand", { n: hand }));
    setText(this.longest_, t("practice.best", { n: game.longestChain }));
    setText(this.over_, phase === "dead" ? t("practice.over") : isStill ? t("practice.paused") : "");
  }
}

/** @typedef {"undo"|"pause"|"same_pairs"|"new_pairs"|"copy_puyop"|"copy_ips"} Action */
/**
 * open: returns true if the link is that of a field
 * @typedef {{colours: (count: number) => void, open: (url: string) => boolean} & Record<Action, () => void>} Actions
 */

/** @param {Actions} actions */
export function attachButtons(actions) {
  requireElement("#main", HTMLElement).addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { action, colours } = button?.dataset ?? {};
    if (action) actions[/** @type {Action} */ (action)]();
    if (colours) actions.colours(Number(colours));
  });
  requireElement("#open", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const pasted = requireElement("#pasted", HTMLInputElement);
    const url = pasted.value.trim();
    // An empty input must not end the running game.
    if (url === "") return pasted.focus();
    // The game stands still while an input has the focus, so the input gives it up.
    if (actions.open(url)) pasted.blur();
  });
}

/** @param {{colours: number, url: string}} start @param {StartError} wrong   the error of the last link */
export function showStartSettings({ colours, url }, wrong) {
  for (const button of document.querySelectorAll("[data-colours]")) {
    button.setAttribute("aria-pressed", String(button.textContent === String(colours)));
  }
  const told = wrong === "" ? "" : t("practice.wrong_link", { why: t(`practice.wrong_${wrong}`) });
  setText(requireElement("#wrong", HTMLElement), told);
  if (wrong !== "") requireElement(".practice_share", HTMLDetailsElement).open = true;
  if (wrong === "") requireElement("#pasted", HTMLInputElement).value = url;
}

/** @param {boolean} isPaused */
export function showPauseButton(isPaused) {
  setText(requireElement("#pause", HTMLElement), isPaused ? t("practice.resume") : t("practice.pause"));
}

/** Shows how the game is played. @param {KeyMap} keys */
export function showKeysHint(keys) {
  const names = namesOfKeys(keys);
  const byKeys = `${t("play.keys_hint", names)} · ${t("practice.undo_hint", names)}`;
  setText(requireElement("#hint", HTMLElement), isTouchDevice() ? t("play.touch_hint") : byKeys);
}

/** Returns true while an input, a select or a dialog has the focus: the game stands still then. */
export function isInputFocused() {
  return Boolean(document.activeElement?.closest("input, select, dialog"));
}
