import assert from "node:assert/strict";
import { test } from "node:test";

import { dropsOf, linkStrength } from "../../../../../clients/web/draw/bursts.js";

/** @param {number} link @param {number} share */
const reach = (link, share) => Math.max(...dropsOf(7, share, link, 8).map(({ dx, dy }) => Math.hypot(dx, dy)));

test("the same burst looks the same, in a game and in its replay", () => {
  assert.deepEqual(dropsOf(7, 0.4, 3, 8), dropsOf(7, 0.4, 3, 8));
  assert.notDeepEqual(dropsOf(7, 0.4, 3, 8), dropsOf(8, 0.4, 3, 8));
});

test("drops fly outwards and shrink to nothing", () => {
  assert.ok(reach(1, 0.1) < reach(1, 0.6));
  assert.ok(dropsOf(7, 1, 1, 8).every(({ radius }) => radius === 0));
});

test("a burst grows with each link up to the tenth", () => {
  const links = Array.from({ length: 10 }, (_, i) => i + 1);
  for (const link of links.slice(1)) {
    assert.ok(linkStrength(link) > linkStrength(link - 1), String(link));
    assert.ok(reach(link, 0.5) > reach(link - 1, 0.5), String(link));
  }
  assert.equal(linkStrength(19), 1);
});
