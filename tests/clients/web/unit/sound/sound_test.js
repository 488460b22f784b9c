import assert from "node:assert/strict";
import { test } from "node:test";

import { soundOfMove } from "../../../../../clients/web/sound/sound.js";

test("a pair that moves or turns is heard, another pair is not", () => {
  /** @param {number} hand @param {number} x @param {number} r */
  const at = (hand, x, r) =>
    /** @type {import("../../../../../clients/web/rules/engine.js").SideFacts} */ (
      /** @type {unknown} */ ({ hand, falling: { x, r } }));
  assert.equal(soundOfMove(at(1, 3, 0), at(1, 4, 0)), "move");
  assert.equal(soundOfMove(at(1, 3, 0), at(1, 4, 1)), "turn");
  assert.equal(soundOfMove(at(1, 3, 0), at(2, 4, 1)), null);
  assert.equal(soundOfMove(null, at(1, 3, 0)), null);
});
