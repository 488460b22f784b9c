// Draws a practice game, its goal and its results so far, and handles the buttons and inputs beside its field.

import { requireElement, setText } from "../base/dom.js";
import { SideView } from "../draw/side_view.js";
import { namesOfKeys } from "../input/key_map.js";
import { isTouchDevice } from "../input/touch.js";
import { Coach, coachMood } from "../lesson/coach.js";
import { formatNumber, t } from "../text/translation.js";
import { kFirstGoal } from "./goals.js";

/** @import {Look} from "../draw/look.js" */
/** @import {KeyMap} from "../input/key_map.js" */
/** @import {StartError} from "../rules/engine.js" */
/** @import {PracticeGame} from "./game.js" */
/** @import {PracticeGoals} from "./goals.js" */

/** The first goal for which the coach speaks of stairs no more. */
const kFirstLongGoal = 5;

export class PracticeView {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place_ = place;
    this.side = new SideView("own");
    this.coach_ = new Coach();
    this.goal_ = requireElement("#goal", HTMLElement);
    this.told_ = requireElement("#told", HTMLElement);
    this.hand_ = requireElement("#hand", HTMLElement);
    this.longest_ = requireElement("#longest", HTMLElement);
    this.score_ = requireElement("#score", HTMLElement);
    place.append(this.side.root);
    const next = this.side.root.querySelector(".side_next");
    if (next) requireElement("#next", HTMLElement).append(next);
  }

  /**
   * @param {PracticeGame} game @param {PracticeGoals} goals @param {{name: string, look: Look, isStill: boolean}} shown
   *   isStill: the game is paused
   */
  draw(game, goals, { name, look, isStill }) {
    const { hand, phase, falling } = game.side();
    const scene = game.scene(name);
    this.place_.setAttribute("aria-busy", String(!falling && phase !== "dead"));
    this.side.draw(scene, look);
    setText(this.hand_, formatNumber(hand));
    setText(this.longest_, formatNumber(game.longestChain));
    setText(this.score_, formatNumber(scene.score));
    this.coach_.showMood(coachMood(scene, goals));
    this.coach_.showTokens(goals.links, goals.lit);
    setText(this.goal_, t("practice.goal", { n: goals.links }));
    setText(this.told_, coachText({ goals, isOver: phase === "dead", isStill }));
    this.told_.classList.toggle("is_solved", goals.isReached && !isStill);
    this.told_.classList.toggle("is_wrong", phase === "dead");
  }
}

/** Returns the words of the coach. @param {{goals: PracticeGoals, isOver: boolean, isStill: boolean}} state */
export function coachText({ goals, isOver, isStill }) {
  if (isOver) return t("practice.over");
  if (isStill) return t("practice.paused");
  if (goals.isReached) return t("practice.praise", { n: goals.lit });
  if (goals.links === kFirstGoal) return t("practice.tip_first");
  return goals.links < kFirstLongGoal ? t("practice.tip_stairs") : t("practice.tip_long");
}

/** @typedef {"undo"|"pause"|"same_pairs"|"new_pairs"|"first_goal"|"copy_puyop"|"copy_ips"} Action */
/**
 * open: returns true if the link is that of a field; press: presses keys for one frame
 * @typedef {{colours: (count: number) => void, open: (url: string) => boolean, press: (keys: number) => void} &
 *   Record<Action, () => void>} Actions
 */

/** @param {Actions} actions */
export function attachButtons(actions) {
  requireElement("#main", HTMLElement).addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    const { action, colours, keys } = button?.dataset ?? {};
    if (action) actions[/** @type {Action} */ (action)]();
    if (colours) actions.colours(Number(colours));
    if (keys) actions.press(Number(keys));
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
  const button = requireElement("#pause", HTMLElement);
  button.setAttribute("aria-label", isPaused ? t("practice.resume") : t("practice.pause"));
  button.classList.toggle("is_paused", isPaused);
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
