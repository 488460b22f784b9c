import assert from "node:assert/strict";
import { test } from "node:test";

import { kGarbage } from "../../../../../clients/web/draw/grid.js";
import { StagedSide } from "../../../../../clients/web/rules/staged_side.js";
import { newEngine } from "./engine_file.js";

/** @import {GameEvent} from "../../../../../clients/web/rules/engine.js" */

const kDown = 4;
const kMaxFrames = 2000;
const engine = await newEngine();

/** @param {StagedSide} side @returns {GameEvent[]} all that happens until the side is over */
function playToEnd(side) {
  const events = [];
  for (let frame = 0; !side.isOver; ++frame) {
    assert.ok(frame < kMaxFrames);
    events.push(...side.step(side.facts.phase === "control" ? kDown : 0));
  }
  return events;
}

/** @param {StagedSide} side */
const garbageIn = (side) => side.facts.cells.filter((cell) => cell === kGarbage).length;

test("pending garbage waits until it is fixed, and then falls after the pair", () => {
  const side = new StagedSide(engine, { field: ["R...."], pairs: ["GB", "YP"] });
  side.addPending(6);
  assert.deepEqual([side.facts.pending, side.facts.fixed], [6, 0]);
  while (side.facts.hand === 1) side.step(side.facts.phase === "control" ? kDown : 0);
  assert.equal(garbageIn(side), 0);
  side.fixPending();
  assert.deepEqual([side.facts.pending, side.facts.fixed], [0, 6]);
  playToEnd(side);
  assert.equal(garbageIn(side), 6);
});

test("garbage that comes in the middle of a fall changes nothing but what waits", () => {
  const [one, two] = [1, 2].map(() => new StagedSide(engine, { field: ["R...."], pairs: ["GB"] }));
  for (let frame = 0; frame < 40; ++frame) for (const side of [one, two]) side.step(0);
  two.addPending(5);
  assert.deepEqual({ ...two.facts, pending: 0 }, one.facts);
  playToEnd(one);
  playToEnd(two);
  assert.deepEqual({ ...two.facts, pending: 0 }, one.facts);
});

test("a side that is over stays as it is, and begins again as it was", () => {
  const side = new StagedSide(engine, { field: ["RRR..."], pairs: ["RB"] });
  const begun = side.facts;
  playToEnd(side);
  const over = side.facts;
  assert.deepEqual(side.step(kDown), []);
  side.addPending(3);
  assert.deepEqual(side.facts, over);
  assert.deepEqual(side.restart(), begun);
});
