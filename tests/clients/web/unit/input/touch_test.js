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
  assert.equal(touch.keysAt(110, kFree), kTurnCw);
  touch.start(1, 100, 300, 500);
  touch.end(1, 100, 600);
  assert.equal(touch.keysAt(610, kFree), kTurnCcw);
  assert.equal(touch.keysAt(620, kFree), 0);
});

test("a tap waits until the rules take a turn", () => {
  const touch = gesture();
  touch.start(1, 200, 300, 0);
  touch.end(1, 200, 100);
  assert.equal(touch.keysAt(110, kLocked), 0);
  assert.equal(touch.keysAt(120, kFree), kTurnCw);
});

test("a finger that rests is no tap", () => {
  const touch = gesture();
  touch.start(1, 200, 300, 0);
  touch.end(1, 200, kMaxTapMs + 1);
  assert.equal(touch.keysAt(311, kFree), 0);
});

test("the pair follows a finger column by column", () => {
  const touch = gesture();
  touch.start(1, 100, 300, 0);
  touch.move(1, 149, 300, 10);
  assert.equal(touch.keysAt(20, kFree), 0);
  touch.move(1, 205, 300, 30);
  assert.equal(touch.keysAt(40, kFree), kRight);
  assert.equal(touch.keysAt(50, kLocked), 0);
  assert.equal(touch.keysAt(60, kFree), kRight);
  assert.equal(touch.keysAt(70, kFree), 0);
  touch.move(1, 145, 300, 80);
  assert.equal(touch.keysAt(90, kFree), kLeft);
  touch.end(1, 145, 100);
  assert.equal(touch.keysAt(110, kFree), 0, "a swipe does not turn");
});

test("a finger that has moved down holds it until it goes up or away", () => {
  const touch = gesture();
  touch.start(1, 100, 300, 0);
  touch.move(1, 100, 360, 10);
  assert.equal(touch.keysAt(20, kFree), kDown);
  assert.equal(touch.keysAt(30, kFree), kDown);
  touch.move(1, 100, 305, 40);
  assert.equal(touch.keysAt(50, kFree), 0);
  touch.move(1, 100, 370, 60);
  assert.equal(touch.keysAt(70, kFree), kDown);
  touch.end(1, 100, 900);
  assert.equal(touch.keysAt(910, kFree), 0);
});

test("the next pair is not dropped by the finger that dropped the last one", () => {
  const touch = gesture();
  touch.start(1, 100, 300, 0);
  touch.move(1, 100, 400, 10);
  touch.dropOldGestures(10);
  assert.equal(touch.keysAt(20, kFree), 0);
  touch.move(1, 100, 410, 30);
  assert.equal(touch.keysAt(40, kFree), 0);
  touch.move(1, 100, 470, 50);
  assert.equal(touch.keysAt(60, kFree), kDown);
});

test("a finger that moves down and leaves between two steps holds down in one of them", () => {
  const touch = gesture();
  touch.start(1, 100, 300, 1);
  touch.move(1, 100, 400, 6);
  touch.end(1, 100, 11);
  assert.deepEqual([16, 33, 50].map((at) => touch.keysAt(at, kFree)), [kDown, 0, 0]);
});

test("a flick goes no further than the field is wide", () => {
  const touch = gesture();
  touch.start(1, 0, 300, 0);
  touch.move(1, 5000, 300, 10);
  let steps = 0;
  while (touch.keysAt(20, kFree) === kRight) ++steps;
  assert.equal(steps, 5);
});

test("a cancelled finger does nothing", () => {
  const touch = gesture();
  touch.start(1, 200, 300, 0);
  touch.cancel(1, 10);
  touch.end(1, 200, 50);
  assert.equal(touch.keysAt(60, kFree), 0);
});
