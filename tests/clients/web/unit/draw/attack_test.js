import assert from "node:assert/strict";
import { test } from "node:test";

import { attackPosition, attackScale } from "../../../../../clients/web/draw/attack.js";

const kFrom = { x: 0, y: 500 };
const kTo = { x: 800, y: 100 };

test("an attack flies from where it began to where it ends, and is gone then", () => {
  const begin = attackPosition(kFrom, kTo, 0, { reducesMotion: false });
  assert.deepEqual([begin.x, begin.y, begin.alpha], [0, 500, 1]);
  const end = attackPosition(kFrom, kTo, 1, { reducesMotion: false });
  assert.ok(Math.hypot(end.x - kTo.x, end.y - kTo.y) < 1e-6);
  assert.equal(end.alpha, 0);
});

test("with reduced motion it does not fly, but is seen where it ends", () => {
  for (const share of [0, 0.3, 0.99]) {
    const { x, y, alpha } = attackPosition(kFrom, kTo, share, { reducesMotion: true });
    assert.deepEqual([x, y], [kTo.x, kTo.y]);
    assert.ok(alpha > 0);
  }
  assert.equal(attackPosition(kFrom, kTo, 1, { reducesMotion: true }).alpha, 0);
});

test("more garbage flies larger, but never so large that it hides what it flies to", () => {
  assert.ok(attackScale(30) > attackScale(1));
  assert.ok(attackScale(100000) <= 1.6);
});
