// Reads gamepads with the standard mapping. Browsers send no events for their buttons, so they are read once a frame.

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
    /** @type {Set<PressAction>} */
    this.pressed_ = new Set();
  }

  /** Returns the move actions held on all pads together. To be called once a frame. @returns {Set<MoveAction>} */
  takeHeldActions() {
    const pads = this.pads_().filter((pad) => pad !== null && pad.mapping === "standard");
    /** @type {Set<MoveAction>} */
    const held = new Set();
    /** @type {Set<PressAction>} */
    const pressed = new Set();
    for (const pad of /** @type {Pad[]} */ (pads)) {
      for (const action of heldActionsOf(pad)) held.add(action);
      for (const [button, action] of kPressButtons) if (isDown(pad, button)) pressed.add(action);
    }
    const fresh = [...pressed].filter((action) => !this.pressed_.has(action));
    this.pressed_ = pressed;
    for (const action of fresh) this.onPress_(action);
    return held;
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
