import assert from "node:assert/strict";
import { test } from "node:test";

import { stageOf } from "../../../../../clients/web/draw/stage.js";

test("a player has the same place everywhere, under each name of a player of the computer", () => {
  assert.equal(stageOf("gaze"), "festival");
  assert.equal(stageOf("gaze-demo"), stageOf("gaze"));
  assert.equal(stageOf("ann"), stageOf("ann"));
});

test("other names lead to all places", () => {
  const places = new Set(Array.from({ length: 40 }, (_, i) => stageOf(`guest ${i}`)));
  assert.deepEqual([...places].sort(), ["bamboo", "city", "festival", "sea"]);
});
