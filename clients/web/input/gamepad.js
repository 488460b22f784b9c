// Reads gamepads with the standard mapping. Browsers send no events for their buttons, so they are read once a picture.
// Between two pictures a button counts as held if it is down in both: so a late picture never makes a press longer.

import { HeldActions } from "./held_actions.js";

/** @import {MoveAction, PressAction} from "./key_map.js" */

/** @typedef {Pick<Gamepad, "buttons"|"axes"|"mapping">} Pad */

// Buttons 0 to 3 are the four on the right. The left and the lower one turn counter-clockwise, the others clockwise.
/** @type {[number, MoveAction][]} */
const kMoveButtons = [
  [0, "turn_ccw"], [1, "turn_cw"], [2, "turn_ccw"], [3, "turn_cw"], [12, "turn_cw"],
  [13, "down"], [14, "left"], [15, "right"],
];
/** @type {[number, PressAction][]} */
const kPressButtons = [[8, "undo"], [9, "rematch"]];
const kStickThreshold = 0.5;
/** A press is dated so long before the picture that sees it, and counts in the last step of this picture. */
const kHalfStepMs = 1000 / 120;

/** @param {Pad} pad @param {number} button */
function isDown(pad, button) {
  return pad.buttons[button]?.pressed ?? false;
}

/**
 * Returns the move actions that are held on a pad.
 * @param {Pad} pad
 * @returns {Set<MoveAction>}
 */
export function heldActionsOf(pad) {
  const held = new Set(kMoveButtons.filter(([button]) => isDown(pad, button)).map(([, action]) => action));
  const [x = 0, y = 0] = pad.axes;
  if (x < -kStickThreshold) held.add("left");
  if (x > kStickThreshold) held.add("right");
  if (y > kStickThreshold) held.add("down");
  return held;
}

export class Gamepads {
  /**
   * @param {() => readonly (Pad|null)[]} pads
   * @param {(action: PressAction) => void} onPress
   */
  constructor(pads, onPress) {
    this.pads_ = pads;
    this.onPress_ = onPress;
    this.held = new HeldActions();
    /** The move actions that were held at the last picture. @type {Set<MoveAction>} */
    this.lastHeld_ = new Set();
    this.lastReadAt_ = -Infinity;
    /** @type {Set<PressAction>} */
    this.pressed_ = new Set();
  }

  /** Reads all pads. To be called once for each picture, before its steps. @param {number} now   ms */
  read(now) {
    const pads = this.pads_().filter((pad) => pad !== null && pad.mapping === "standard");
    /** @type {Set<MoveAction>} */
    const held = new Set();
    /** @type {Set<PressAction>} */
    const pressed = new Set();
    for (const pad of /** @type {Pad[]} */ (pads)) {
      for (const action of heldActionsOf(pad)) held.add(action);
      for (const [button, action] of kPressButtons) if (isDown(pad, button)) pressed.add(action);
    }
    this.noteHeld_(held, now);
    const fresh = [...pressed].filter((action) => !this.pressed_.has(action));
    this.pressed_ = pressed;
    for (const action of fresh) this.onPress_(action);
  }

  /** @param {Set<MoveAction>} held @param {number} now */
  noteHeld_(held, now) {
    for (const action of this.lastHeld_) if (!held.has(action)) this.held.release(this.lastReadAt_, action);
    const pressedAt = Math.max(this.lastReadAt_, now - kHalfStepMs);
    for (const action of held) if (!this.lastHeld_.has(action)) this.held.press(pressedAt, action, action);
    this.lastHeld_ = held;
    this.lastReadAt_ = now;
  }
}

/** Returns the gamepads of this browser, or none if the browser forbids them. @returns {readonly (Pad|null)[]} */
export function browserPads() {
  try {
    return navigator.getGamepads?.() ?? [];
  } catch {
    return [];
  }
}
