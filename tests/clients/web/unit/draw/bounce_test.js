import assert from "node:assert/strict";
import { test } from "node:test";

import {
  countRestedGarbage, pressureAt, pressureOfCells, RestingCells,
} from "../../../../../clients/web/draw/bounce.js";
import { cellIndex } from "../../../../../clients/web/draw/grid.js";
import { field } from "./field_picture.js";

/** @import {SideScene} from "../../../../../clients/web/draw/scene.js" */

/** @param {import("../../../../../clients/web/draw/scene.js").Phase} phase @param {string[]} picture */
const scene = (phase, picture) =>
  /** @type {SideScene} */ (/** @type {unknown} */ ({ phase, cells: field(...picture) }));

const kHanging = scene("falling", ["R.....", "......", "G....."]);
const kResting = scene("grounding", ["R.....", "G....."]);

/** Returns the cells that have come to rest at the last of these scenes. @param {...SideScene} scenes */
function restedAfter(...scenes) {
  const cells = new RestingCells();
  return scenes.map((one) => cells.next(one)).at(-1) ?? null;
}

test("a cell that has fallen rests, and the one below it does not", () => {
  const rested = restedAfter(kHanging, kResting);
  assert.equal(rested?.[cellIndex(1, 2)], 1);
  assert.equal(rested?.[cellIndex(1, 1)], 0);
});

test("the cells stay the same as long as the phase lasts", () => {
  assert.deepEqual(restedAfter(kHanging, kResting, kResting), restedAfter(kHanging, kResting));
  assert.equal(restedAfter(kHanging, kResting, scene("vanishing", ["R.....", "G....."])), null);
});

test("a locked pair rests though it did not fall further", () => {
  const rested = restedAfter(scene("control", ["......"]), scene("grounding", ["RG...."]));
  assert.deepEqual([1, 2, 3].map((x) => rested?.[cellIndex(x, 1)]), [1, 1, 0]);
});

test("a locked pair rests though it lies in the field already while it might fall", () => {
  const rested = restedAfter(
    scene("control", ["B....."]), scene("falling", ["BRG..."]), scene("grounding", ["BRG..."]));
  assert.deepEqual([1, 2, 3, 4].map((x) => rested?.[cellIndex(x, 1)]), [0, 1, 1, 0]);
});

test("the half of a pair that falls further rests where it ends", () => {
  const rested = restedAfter(
    scene("control", ["B.....", "B....."]), scene("falling", ["RG....", "B.....", "B....."]),
    scene("grounding", ["R.....", "B.....", "BG...."]));
  assert.deepEqual([[1, 3], [2, 1], [1, 2]].map(([x, y]) => rested?.[cellIndex(x, y)]), [1, 1, 0]);
});

test("a jump within a replay makes nothing bounce", () => {
  assert.equal(restedAfter(kResting), null);
  assert.equal(restedAfter(scene("preparation", ["......"]), kResting), null);
});

test("only garbage is counted for the shake", () => {
  const settled = scene("settling", ["OOO...", "R....."]);
  const rested = restedAfter(scene("garbage_falling", ["OOO...", "......", "R....."]), settled);
  assert.equal(countRestedGarbage(rested, settled.cells), 3);
  assert.equal(countRestedGarbage(null, settled.cells), 0);
});

test("pressure is greatest at the impact, springs back, and ends", () => {
  assert.ok(pressureAt(0) > 0.2);
  assert.ok(Array.from({ length: 20 }, (_, i) => pressureAt(i / 20)).some((pressure) => pressure < 0));
  assert.ok(Math.abs(pressureAt(1)) < 1e-9);
});

test("a column passes pressure downwards, less with each cell, and not through a gap", () => {
  const cells = field("R.....", "G.....", "B.....");
  const rested = restedAfter(
    scene("falling", ["R.....", "......", "G.....", "B....."]), scene("grounding", ["R.....", "G.....", "B....."]));
  assert.ok(rested);
  const [bottom, middle, top] = [1, 2, 3].map((y) => pressureOfCells(cells, rested, 0)[cellIndex(1, y)]);
  assert.ok(top > middle && middle > bottom && bottom > 0);
  assert.equal(pressureOfCells(cells, rested, 0)[cellIndex(2, 1)], 0);
});

test("all garbage of a fall strikes at its end, also that which has lain in a lower column for a moment", () => {
  const rested = restedAfter(
    scene("grounding", ["R.....", "R....."]), scene("garbage_falling", ["OO....", "R.....", "R....."]),
    scene("garbage_falling", ["......", "O.....", "RO....", "R....."]),
    scene("garbage_falling", ["......", "O.....", "R.....", "RO...."]),
    scene("settling", ["......", "O.....", "R.....", "RO...."]));
  assert.deepEqual([[1, 1], [1, 2], [1, 3], [2, 1]].map(([x, y]) => rested?.[cellIndex(x, y)]), [0, 0, 1, 1]);
});
