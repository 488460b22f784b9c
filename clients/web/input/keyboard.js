// Reads the keyboard: which move actions are held, and when the keys of other actions are pressed.

import { actionOf, kMoveActions } from "./key_map.js";

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
    /**
     * The held actions, by key code: an action goes on while another key of it is held.
     * @type {Map<string, MoveAction>}
     */
    this.down_ = new Map();
    /** The actions pressed since the last frame. Their keys may have been released already. @type {Set<MoveAction>} */
    this.tapped_ = new Set();
    target.addEventListener("keydown", (event) => this.keyDown_(/** @type {KeyboardEvent} */ (event)));
    // A key may be released while another element has the focus. A window without the focus gets no keyup events.
    window.addEventListener("keyup", (event) => this.down_.delete(event.code));
    window.addEventListener("blur", () => this.clear_());
  }

  /** Returns the move actions that are held now, or were pressed since the last call. @returns {Set<MoveAction>} */
  takeHeldActions() {
    const held = new Set([...this.down_.values(), ...this.tapped_]);
    this.tapped_.clear();
    return held;
  }

  clear_() {
    this.down_.clear();
    this.tapped_.clear();
  }

  /** @param {KeyboardEvent} event */
  keyDown_(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (usesKeysItself(event.target) || operatesFocusedElement(event)) return;
    const action = actionOf(this.map_(), event.code);
    if (!action) return;
    event.preventDefault();  // arrow keys and space would scroll the page
    if (event.repeat) return;
    if (isMoveAction(action)) {
      this.down_.set(event.code, action);
      this.tapped_.add(action);
    } else {
      this.onPress_(action);
    }
  }
}
