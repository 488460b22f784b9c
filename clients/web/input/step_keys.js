// Joins the keyboard, gamepads and touches to the keys of each step of the game. It uses no page, so tests feed it by
// hand.

import { kDown, KeyRepeat, kLeft, kRight } from "./frame_keys.js";

/** @import {Locks, RepeatSettings} from "./frame_keys.js" */
/** @import {HeldActions} from "./held_actions.js" */
/** @import {TouchGesture} from "./touch.js" */

/** keys: the keys of a step; lasting: the keys that stay after it, as presses end with their step
 * @typedef {{keys: number, lasting: number}} StepKeys */

export class KeysOfSteps {
  /** @param {HeldActions[]} devices @param {TouchGesture} touch @param {RepeatSettings} repeat */
  constructor(devices, touch, repeat) {
    this.devices_ = devices;
    this.touch_ = touch;
    this.repeat_ = new KeyRepeat(repeat);
  }

  /** @param {RepeatSettings} settings */
  set repeat(settings) {
    this.repeat_.settings = settings;
  }

  /**
   * Returns the keys of the step at a time. To be called once for each step, in the order of time.
   * @param {number} at   ms
   * @param {Locks} locks
   * @returns {StepKeys}
   */
  keysAt(at, locks) {
    const held = new Set(this.devices_.flatMap((device) => [...device.heldAt(at)]));
    const pressed = this.repeat_.nextKeys(held, locks);
    const touched = this.touch_.keysAt(at, locks);
    // If keys already move the pair sideways, the touch must not move it the other way.
    const keys = pressed & (kLeft | kRight) ? pressed | (touched & ~(kLeft | kRight)) : pressed | touched;
    const holdsDown = this.touch_.holdsDown || this.devices_.some((device) => device.isDown("down"));
    return { keys, lasting: holdsDown ? kDown : 0 };
  }
}
