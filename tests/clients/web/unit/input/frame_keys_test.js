import assert from "node:assert/strict";
import { test } from "node:test";

import {
  kDefaultRepeat, kDown, KeyRepeat, kLeft, kRight, kTurnCcw, kTurnCw,
} from "../../../../../clients/web/input/frame_keys.js";

/** The rules about keys: a turn or an arrow is refused for three frames after one. */
class Rules {
  locks = { turn: 0, arrow: 0 };
  /** @param {number} keys */
  take(keys) {
    if (this.locks.turn > 0) --this.locks.turn;
    else if (keys & (kTurnCw | kTurnCcw)) this.locks.turn = 3;
    if (this.locks.arrow > 0) --this.locks.arrow;
    else if (keys & (kLeft | kRight)) this.locks.arrow = 3;
  }
}

/**
 * The keys of as many frames as `held` has: what is held in each, as words.
 * @param {string[]} held @param {{das: number, arr: number}} settings
 */
function play(held, settings = kDefaultRepeat) {
  const repeat = new KeyRepeat(settings);
  const rules = new Rules();
  return held.map((words) => {
    const keys = repeat.nextKeys(new Set(words.split(" ").filter(Boolean)), { ...rules.locks });
    rules.take(keys);
    return keys;
  });
}

/** @param {number[]} keys @param {number} key */
function framesWith(keys, key) {
  return keys.flatMap((bits, frame) => (bits & key ? [frame] : []));
}

/** @param {string} held @param {number} frames */
const hold = (held, frames) => Array.from({ length: frames }, () => held);

test("the first step is at once, the second after the delay, then as often as the rules allow", () => {
  assert.deepEqual(framesWith(play(hold("left", 21)), kLeft), [0, 8, 12, 16, 20]);
});

test("a slower repeat than the rules' is kept", () => {
  assert.deepEqual(framesWith(play(hold("right", 25), { das: 10, arr: 7 }), kRight), [0, 10, 17, 24]);
});

test("without a delay steps come as often as the rules allow from the first on", () => {
  assert.deepEqual(framesWith(play(hold("right", 9), { das: 0, arr: 1 }), kRight), [0, 4, 8]);
});

test("a direction pressed later overrides the earlier one", () => {
  const keys = play([...hold("left", 5), ...hold("left right", 13)]);
  assert.deepEqual(framesWith(keys, kLeft), [0]);
  assert.deepEqual(framesWith(keys, kRight), [5, 13, 17]);
});

test("a direction that is still held when the later one ends repeats after the delay", () => {
  const keys = play([...hold("left", 4), ...hold("left right", 4), ...hold("left", 9)]);
  assert.deepEqual(framesWith(keys, kLeft), [0, 16]);
});

test("a second tap within the rules' lock is a second step", () => {
  assert.deepEqual(framesWith(play(["left", "", "left", "", "", "", "", ""]), kLeft), [0, 4]);
});

test("down is held beside steps, but not in their frames", () => {
  const keys = play(hold("down left", 10));
  assert.deepEqual(framesWith(keys, kDown), [1, 2, 3, 4, 5, 6, 7, 9]);
});

test("a turn is one press, however long it is held", () => {
  assert.deepEqual(framesWith(play(hold("turn_cw", 30)), kTurnCw), [0]);
});

test("a quick second turn waits until the rules take it", () => {
  assert.deepEqual(framesWith(play(["turn_cw", "", "turn_cw", "", "", "", "", ""]), kTurnCw), [0, 4]);
  const keys = play(["turn_cw", "turn_cw turn_ccw", ...hold("", 6)]);
  assert.deepEqual([framesWith(keys, kTurnCw), framesWith(keys, kTurnCcw)], [[0], [4]]);
});

test("a press that the rules refuse for too long is forgotten", () => {
  const repeat = new KeyRepeat(kDefaultRepeat);
  repeat.nextKeys(new Set(["turn_cw", "left"]), { turn: 9, arrow: 9 });
  for (let frame = 0; frame < 7; ++frame) repeat.nextKeys(new Set(), { turn: 9, arrow: 9 });
  assert.equal(repeat.nextKeys(new Set(), { turn: 0, arrow: 0 }), 0);
});

test("nothing held gives no keys", () => {
  assert.deepEqual(play(hold("", 5)), [0, 0, 0, 0, 0]);
});
