import assert from "node:assert/strict";
import { test } from "node:test";

import { timeOf } from "../../../../../clients/web/play/match_events.js";

test("time is minutes and seconds", () => {
  assert.equal(timeOf(0), "0:00");
  assert.equal(timeOf(59), "0:00");
  assert.equal(timeOf(60 * 61), "1:01");
  assert.equal(timeOf(60 * 600), "10:00");
});
