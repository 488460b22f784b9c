// Keys below a field that move its pair, for people who play by touch: a row under the left thumb, and two that turn under
// the right one. Each holds its action as long as a finger is on it. Play, practice and training have the same.

import { el, svg } from "../base/dom.js";
import { t } from "../text/translation.js";
import { PressedActions } from "./pressed_actions.js";
import { timeOf } from "./timed_changes.js";

/** @import {MoveAction} from "./key_map.js" */

/** The way of the pen that draws the sign of each action, from left to right. @type {Record<MoveAction, string>} */
const kSigns = {
  left: "M20 12H5M11 5.5L4.5 12 11 18.5",
  down: "M12 4V19M5.5 13L12 19.5 18.5 13",
  right: "M4 12H19M13 5.5L19.5 12 13 18.5",
  turn_ccw: "M5 4.5V9.5H10M5.6 9.2A7.5 7.5 0 1 1 5 15.5",
  turn_cw: "M19 4.5V9.5H14M18.4 9.2A7.5 7.5 0 1 0 19 15.5",
};
/** The actions in the order of their buttons. */
export const kSignActions = /** @type {MoveAction[]} */ (Object.keys(kSigns));

/** Makes the sign of an action, which says nothing to a screen reader. @param {MoveAction} action */
export function moveSign(action) {
  return svg("svg", { class: "move_sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: kSigns[action] }));
}

export class MoveButtons {
  constructor() {
    this.held = new PressedActions();
    this.buttons_ = kSignActions.map((action) => this.makeButton_(action));
    this.root = el("div", { class: "move_buttons" }, ...this.buttons_);
    window.addEventListener("blur", (event) => this.held.releaseAll(timeOf(event)));
  }

  /** Writes the names of the buttons in the current language. */
  writeTexts() {
    kSignActions.forEach((action, i) => this.buttons_[i].setAttribute("aria-label", t(`action.${action}`)));
  }

  /** @param {MoveAction} action */
  makeButton_(action) {
    const button = el("button", { type: "button", data: { move: action } }, moveSign(action));
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
