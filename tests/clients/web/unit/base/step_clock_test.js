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

test("each step has a time of its own, and the last one that of the picture", () => {
  const pulse = new StepClock(50);
  pulse.start(1000);
  assert.deepEqual(pulse.takeStepTimes(1010), []);
  assert.deepEqual(pulse.takeStepTimes(1025), [1025]);
  assert.deepEqual(pulse.takeStepTimes(1105), [1045, 1065, 1085, 1105]);
});

test("no step is before a picture that was drawn already, whatever the pictures' times", () => {
  const pulse = new StepClock(60);
  pulse.start(0);
  let last = 0;
  for (let now = 0, i = 1; i < 300; now += ((i * 7919) % 97) * 4, ++i) {
    const times = pulse.takeStepTimes(now);
    for (const at of times) {
      assert.ok(at > last, `${at} after ${last}`);
      last = at;
    }
    if (times.length > 0) assert.equal(last, now);
    last = now;
  }
});
