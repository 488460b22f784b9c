// The goals of practice: what reaches them, and what the browser keeps.

import assert from "node:assert/strict";
import { test } from "node:test";

import { kFirstGoal, kGoalsKey, kLastGoal, parseGoal, PracticeGoals } from "../../../../../clients/web/practice/goals.js";

/** A storage that keeps texts as the browser's does. */
function storage() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return /** @type {Storage} */ (/** @type {unknown} */ ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => kept.set(key, text),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  }));
}

/** @param {string} kind @param {number} [number] */
const event = (kind, number = 0) => ({ clock: 0, kind, seat: 0, number, amount: 0, cancelled: 0, points: 0 });
const pair = [event("controllable")];
/** @param {number} number */
const link = (number) => [event("link_started", number)];

test("a chain lights its tokens, and a shorter one than the goal leaves them dark again", () => {
  const goals = new PracticeGoals(storage);
  goals.onEvents(link(1));
  assert.deepEqual([goals.links, goals.lit, goals.isReached], [kFirstGoal, 1, false]);
  goals.onEvents(pair);
  assert.deepEqual([goals.links, goals.lit], [kFirstGoal, 0]);
});

test("the next goal comes with the next pair, and is longer than the chain", () => {
  const kept = storage();
  const goals = new PracticeGoals(() => kept);
  for (const number of [1, 2, 3, 4]) goals.onEvents(link(number));
  assert.deepEqual([goals.links, goals.lit, goals.isReached], [kFirstGoal, 4, true]);
  goals.onEvents(pair);
  assert.deepEqual([goals.links, goals.lit, goals.isReached], [5, 0, false]);
  assert.equal(new PracticeGoals(() => kept).links, 5, "it is kept");
  goals.forget();
  assert.equal(new PracticeGoals(() => kept).links, kFirstGoal);
});

test("a goal that was reached stays reached when its pair is taken back", () => {
  const goals = new PracticeGoals(storage);
  for (const number of [1, 2]) goals.onEvents(link(number));
  goals.onOtherPair();
  assert.deepEqual([goals.links, goals.lit, goals.isReached], [3, 0, false]);
});

test("the last goal is the longest chain for which there is room", () => {
  const kept = storage();
  kept.setItem(kGoalsKey, JSON.stringify({ version: 1, goal: kLastGoal }));
  const goals = new PracticeGoals(() => kept);
  for (let number = 1; number <= kLastGoal; ++number) goals.onEvents(link(number));
  goals.onEvents(pair);
  assert.equal(goals.links, kLastGoal);
});

test("what was stored wrongly is the first goal", () => {
  for (const wrong of [null, 7, {}, { version: 2, goal: 5 }, { version: 1, goal: 1 }, { version: 1, goal: 20 },
    { version: 1, goal: "5" }, { version: 1, goal: 2.5 }]) {
    assert.equal(parseGoal(wrong), kFirstGoal, JSON.stringify(wrong));
  }
  assert.equal(parseGoal({ version: 1, goal: 7 }), 7);
});
