import assert from "node:assert/strict";
import { test } from "node:test";

import { StepClock } from "../../../../../clients/web/base/step_clock.js";

test("as many steps pass in a second at any rate of asking", () => {
  for (const rate of [24, 60, 75, 144, 240]) {
    const pulse = new StepClock(60);
    pulse.start(500);
    let steps = 0;
    for (let i = 1; i <= 2 * rate; ++i) steps += pulse.takeSteps(500 + (i * 1000) / rate, 1);
    assert.ok(steps === 120 || steps === 119, `${steps} at ${rate} Hz`);
  }
});

test("what passed before the start does not count, nor a clock that goes back", () => {
  const pulse = new StepClock(60);
  pulse.start(1000);
  assert.equal(pulse.takeSteps(1000, 1), 0);
  assert.equal(pulse.takeSteps(900, 1), 0);
  assert.equal(pulse.takeSteps(1000, 1), 6);
});
