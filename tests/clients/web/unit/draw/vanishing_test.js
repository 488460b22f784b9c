import assert from "node:assert/strict";
import { test } from "node:test";

import { vanishingStyle } from "../../../../../clients/web/draw/vanishing.js";

const kSteps = Array.from({ length: 50 }, (_, frame) => frame / 50);

test("what vanishes shrinks at the end", () => {
  assert.equal(vanishingStyle(0, { reducesMotion: false }).scale, 1);
  assert.ok(vanishingStyle(0.99, { reducesMotion: false }).scale < 0.25);
});

test("with reduced motion it keeps its size and blinks no more than three times a second", () => {
  assert.ok(kSteps.every((progress) => vanishingStyle(progress, { reducesMotion: true }).scale === 1));
  const lit = kSteps.map((progress) => vanishingStyle(progress, { reducesMotion: true }).alpha === 1);
  const blinks = lit.filter((on, i) => on && !lit[i - 1]).length;
  assert.ok(blinks >= 1 && blinks * (60 / 50) <= 3);
});
