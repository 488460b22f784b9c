// Joins keyboard, gamepads and touch: one call a frame returns the keys that are pressed in it.

import { KeyRepeat, kLeft, kRight } from "./frame_keys.js";
import { browserPads, Gamepads } from "./gamepad.js";
import { Keyboard } from "./keyboard.js";
import { attachTouch } from "./touch.js";

/** @import {Settings} from "../base/settings.js" */
/** @import {Locks} from "./frame_keys.js" */
/** @import {PressAction} from "./key_map.js" */
/** @import {TouchLayout} from "./touch.js" */

/**
 * @typedef {object} Controls
 * @property {(locks: Locks) => number} nextKeys   the keys of this frame; to be called once a frame
 * @property {() => void} onNextPair   to be called when another pair has come under control
 */

/**
 * @param {Settings} settings
 * @param {{element: HTMLElement, layout: () => TouchLayout}} touch   the element that takes touches, and the place of
 *   its columns
 * @param {(action: PressAction) => void} onPress
 * @returns {Controls}
 */
export function attachControls(settings, touch, onPress) {
  const keyboard = new Keyboard(window, () => settings.value.keys, onPress);
  const pads = new Gamepads(browserPads, onPress);
  const gesture = attachTouch(touch.element, touch.layout);
  const repeat = new KeyRepeat(settings.value.repeat);
  settings.subscribe((value) => (repeat.settings = value.repeat));
  return {
    nextKeys(locks) {
      const keys = repeat.nextKeys(new Set([...keyboard.takeHeldActions(), ...pads.takeHeldActions()]), locks);
      const touched = gesture.nextKeys(locks);
      // If keys already move the pair sideways, the touch must not move it the other way.
      return keys & (kLeft | kRight) ? keys | (touched & ~(kLeft | kRight)) : keys | touched;
    },
    onNextPair: () => gesture.dropOldGestures(),
  };
}
