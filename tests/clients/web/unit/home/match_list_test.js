import assert from "node:assert/strict";
import { test } from "node:test";

import { kMaxLiveMatches, liveMatches, subscriptionChanges } from "../../../../../clients/web/home/match_list.js";

/** @param {number} number @param {string} clock */
const match = (number, clock) => ({ match: String(number), terms: { clock } });

test("matches in real time are live, but not more than a page bears", () => {
  const matches = [match(1, "CLOCK_VIRTUAL"), ...Array.from({ length: 20 }, (_, i) => match(i + 2, "CLOCK_REAL"))];
  const live = liveMatches(matches);
  assert.equal(live.length, kMaxLiveMatches);
  assert.equal(live[0], "2");
});

test("only what changes is said", () => {
  assert.deepEqual(subscriptionChanges(new Set(["1", "2"]), ["2", "3"]), { watch: ["3"], unwatch: ["1"] });
  assert.deepEqual(subscriptionChanges(new Set(["1"]), ["1"]), { watch: [], unwatch: [] });
});
