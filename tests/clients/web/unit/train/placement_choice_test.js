import assert from "node:assert/strict";
import { test } from "node:test";

import {
  firstPlacement, kPlacements, movedSideways, nearestToColumn, placementIndex, turnedPlacement,
} from "../../../../../clients/web/train/placement_choice.js";

/** @typedef {import("../../../../../clients/web/train/placement_choice.js").Placement} Placement */

const kAll = (1 << 22) - 1;

/** @param {...Placement} placements */
const only = (...placements) => placements.reduce((bits, placement) => bits | (1 << placementIndex(placement)), 0);

test("placements have the numbers that the rules give them", () => {
  assert.equal(kPlacements.length, 22);
  assert.deepEqual(kPlacements[0], { x: 1, r: 0 });
  assert.deepEqual(kPlacements[6], { x: 1, r: 1 });
  assert.deepEqual(kPlacements[11], { x: 1, r: 2 });
  assert.deepEqual(kPlacements[17], { x: 2, r: 3 });
  assert.equal(placementIndex({ x: 6, r: 1 }), -1);
});

test("a pair waits upright in the third column, or where it can", () => {
  assert.deepEqual(firstPlacement(kAll), { x: 3, r: 0 });
  assert.deepEqual(firstPlacement(only({ x: 5, r: 2 })), { x: 5, r: 2 });
});

test("it moves to the next column in which there is room, and stays at a wall", () => {
  assert.deepEqual(movedSideways({ x: 3, r: 0 }, 1, kAll), { x: 4, r: 0 });
  assert.deepEqual(movedSideways({ x: 3, r: 0 }, 1, only({ x: 3, r: 0 }, { x: 6, r: 0 })), { x: 6, r: 0 });
  assert.deepEqual(movedSideways({ x: 5, r: 1 }, 1, kAll), { x: 5, r: 1 });
  assert.deepEqual(movedSideways({ x: 1, r: 0 }, -1, kAll), { x: 1, r: 0 });
});

test("walls push it aside as it turns", () => {
  assert.deepEqual(turnedPlacement({ x: 3, r: 0 }, 1, kAll), { x: 3, r: 1 });
  assert.deepEqual(turnedPlacement({ x: 3, r: 0 }, -1, kAll), { x: 3, r: 3 });
  assert.deepEqual(turnedPlacement({ x: 6, r: 0 }, 1, kAll), { x: 5, r: 1 });
  assert.deepEqual(turnedPlacement({ x: 1, r: 0 }, -1, kAll), { x: 2, r: 3 });
});

test("between high columns it turns upside down", () => {
  const shaft = only({ x: 3, r: 0 }, { x: 3, r: 2 });
  assert.deepEqual(turnedPlacement({ x: 3, r: 0 }, 1, shaft), { x: 3, r: 2 });
  assert.deepEqual(turnedPlacement({ x: 3, r: 0 }, 1, only({ x: 3, r: 0 })), { x: 3, r: 0 });
});

test("a column that is pointed at is come as near to as can be", () => {
  assert.deepEqual(nearestToColumn({ x: 3, r: 0 }, 6, kAll), { x: 6, r: 0 });
  assert.deepEqual(nearestToColumn({ x: 3, r: 1 }, 6, kAll), { x: 5, r: 1 });
});
