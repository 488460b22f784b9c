import assert from "node:assert/strict";
import { test } from "node:test";

import { backoffMs } from "../../../../../clients/web/league/backoff.js";

test("a page waits longer each time, and never longer than half a minute", () => {
  assert.equal(backoffMs(1, 1), 500);
  assert.equal(backoffMs(3, 1), 2000);
  assert.equal(backoffMs(100, 1), 30_000);
});

test("chance takes up to half of it, so that pages do not come back together", () => {
  assert.equal(backoffMs(3, 0), 1000);
  assert.equal(backoffMs(3, 0.5), 1500);
});
