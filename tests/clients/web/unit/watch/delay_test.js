import assert from "node:assert/strict";
import { test } from "node:test";

import { Delay } from "../../../../../clients/web/watch/delay.js";

/** @returns {Delay<string>} */
const delay = () => new Delay();

test("without a delay a message is shown at once", () => {
  const some = delay();
  some.push("a", 100);
  assert.deepEqual(some.take(100), ["a"]);
  assert.deepEqual(some.take(100), []);
});

test("with one, each waits for its own time", () => {
  const some = delay();
  some.length = 5000;
  some.push("a", 0);
  some.push("b", 1000);
  assert.deepEqual(some.take(4999), []);
  assert.deepEqual(some.take(5000), ["a"]);
  assert.deepEqual(some.take(6000), ["b"]);
});

test("a delay that is lengthened holds what waits, one that is shortened lets it go in its order", () => {
  const some = delay();
  some.length = 5000;
  some.push("a", 0);
  some.push("b", 10);
  some.length = 30000;
  assert.deepEqual(some.take(6000), []);
  some.length = 0;
  assert.deepEqual(some.take(6000), ["a", "b"]);
});
