import assert from "node:assert/strict";
import { test } from "node:test";

import { Gamepads, heldOnPad } from "../../../../../clients/web/input/gamepad.js";

/**
 * @param {number[]} down @param {number[]} axes @param {GamepadMappingType} mapping
 * @returns {import("../../../../../clients/web/input/gamepad.js").Pad}
 */
function pad(down, axes = [0, 0], mapping = "standard") {
  const buttons = Array.from({ length: 17 }, (_, i) => ({ pressed: down.includes(i), touched: false, value: 0 }));
  return { buttons, axes, mapping };
}

test("the cross and the stick steer", () => {
  assert.deepEqual([...heldOnPad(pad([14, 13]))].sort(), ["down", "left"]);
  assert.deepEqual([...heldOnPad(pad([], [0.9, 0]))], ["right"]);
  assert.deepEqual([...heldOnPad(pad([], [0.2, 0.3]))], []);
});

test("a pad with few buttons is no mistake", () => {
  assert.deepEqual([...heldOnPad({ buttons: [], axes: [], mapping: "standard" })], []);
});

test("start asks for a rematch once a press", () => {
  /** @type {string[]} */
  const presses = [];
  let now = [pad([9])];
  const pads = new Gamepads(() => now, (action) => presses.push(action));
  pads.sample();
  pads.sample();
  now = [pad([])];
  pads.sample();
  now = [pad([9])];
  pads.sample();
  assert.deepEqual(presses, ["rematch", "rematch"]);
});

test("pads without the standard mapping are left alone", () => {
  const pads = new Gamepads(() => [null, pad([14], [0, 0], "")], () => {});
  assert.deepEqual([...pads.sample()], []);
});
