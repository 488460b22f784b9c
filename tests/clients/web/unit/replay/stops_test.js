import assert from "node:assert/strict";
import { test } from "node:test";

import {
  clockAfter, frameOfHash, newsAt, stopAfter, stopBefore, stopsOf,
} from "../../../../../clients/web/replay/stops.js";

/** @import {Happening} from "../../../../../clients/web/rules/engine.js" */

/** @param {number} clock @param {string} kind @param {Partial<Happening>} [more] */
const happening = (clock, kind, more = {}) =>
  ({ clock, kind, seat: 0, number: 0, amount: 0, cancelled: 0, points: 0, ...more });

test("a clock at which both seats get a pair is one stop", () => {
  const matchEvents = [
    happening(73, "controllable"), happening(73, "controllable", { seat: 1 }), happening(90, "locked"),
    happening(120, "link_started"), happening(200, "controllable"),
  ];
  assert.deepEqual(stopsOf(matchEvents), { placements: [73, 200], links: [120] });
});

test("steps go to the stops beside a clock, and beyond the outermost to the ends", () => {
  const stops = [73, 200];
  assert.equal(stopAfter(stops, 0, 900), 73);
  assert.equal(stopAfter(stops, 73, 900), 200);
  assert.equal(stopAfter(stops, 200, 900), 900);
  assert.equal(stopBefore(stops, 900), 200);
  assert.equal(stopBefore(stops, 200), 73);
  assert.equal(stopBefore(stops, 73), 0);
});

test("an action leads to the stop that it is about", () => {
  const game = { stops: { placements: [73, 200], links: [120] }, last: 900 };
  assert.equal(clockAfter("forward_placement", 80, game), 200);
  assert.equal(clockAfter("forward_link", 80, game), 120);
  assert.equal(clockAfter("back_link", 80, game), 0);
  assert.equal(clockAfter("back_placement", 80, game), 73);
  assert.equal(clockAfter("back_frame", 80, game), 79);
  assert.equal(clockAfter("end", 80, game), 900);
});

test("the attack of a clock is the newest that has been sent by then, with its age", () => {
  const matchEvents = [
    happening(100, "garbage_sent", { seat: 1, amount: 7, cancelled: 2 }), happening(130, "garbage_sent", { amount: 5 }),
  ];
  assert.equal(newsAt(matchEvents, 99, 90).attack, null);
  assert.deepEqual(newsAt(matchEvents, 110, 90).attack, { from: "other", amount: 7, cancelled: 2, age: 10 });
  assert.deepEqual(newsAt(matchEvents, 131, 90).attack, { from: "own", amount: 5, cancelled: 0, age: 1 });
});

test("news is over after a while", () => {
  const matchEvents = [happening(100, "garbage_sent", { amount: 7 }), happening(100, "all_clear", { seat: 1 })];
  assert.deepEqual(newsAt(matchEvents, 189, 90).allClear, [false, true]);
  assert.deepEqual(newsAt(matchEvents, 190, 90), { attack: null, allClear: [false, false] });
});

test("an address names a frame of the game, never one behind its end", () => {
  assert.equal(frameOfHash("#frame=123", 900), 123);
  assert.equal(frameOfHash("#frame=1230", 900), 900);
  assert.equal(frameOfHash("", 900), 0, "the address as it is at the beginning");
  assert.equal(frameOfHash("#frame=-3", 900), null);
  assert.equal(frameOfHash("#main", 900), null);
});
