// Late pictures: each plays many steps of the game at once, and each step has the keys of its own time.

import assert from "node:assert/strict";
import { test } from "node:test";

import { StepClock } from "../../../../../clients/web/base/step_clock.js";
import {
  kDefaultRepeat, kDown, kLeft, kNoLocks, kRight, kTurnCw,
} from "../../../../../clients/web/input/frame_keys.js";
import { Gamepads } from "../../../../../clients/web/input/gamepad.js";
import { HeldActions } from "../../../../../clients/web/input/held_actions.js";
import { KeysOfSteps } from "../../../../../clients/web/input/step_keys.js";
import { TouchGesture } from "../../../../../clients/web/input/touch.js";

/** @typedef {import("../../../../../clients/web/input/key_map.js").MoveAction} MoveAction */

/** The numbers of buttons on a gamepad. @type {Partial<Record<MoveAction, number>>} */
const kButtons = { left: 14, right: 15, down: 13, turn_cw: 1 };

/** A game with pictures that a test draws by hand, with all the devices that a page has. */
class Devices {
  constructor() {
    this.keyboard = new HeldActions();
    this.pressed = new Set();
    this.pads = new Gamepads(() => [this.pad_()], () => {});
    this.touch = new TouchGesture(() => ({ column: 50, middle: 150 }));
    this.keys_ = new KeysOfSteps([this.keyboard, this.pads.held], this.touch, kDefaultRepeat);
    this.clock_ = new StepClock(60);
    this.clock_.start(0);
  }

  /** @returns {import("../../../../../clients/web/input/gamepad.js").Pad} */
  pad_() {
    const buttons = Array.from({ length: 17 }, (_, i) => ({ pressed: this.pressed.has(i), touched: false, value: 0 }));
    return { buttons, axes: [0, 0], mapping: "standard" };
  }

  /** Presses a key and releases it. @param {MoveAction} action @param {number} from   ms @param {number} to   ms */
  tap(action, from, to) {
    this.keyboard.press(from, action, action);
    this.keyboard.release(to, action);
  }

  /** Draws pictures at these times. @param {number[]} times   ms @returns {number[]} the keys of all their steps */
  draw(times) {
    return times.flatMap((now) => {
      this.pads.read(now);
      return this.clock_.takeStepTimes(now).map((at) => this.keys_.keysAt(at, kNoLocks).keys);
    });
  }
}

/** @param {number[]} keys @param {number} key */
const stepsWith = (keys, key) => keys.filter((bits) => bits & key).length;

/** Pictures in time, but none for `pause` ms after `from`. @param {number} from @param {number} pause */
function picturesWithPause(from, pause) {
  const times = [];
  for (let now = 16; now <= from; now += 16) times.push(now);
  for (let now = from + pause; now <= from + pause + 480; now += 16) times.push(now);
  return times;
}

test("a tap of a key is one press, wherever late pictures lie around it", () => {
  for (let pause = 16; pause <= 240; pause += 28) {
    for (let down = 60; down <= 360; down += 20) {
      for (const lasting of [3, 16, 60, 110]) {
        const devices = new Devices();
        devices.tap("right", down, down + lasting);
        devices.tap("turn_cw", down + 7, down + lasting);
        const keys = devices.draw(picturesWithPause(160, pause));
        const what = `a tap of ${lasting} ms at ${down}, no picture for ${pause} ms`;
        assert.equal(stepsWith(keys, kRight), 1, what);
        assert.equal(stepsWith(keys, kTurnCw), 1, what);
      }
    }
  }
});

test("each of several taps between two pictures is a press of its own", () => {
  const devices = new Devices();
  for (const down of [110, 170, 230]) devices.tap("left", down, down + 25);
  const keys = devices.draw([16, 32, 48, 64, 80, 96, 300, 316]);
  assert.equal(stepsWith(keys, kLeft), 3);
});

test("a key that is held is repeated as often as in time, however late the pictures are", () => {
  /** @param {number[]} pictures */
  const steps = (pictures) => {
    const devices = new Devices();
    devices.tap("left", 100, 420);
    return stepsWith(devices.draw(pictures), kLeft);
  };
  const inTime = steps(picturesWithPause(480, 16));
  assert.ok(inTime > 3, `${inTime} steps`);
  assert.ok(Math.abs(steps(picturesWithPause(208, 200)) - inTime) <= 1);
  assert.ok(Math.abs(steps(picturesWithPause(304, 240)) - inTime) <= 1);
});

test("a key that was pressed long ago, in a pause that the game leaves out, is one press", () => {
  const devices = new Devices();
  devices.tap("right", 300, 380);
  devices.tap("right", 500, 580);
  const keys = devices.draw([16, 32, 5000, 5016, 5032]);
  assert.equal(stepsWith(keys, kRight), 1);
});

test("down is held in as many steps as its key is down", () => {
  const devices = new Devices();
  devices.tap("down", 110, 160);
  const keys = devices.draw([16, 32, 48, 64, 80, 96, 300]);
  assert.equal(stepsWith(keys, kDown), 3);
});

test("a button that a late picture sees for the first time is one press, and so is one that is over by then", () => {
  for (const pause of [16, 100, 240]) {
    const devices = new Devices();
    devices.draw([16, 32]);
    devices.pressed.add(kButtons.right);
    const first = devices.draw([32 + pause, 48 + pause]);
    devices.pressed.clear();
    const then = devices.draw([48 + 2 * pause, 64 + 2 * pause, 80 + 2 * pause]);
    assert.equal(stepsWith([...first, ...then], kRight), 1, `${pause} ms`);
  }
});

test("a button that is held over a late picture repeats as a key does", () => {
  const devices = new Devices();
  devices.pressed.add(kButtons.left);
  const keys = devices.draw([16, 32, 48, 240]);
  assert.ok(stepsWith(keys, kLeft) > 1, keys.join());
});

test("a tap of a finger is one turn, and its swipe as many steps as columns, whenever the picture comes", () => {
  for (const picture of [112, 200, 300]) {
    const devices = new Devices();
    devices.touch.start(1, 200, 300, 50);
    devices.touch.end(1, 200, 90);
    devices.touch.start(2, 100, 300, 95);
    devices.touch.move(2, 210, 300, 100);
    devices.touch.end(2, 210, 105);
    const keys = devices.draw([16, 32, picture, picture + 16, picture + 32, picture + 48]);
    assert.equal(stepsWith(keys, kTurnCw), 1, `${picture} ms`);
    assert.equal(stepsWith(keys, kRight), 2, `${picture} ms`);
  }
});

test("a finger holds down only in the steps in which it is there", () => {
  const devices = new Devices();
  devices.touch.start(1, 100, 300, 90);
  devices.touch.move(1, 100, 400, 110);
  devices.touch.end(1, 100, 160);
  assert.equal(stepsWith(devices.draw([16, 32, 48, 64, 80, 96, 300]), kDown), 3);
});

test("presses end with their step, and what is held lasts", () => {
  const keyboard = new HeldActions();
  const touch = new TouchGesture(() => ({ column: 50, middle: 150 }));
  const steps = new KeysOfSteps([keyboard], touch, kDefaultRepeat);
  keyboard.press(10, "ArrowDown", "down");
  keyboard.press(10, "ArrowLeft", "left");
  assert.deepEqual(steps.keysAt(16, kNoLocks), { keys: kLeft, lasting: kDown });
  assert.deepEqual(steps.keysAt(33, kNoLocks), { keys: kDown, lasting: kDown });
  keyboard.release(40, "ArrowDown");
  assert.deepEqual(steps.keysAt(50, kNoLocks), { keys: 0, lasting: 0 });
});

test("a finger does not move the pair against a key", () => {
  const keyboard = new HeldActions();
  const touch = new TouchGesture(() => ({ column: 50, middle: 150 }));
  const steps = new KeysOfSteps([keyboard], touch, kDefaultRepeat);
  keyboard.press(10, "ArrowLeft", "left");
  touch.start(1, 100, 300, 5);
  touch.move(1, 160, 300, 10);
  assert.equal(steps.keysAt(16, kNoLocks).keys, kLeft);
});
