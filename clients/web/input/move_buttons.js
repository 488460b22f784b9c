// Buttons below a field that move its pair, for people who play by touch: each holds its action as long as a finger is
// on it.

import { el, svg } from "../base/dom.js";
import { t } from "../text/translation.js";
import { PressedActions } from "./pressed_actions.js";
import { timeOf } from "./timed_changes.js";

/** @import {MoveAction} from "./key_map.js" */

/** The buttons from left to right, and the way of the pen that draws each. @type {[MoveAction, string][]} */
const kButtons = [
  ["left", "M20 12H5M11 5.5L4.5 12 11 18.5"],
  ["turn_ccw", "M5 4.5V9.5H10M5.6 9.2A7.5 7.5 0 1 1 5 15.5"],
  ["down", "M12 4V19M5.5 13L12 19.5 18.5 13"],
  ["turn_cw", "M19 4.5V9.5H14M18.4 9.2A7.5 7.5 0 1 0 19 15.5"],
  ["right", "M4 12H19M13 5.5L19.5 12 13 18.5"],
];

export class MoveButtons {
  constructor() {
    this.held = new PressedActions();
    this.buttons_ = kButtons.map(([action, path]) => this.makeButton_(action, path));
    this.root = el("div", { class: "move_buttons" }, ...this.buttons_);
    window.addEventListener("blur", (event) => this.held.releaseAll(timeOf(event)));
  }

  /** Writes the names of the buttons in the current language. */
  writeTexts() {
    kButtons.forEach(([action], i) => this.buttons_[i].setAttribute("aria-label", t(`action.${action}`)));
  }

  /** @param {MoveAction} action @param {string} path */
  makeButton_(action, path) {
    const sign = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path }));
    const button = el("button", { type: "button", data: { move: action } }, sign);
    /** @param {PointerEvent} event */
    const release = (event) => this.held.release(timeOf(event), `finger ${event.pointerId}`);
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      this.held.press(timeOf(event), `finger ${event.pointerId}`, action);
    });
    button.addEventListener("pointerup", release);
    button.addEventListener("pointercancel", release);
    // A finger that stays would open a menu.
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    button.addEventListener("click", (event) => {
      // A keyboard or a screen reader presses a button without a pointer.
      if (event.detail > 0 || (event instanceof PointerEvent && event.pointerType !== "")) return;
      this.held.press(timeOf(event), action, action);
      this.held.release(timeOf(event), action);
    });
    return button;
  }
}
