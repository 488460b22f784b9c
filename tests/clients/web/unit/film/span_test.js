import assert from "node:assert/strict";
import { test } from "node:test";

import { beginningAt, canBeFilmed, endingAt, spanOfLongestChain } from "../../../../../clients/web/film/span.js";
import { happening } from "../replay/events.js";

const kGame = { last: 1000, longest: 300 };

test("a chosen beginning keeps the end where it is", () => {
  assert.deepEqual(beginningAt(150, { begin: 100, end: 200 }, kGame), { begin: 150, end: 200 });
});

test("a beginning behind the end, or too far before it, moves the end", () => {
  assert.deepEqual(beginningAt(500, { begin: 100, end: 200 }, kGame), { begin: 500, end: 800 });
  assert.deepEqual(beginningAt(10, { begin: 800, end: 900 }, kGame), { begin: 10, end: 310 });
  assert.deepEqual(beginningAt(900, { begin: 100, end: 200 }, kGame), { begin: 900, end: 1000 });
});

test("a span has at least two clocks, also at the ends of the game", () => {
  assert.deepEqual(beginningAt(1000, { begin: 900, end: 1000 }, kGame), { begin: 999, end: 1000 });
  assert.deepEqual(endingAt(0, { begin: 0, end: 200 }, kGame), { begin: 0, end: 1 });
});

test("an end before the beginning, or too far behind it, moves the beginning", () => {
  assert.deepEqual(endingAt(500, { begin: 400, end: 450 }, kGame), { begin: 400, end: 500 });
  assert.deepEqual(endingAt(500, { begin: 600, end: 700 }, kGame), { begin: 200, end: 500 });
  assert.deepEqual(endingAt(900, { begin: 100, end: 200 }, kGame), { begin: 600, end: 900 });
});

test("the longest chain is shown from its pair until its attack has arrived", () => {
  const matchEvents = [
    happening(100, "controllable"), happening(140, "link_started", { number: 1 }),
    happening(300, "controllable", { seat: 1 }), happening(340, "link_started", { seat: 1, number: 1 }),
    happening(420, "link_started", { seat: 1, number: 2 }),
  ];
  const game = { matchEvents, last: 1000, winner: 1, countsTurns: false };
  assert.deepEqual(spanOfLongestChain(game, 300), { begin: 300, end: 570 });
  assert.deepEqual(spanOfLongestChain({ ...game, last: 500 }, 300), { begin: 300, end: 500 });
  assert.deepEqual(spanOfLongestChain({ ...game, countsTurns: true }, 300), { begin: 300, end: 421 });
});

test("a game without a chain shows its last part", () => {
  const game = { matchEvents: [], last: 1000, winner: 0, countsTurns: false };
  assert.deepEqual(spanOfLongestChain(game, 300), { begin: 700, end: 1000 });
});

test("a chain that is set off at the end of the game still has two clocks", () => {
  const matchEvents = [happening(1000, "controllable"), happening(1000, "link_started", { number: 1 })];
  const game = { matchEvents, last: 1000, winner: 0, countsTurns: true };
  assert.deepEqual(spanOfLongestChain(game, 300), { begin: 999, end: 1000 });
});

test("a game that ended at clock 0 cannot be filmed, and its spans stay within it", () => {
  const game = { last: 0, longest: 300 };
  const whole = spanOfLongestChain({ matchEvents: [], last: 0, winner: 0, countsTurns: false }, 300);
  assert.deepEqual(whole, { begin: 0, end: 0 });
  assert.deepEqual(beginningAt(0, whole, game), { begin: 0, end: 0 });
  assert.deepEqual(endingAt(0, whole, game), { begin: 0, end: 0 });
  assert.equal(canBeFilmed(game), false);
  assert.equal(canBeFilmed({ last: 1 }), true);
});
