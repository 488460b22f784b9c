import assert from "node:assert/strict";
import { test } from "node:test";

import {
  countRestedGarbage, nextRested, pressureAt, pressureOfCells,
} from "../../../../../clients/web/draw/bounce.js";
import { cellIndex } from "../../../../../clients/web/draw/grid.js";
import { field } from "./field_picture.js";

/** @import {SideScene} from "../../../../../clients/web/draw/scene.js" */

/** @param {import("../../../../../clients/web/draw/scene.js").Phase} phase @param {string[]} picture */
const scene = (phase, picture) =>
  /** @type {SideScene} */ (/** @type {unknown} */ ({ phase, cells: field(...picture) }));

const kHanging = scene("falling", ["R.....", "......", "G....."]);
const kResting = scene("grounding", ["R.....", "G....."]);

test("a cell that has fallen rests, and the one below it does not", () => {
  const rested = nextRested(null, kHanging, kResting);
  assert.equal(rested?.[cellIndex(1, 2)], 1);
  assert.equal(rested?.[cellIndex(1, 1)], 0);
});

test("the cells stay the same as long as the phase lasts", () => {
  const rested = nextRested(null, kHanging, kResting);
  assert.equal(nextRested(rested, kResting, kResting), rested);
  assert.equal(nextRested(rested, kResting, scene("vanishing", ["R.....", "G....."])), null);
});

test("a locked pair rests though it did not fall further", () => {
  const rested = nextRested(null, scene("control", ["......"]), scene("grounding", ["RG...."]));
  assert.deepEqual([1, 2, 3].map((x) => rested?.[cellIndex(x, 1)]), [1, 1, 0]);
});

test("a jump within a replay makes nothing bounce", () => {
  assert.equal(nextRested(null, null, kResting), null);
  assert.equal(nextRested(null, scene("preparation", ["......"]), kResting), null);
});

test("only garbage is counted for the shake", () => {
  const settled = scene("settling", ["OOO...", "R....."]);
  const rested = nextRested(null, scene("garbage_falling", ["OOO...", "......", "R....."]), settled);
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
  const rested = nextRested(null, scene("falling", ["R.....", "......", "G.....", "B....."]), scene("grounding",
    ["R.....", "G.....", "B....."]));
  assert.ok(rested);
  const [bottom, middle, top] = [1, 2, 3].map((y) => pressureOfCells(cells, rested, 0)[cellIndex(1, y)]);
  assert.ok(top > middle && middle > bottom && bottom > 0);
  assert.equal(pressureOfCells(cells, rested, 0)[cellIndex(2, 1)], 0);
});
