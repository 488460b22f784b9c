import assert from "node:assert/strict";
import { test } from "node:test";

import { HeldActions } from "../../../../../clients/web/input/held_actions.js";

/** Returns the actions of the steps at these times, as words. @param {HeldActions} held @param {number[]} times */
const stepsAt = (held, times) => times.map((at) => [...held.heldAt(at)].sort().join(" "));

test("a key is held in the steps between its press and its release", () => {
  const held = new HeldActions();
  held.press(20, "ArrowLeft", "left");
  held.release(60, "ArrowLeft");
  assert.deepEqual(stepsAt(held, [10, 20, 30, 50, 60, 70]), ["", "left", "left", "left", "", ""]);
});

test("a press that is over before the next step counts in that one step", () => {
  const held = new HeldActions();
  held.press(11, "ArrowLeft", "left");
  held.release(14, "ArrowLeft");
  assert.deepEqual(stepsAt(held, [10, 20, 30]), ["", "left", ""]);
  assert.equal(held.isDown("left"), false);
});

test("an action goes on while another key of it is down", () => {
  const held = new HeldActions();
  held.press(10, "ArrowLeft", "left");
  held.press(12, "KeyA", "left");
  held.release(25, "ArrowLeft");
  held.release(45, "KeyA");
  assert.deepEqual(stepsAt(held, [20, 30, 40, 50]), ["left", "left", "left", ""]);
});

test("a release of all keys ends what is held, and no press before it is lost", () => {
  const held = new HeldActions();
  held.press(10, "ArrowDown", "down");
  held.press(22, "KeyX", "turn_cw");
  held.releaseAll(25);
  assert.deepEqual(stepsAt(held, [20, 30, 40]), ["down", "turn_cw", ""]);
});

test("a press that is later than the step waits for the next one", () => {
  const held = new HeldActions();
  held.press(20.1, "KeyX", "turn_cw");
  assert.deepEqual(stepsAt(held, [20, 40]), ["", "turn_cw"]);
  assert.equal(held.isDown("turn_cw"), true);
});
