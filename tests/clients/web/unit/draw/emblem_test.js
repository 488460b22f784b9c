import assert from "node:assert/strict";
import { test } from "node:test";

import { emblemOf } from "../../../../../clients/web/draw/emblem.js";
import { kKnownPlayers } from "../../../../../clients/web/home/opponents.js";

test("a name has one face", () => {
  assert.deepEqual(emblemOf("gaze"), emblemOf("gaze"));
  assert.notDeepEqual(emblemOf("gaze"), emblemOf("gaze2"));
  assert.notDeepEqual(emblemOf("りんご"), emblemOf("そら"));
  assert.ok(emblemOf(""));
});

test("the players of the computer differ in colour, and all faces occur", () => {
  assert.equal(new Set(kKnownPlayers.map((name) => emblemOf(name).tone.light)).size, kKnownPlayers.length);
  const many = Array.from({ length: 2000 }, (_, i) => emblemOf(`player ${i}`));
  const count = (/** @type {"body"|"eyes"|"mouth"|"extra"} */ part) => new Set(many.map((emblem) => emblem[part])).size;
  assert.deepEqual([count("body"), count("eyes"), count("mouth"), count("extra")], [8, 8, 6, 5]);
  assert.ok(new Set(many.map((emblem) => JSON.stringify(emblem))).size > 1500);
});
