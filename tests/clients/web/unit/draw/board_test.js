import assert from "node:assert/strict";
import { test } from "node:test";

import { blinking } from "../../../../../clients/web/draw/board.js";

const kSteps = Array.from({ length: 50 }, (_, frame) => frame / 50);

test("what vanishes shrinks at the end", () => {
  assert.equal(blinking(0, { calm: false }).scale, 1);
  assert.ok(blinking(0.99, { calm: false }).scale < 0.25);
});

test("with reduced motion it keeps its size and blinks no more than three times a second", () => {
  assert.ok(kSteps.every((progress) => blinking(progress, { calm: true }).scale === 1));
  const lit = kSteps.map((progress) => blinking(progress, { calm: true }).alpha === 1);
  const blinks = lit.filter((on, i) => on && !lit[i - 1]).length;
  assert.ok(blinks >= 1 && blinks * (60 / 50) <= 3);
});
