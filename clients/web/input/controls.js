// Attaches keyboard, gamepads and touch to a page: one call a step returns the keys that are pressed in it.

import { browserPads, Gamepads } from "./gamepad.js";
import { Keyboard } from "./keyboard.js";
import { KeysOfSteps } from "./step_keys.js";
import { attachTouch } from "./touch.js";

/** @import {Settings} from "../base/settings.js" */
/** @import {Locks} from "./frame_keys.js" */
/** @import {PressAction} from "./key_map.js" */
/** @import {MoveButtons} from "./move_buttons.js" */
/** @import {StepKeys} from "./step_keys.js" */
/** @import {TouchLayout} from "./touch.js" */

/**
 * @typedef {object} Controls
 * @property {(now: number) => void} readGamepads   to be called once for each picture, before its steps
 * @property {(at: number, locks: Locks) => StepKeys} keysAt   the keys of the step at this time, in milliseconds; to be
 *   called once for each step, in the order of time
 * @property {(at: number) => void} onNextPair   to be called when another pair comes under control, with the time
 */

/**
 * @param {Settings} settings
 * @param {{element: HTMLElement, layout: () => TouchLayout, buttons?: MoveButtons}} touch   the element that takes
 *   touches, the place of its columns, and the buttons that move the pair
 * @param {(action: PressAction) => void} onPress
 * @returns {Controls}
 */
export function attachControls(settings, touch, onPress) {
  const keyboard = new Keyboard(window, () => settings.value.keys, onPress);
  const pads = new Gamepads(browserPads, onPress);
  const gesture = attachTouch(touch.element, touch.layout);
  const devices = [keyboard.held, pads.held, ...(touch.buttons ? [touch.buttons.held] : [])];
  const steps = new KeysOfSteps(devices, gesture, settings.value.repeat);
  settings.subscribe((value) => (steps.repeat = value.repeat));
  return {
    readGamepads: (now) => pads.read(now),
    keysAt: (at, locks) => steps.keysAt(at, locks),
    onNextPair: (at) => gesture.dropOldGestures(at),
  };
}
