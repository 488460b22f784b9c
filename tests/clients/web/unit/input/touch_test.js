import assert from "node:assert/strict";
import { test } from "node:test";

import { kDown, kLeft, kRight, kTurnCcw, kTurnCw } from "../../../../../clients/web/input/frame_keys.js";
import { kMaxTapMs, TouchGesture } from "../../../../../clients/web/input/touch.js";

const kFree = { turn: 0, arrow: 0 };
const kLocked = { turn: 2, arrow: 2 };

function gesture() {
  return new TouchGesture(() => ({ column: 50, middle: 150 }));
}

test("a tap turns clockwise on the right half and the other way on the left", () => {
  const touch = gesture();
  touch.start(1, 200, 300, 0);
  touch.end(1, 203, 100);
  assert.equal(touch.nextKeys(kFree), kTurnCw);
  touch.start(1, 100, 300, 500);
  touch.end(1, 100, 600);
  assert.equal(touch.nextKeys(kFree), kTurnCcw);
  assert.equal(touch.nextKeys(kFree), 0);
});

test("a tap waits until the rules take a turn", () => {
  const touch = gesture();
  touch.start(1, 200, 300, 0);
  touch.end(1, 200, 100);
  assert.equal(touch.nextKeys(kLocked), 0);
  assert.equal(touch.nextKeys(kFree), kTurnCw);
});

test("a finger that rests is no tap", () => {
  const touch = gesture();
  touch.start(1, 200, 300, 0);
  touch.end(1, 200, kMaxTapMs + 1);
  assert.equal(touch.nextKeys(kFree), 0);
});

test("the pair follows a finger column by column", () => {
  const touch = gesture();
  touch.start(1, 100, 300, 0);
  touch.move(1, 149, 300);
  assert.equal(touch.nextKeys(kFree), 0);
  touch.move(1, 205, 300);
  assert.equal(touch.nextKeys(kFree), kRight);
  assert.equal(touch.nextKeys(kLocked), 0);
  assert.equal(touch.nextKeys(kFree), kRight);
  assert.equal(touch.nextKeys(kFree), 0);
  touch.move(1, 145, 300);
  assert.equal(touch.nextKeys(kFree), kLeft);
  touch.end(1, 145, 100);
  assert.equal(touch.nextKeys(kFree), 0, "a swipe does not turn");
});

test("a finger that has moved down holds it until it goes up or away", () => {
  const touch = gesture();
  touch.start(1, 100, 300, 0);
  touch.move(1, 100, 360);
  assert.equal(touch.nextKeys(kFree), kDown);
  assert.equal(touch.nextKeys(kFree), kDown);
  touch.move(1, 100, 305);
  assert.equal(touch.nextKeys(kFree), 0);
  touch.move(1, 100, 370);
  assert.equal(touch.nextKeys(kFree), kDown);
  touch.end(1, 100, 900);
  assert.equal(touch.nextKeys(kFree), 0);
});

test("the next pair is not dropped by the finger that dropped the last one", () => {
  const touch = gesture();
  touch.start(1, 100, 300, 0);
  touch.move(1, 100, 400);
  touch.dropOldGestures();
  assert.equal(touch.nextKeys(kFree), 0);
  touch.move(1, 100, 410);
  assert.equal(touch.nextKeys(kFree), 0);
  touch.move(1, 100, 470);
  assert.equal(touch.nextKeys(kFree), kDown);
});

test("a flick goes no further than the field is wide", () => {
  const touch = gesture();
  touch.start(1, 0, 300, 0);
  touch.move(1, 5000, 300);
  let steps = 0;
  while (touch.nextKeys(kFree) === kRight) ++steps;
  assert.equal(steps, 5);
});

test("a cancelled finger does nothing", () => {
  const touch = gesture();
  touch.start(1, 200, 300, 0);
  touch.cancel(1);
  touch.end(1, 200, 50);
  assert.equal(touch.nextKeys(kFree), 0);
});
