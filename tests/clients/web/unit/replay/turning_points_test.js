// The turning points of a game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chanceAt, turningPointsOf } from "../../../../../clients/web/replay/turning_points.js";
import { happening } from "./events.js";

/** @param {[number, number][]} hands   clock and seat */
const pairs = (hands) => hands.map(([clock, seat]) => happening(clock, "controllable", { seat }));
/** @param {[number, number][]} rows */
const chances = (rows) => rows.map(([clock, chance]) => ({ clock, chance }));

test("the chance at a clock is the last one before it", () => {
  const known = chances([[10, 500], [20, 600]]);
  assert.deepEqual([5, 10, 19, 20, 99].map((clock) => chanceAt(known, clock)), [null, 500, 500, 600, 600]);
});

test("the greatest changes within one hand are turning points, told for the one who gained", () => {
  const events = pairs([[10, 0], [12, 1], [100, 0], [110, 1], [200, 0], [210, 1]]);
  const known = chances([[10, 500], [100, 450], [150, 900], [250, 600], [300, 0]]);
  assert.deepEqual(turningPointsOf(known, events, 300), [
    { clock: 100, until: 200, seat: 0, before: 450, after: 900 },
    { clock: 200, until: 300, seat: 1, before: 100, after: 1000 },
  ]);
});

test("small changes are no turning points, and no two of them share time", () => {
  assert.deepEqual(turningPointsOf(chances([[10, 500], [50, 690]]), pairs([[10, 0], [60, 0]]), 100), []);
  const events = pairs([[10, 0], [20, 1], [60, 0], [70, 1]]);
  const found = turningPointsOf(chances([[10, 500], [40, 900]]), events, 100);
  assert.deepEqual(found.map(({ clock }) => clock), [10]);
  assert.deepEqual(turningPointsOf([], events, 100), []);
});
