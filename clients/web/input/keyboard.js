// Reads the keyboard: when move actions are held, and when the keys of other actions are pressed.

import { HeldActions } from "./held_actions.js";
import { actionOf, kMoveActions } from "./key_map.js";
import { timeOf } from "./timed_changes.js";

/** @import {Action, KeyMap, MoveAction, PressAction} from "./key_map.js" */

/** The types of inputs that take no typed text. */
const kInputTypesWithoutText = ["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"];

/**
 * Returns true if the element needs keys for itself, as a text field or an open dialog does.
 * @param {EventTarget|null} target
 */
function usesKeysItself(target) {
  if (target instanceof HTMLInputElement && !kInputTypesWithoutText.includes(target.type)) return true;
  return target instanceof Element && target.closest("textarea, select, dialog, [contenteditable]") !== null;
}

/** Returns true if the key would press the focused element or change its value. @param {KeyboardEvent} event */
function operatesFocusedElement({ target, code }) {
  if (target instanceof HTMLInputElement) return /^(Enter|Space|Arrow.*)$/.test(code);
  if (code !== "Enter" && code !== "Space") return false;
  return target instanceof Element && target.closest("button, a, summary") !== null;
}

/** @param {Action} action @returns {action is MoveAction} */
function isMoveAction(action) {
  return kMoveActions.some((move) => move === action);
}

export class Keyboard {
  /**
   * @param {HTMLElement|Window} target           receives the keys
   * @param {() => KeyMap} map
   * @param {(action: PressAction) => void} onPress
   */
  constructor(target, map, onPress) {
    this.map_ = map;
    this.onPress_ = onPress;
    this.held = new HeldActions();
    target.addEventListener("keydown", (event) => this.keyDown_(/** @type {KeyboardEvent} */ (event)));
    // A key may be released while another element has the focus. A window without the focus gets no keyup events.
    window.addEventListener("keyup", (event) => this.held.release(timeOf(event), event.code));
    window.addEventListener("blur", (event) => this.held.releaseAll(timeOf(event)));
  }

  /** @param {KeyboardEvent} event */
  keyDown_(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (usesKeysItself(event.target) || operatesFocusedElement(event)) return;
    const action = actionOf(this.map_(), event.code);
    if (!action) return;
    event.preventDefault();  // arrow keys and space would scroll the page
    if (event.repeat) return;
    if (isMoveAction(action)) this.held.press(timeOf(event), event.code, action);
    else this.onPress_(action);
  }
}
