import assert from "node:assert/strict";
import { test } from "node:test";

import {
  callOf, chainTier, heatOf, isInDanger, moodOf, shakeWeight, standingOf,
} from "../../../../../clients/web/draw/calls.js";
import { field } from "./field_picture.js";

/** @import {Standing} from "../../../../../clients/web/draw/calls.js" */
/** @import {SideScene} from "../../../../../clients/web/draw/scene.js" */

/** @param {Partial<SideScene>} parts */
const scene = (parts) => /** @type {SideScene} */ (/** @type {unknown} */ ({
  phase: "control", cells: new Uint8Array(84), score: 0, link: 0, ...parts,
}));

test("a game is counted in before the first pair, and begins with it", () => {
  const opening = scene({ phase: "opening" });
  const preparation = scene({ phase: "preparation" });
  assert.equal(callOf(null, opening, "open", undefined), "ready");
  assert.equal(callOf(opening, preparation, "open", "ready"), "go");
  assert.equal(callOf(preparation, scene({}), "open", "go"), "go");
});

test("the first page of a match in the middle of a game calls nothing", () => {
  assert.equal(callOf(null, scene({}), "open", undefined), "none");
  assert.equal(callOf(null, scene({ cells: field("R.....") }), "open", "go"), "none");
});

test("a full field has lost, and the other one has won", () => {
  const [dead, alive] = [scene({ phase: "dead" }), scene({})];
  assert.deepEqual([standingOf(dead, alive), standingOf(alive, dead)], ["lost", "won"]);
  assert.deepEqual([standingOf(alive, alive), standingOf(alive, null)], ["open", "open"]);
  assert.equal(standingOf(dead, null), "lost", "a person practises alone");
  assert.equal(callOf(alive, dead, "lost", "none"), "lost");
  assert.equal(callOf(alive, alive, "won", "none"), "won");
});

test("two full fields are a draw, and no loss", () => {
  const dead = scene({ phase: "dead" });
  assert.equal(standingOf(dead, dead), "drawn");
  assert.equal(callOf(dead, dead, "drawn", "none"), "drawn");
  assert.equal(moodOf(dead, "drawn"), "worried");
});

test("the column of the death cell tells danger, and no other", () => {
  assert.equal(isInDanger(field(...Array(8).fill("..R..."))), false);
  assert.equal(isInDanger(field(...Array(9).fill("..R..."))), true);
  assert.equal(isInDanger(field(...Array(12).fill("R....."))), false);
});

test("a face shows how the game stands for its player", () => {
  const high = field(...Array(9).fill("..R..."));
  const usual = { pending: 0, fixed: 0, allClear: false };
  const mood = (/** @type {Partial<SideScene>} */ parts, standing = /** @type {Standing} */ ("open")) =>
    moodOf(scene({ ...usual, ...parts }), standing);
  assert.equal(mood({}), "calm");
  assert.equal(mood({ link: 1 }), "calm", "one link is no chain");
  assert.equal(mood({ link: 2, cells: high }), "eager", "a chain may save the player");
  assert.equal(mood({ cells: high }), "worried");
  assert.equal(mood({ pending: 8, fixed: 3 }), "calm");
  assert.equal(mood({ pending: 8, fixed: 4 }), "worried");
  assert.equal(mood({ allClear: true }), "glad");
  assert.equal(mood({ cells: high }, "won"), "glad");
  assert.equal(mood({ cells: high }, "lost"), "beaten");
});

test("more garbage shakes a field more, and a little does not", () => {
  assert.equal(shakeWeight(2), 0);
  assert.ok(shakeWeight(6) < shakeWeight(30));
  assert.equal(shakeWeight(30), 1);
});

test("the light behind a field grows with its running chain", () => {
  assert.equal(heatOf(0), 0);
  assert.ok(heatOf(3) > heatOf(2));
  assert.equal(heatOf(12), 1);
});

test("the number of a chain has four sizes", () => {
  assert.deepEqual([0, 1, 3, 4, 6, 7, 9, 10, 19].map(chainTier), [0, 1, 1, 2, 2, 3, 3, 4, 4]);
});
