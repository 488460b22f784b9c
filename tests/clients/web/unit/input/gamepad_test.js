import assert from "node:assert/strict";
import { test } from "node:test";

import { Gamepads, heldActionsOf } from "../../../../../clients/web/input/gamepad.js";

/**
 * @param {number[]} down @param {number[]} axes @param {GamepadMappingType} mapping
 * @returns {import("../../../../../clients/web/input/gamepad.js").Pad}
 */
function pad(down, axes = [0, 0], mapping = "standard") {
  const buttons = Array.from({ length: 17 }, (_, i) => ({ pressed: down.includes(i), touched: false, value: 0 }));
  return { buttons, axes, mapping };
}

test("the cross and the stick steer", () => {
  assert.deepEqual([...heldActionsOf(pad([14, 13]))].sort(), ["down", "left"]);
  assert.deepEqual([...heldActionsOf(pad([], [0.9, 0]))], ["right"]);
  assert.deepEqual([...heldActionsOf(pad([], [0.2, 0.3]))], []);
});

test("a pad with few buttons is no mistake", () => {
  assert.deepEqual([...heldActionsOf({ buttons: [], axes: [], mapping: "standard" })], []);
});

test("start asks for a rematch once a press", () => {
  /** @type {string[]} */
  const presses = [];
  const pads = new Gamepads(() => now, (action) => presses.push(action));
  let now = [pad([9])];
  pads.read(0);
  pads.read(16);
  now = [pad([])];
  pads.read(32);
  now = [pad([9])];
  pads.read(48);
  assert.deepEqual(presses, ["rematch", "rematch"]);
});

test("pads without the standard mapping are left alone", () => {
  const pads = new Gamepads(() => [null, pad([14], [0, 0], "")], () => {});
  pads.read(0);
  assert.deepEqual([...pads.held.heldAt(0)], []);
});

test("a button counts in the steps of the picture that sees it, until a picture that does not", () => {
  let down = [14];
  const pads = new Gamepads(() => [pad(down)], () => {});
  pads.read(100);
  assert.deepEqual([...pads.held.heldAt(100)], ["left"]);
  pads.read(116);
  assert.deepEqual([...pads.held.heldAt(116)], ["left"]);
  down = [];
  pads.read(132);
  assert.deepEqual([...pads.held.heldAt(132)], []);
});
