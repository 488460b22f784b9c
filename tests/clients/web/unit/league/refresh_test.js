import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { atMostOnceASecond } from "../../../../../clients/web/league/refresh.js";

// Timers that a test lets pass: what is due, in order.
function stubTimers() {
  /** @type {(() => void)[]} */
  const due = [];
  /** @type {any} */ (globalThis).window = { setTimeout: (/** @type {() => void} */ act) => due.push(act) };
  return () => due.splice(0).forEach((act) => act());
}

async function settled() {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
}

test("many changes at once are one load, and one more for those that came meanwhile", async () => {
  const pass = stubTimers();
  const load = mock.fn(async () => {});
  const refresh = atMostOnceASecond(load);
  refresh();
  refresh();
  refresh();
  assert.equal(load.mock.callCount(), 1);
  await settled();
  pass();
  assert.equal(load.mock.callCount(), 2);
  await settled();
  pass();
  assert.equal(load.mock.callCount(), 2);
});

test("what could not be loaded is tried again", async () => {
  const pass = stubTimers();
  const load = mock.fn(async () => {
    if (load.mock.callCount() === 0) throw new Error("no server");
  });
  atMostOnceASecond(load)();
  await settled();
  pass();
  assert.equal(load.mock.callCount(), 2);
  await settled();
  pass();
  assert.equal(load.mock.callCount(), 2);
});
