// The coach of a lesson: a face whose mood follows the game, and a token for each link of the goal.

import { el, requireElement } from "../base/dom.js";
import { isInDanger } from "../draw/calls.js";
import { emblemSvg } from "../draw/emblem.js";
import { formatNumber, t } from "../text/translation.js";

/** @import {Mood} from "../draw/calls.js" */
/** @import {SideScene} from "../draw/scene.js" */

/** The player of the computer that teaches. */
const kCoach = "joseki";
/** More tokens are drawn smaller. */
const kFewTokens = 8;

/**
 * Returns the mood in which the coach looks on.
 * @param {SideScene} scene @param {{isReached: boolean, isWrong?: boolean}} goal
 * @returns {Mood}
 */
export function coachMood(scene, { isReached, isWrong = false }) {
  if (isReached) return "glad";
  if (scene.phase === "dead") return "beaten";
  if (scene.link > 0) return "eager";
  return isWrong || isInDanger(scene.cells) ? "worried" : "calm";
}

export class Coach {
  constructor() {
    this.face_ = requireElement("#coach", HTMLElement);
    this.tokens_ = requireElement("#tokens", HTMLElement);
    this.mood_ = "";
    this.shown_ = "";
  }

  /** @param {Mood} mood */
  showMood(mood) {
    if (mood === this.mood_) return;
    this.mood_ = mood;
    this.face_.replaceChildren(emblemSvg(kCoach, mood));
  }

  /** Shows a token for each link of the goal. @param {number} links   0: the goal is no chain
   * @param {number} lit   the number of links that have fired */
  showTokens(links, lit) {
    const fired = Math.min(lit, links);
    const label = links > 0 ? t("lesson.tokens", { n: fired, total: links }) : "";
    const shown = `${label} ${links}`;
    if (shown === this.shown_) return;
    this.shown_ = shown;
    this.tokens_.setAttribute("aria-label", label);
    this.tokens_.hidden = links === 0;
    this.tokens_.toggleAttribute("data-many", links > kFewTokens);
    while (this.tokens_.children.length > links) this.tokens_.lastElementChild?.remove();
    while (this.tokens_.children.length < links) {
      this.tokens_.append(el("span", { text: formatNumber(this.tokens_.children.length + 1) }));
    }
    [...this.tokens_.children].forEach((token, i) => token.classList.toggle("is_lit", i < fired));
  }
}

/** Closes a menu when another part of the page, or Escape, is pressed. @param {HTMLDetailsElement} menu */
export function closeMenuOutside(menu) {
  document.addEventListener("pointerdown", ({ target }) => {
    if (menu.open && target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
