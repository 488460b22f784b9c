import assert from "node:assert/strict";
import { test } from "node:test";

import {
  isFeaturedCardDue, kMaxLiveMatches, liveMatches, shownMatches, subscriptionChanges,
} from "../../../../../clients/web/home/match_list.js";

/** @param {number} number @param {string} clock */
const match = (number, clock) => ({ match: String(number), terms: { clock } });

test("matches in real time are live, but not more than a page bears", () => {
  const matches = [match(1, "CLOCK_VIRTUAL"), ...Array.from({ length: 20 }, (_, i) => match(i + 2, "CLOCK_REAL"))];
  const live = liveMatches(matches);
  assert.equal(live.length, kMaxLiveMatches);
  assert.equal(live[0], "2");
});

test("a few matches have cards, and those in real time come first", () => {
  const matches = [match(1, "CLOCK_VIRTUAL"), match(2, "CLOCK_REAL"), match(3, "CLOCK_VIRTUAL")];
  assert.deepEqual(shownMatches(matches).map((one) => one.match), ["2", "1", "3"]);
  const many = Array.from({ length: 20 }, (_, i) => match(i, "CLOCK_REAL"));
  assert.deepEqual(shownMatches(many).map((one) => one.match), ["0", "1", "2", "3"]);
});

test("only what changes is said", () => {
  assert.deepEqual(subscriptionChanges(new Set(["1", "2"]), ["2", "3"]), { watch: ["3"], unwatch: ["1"] });
  assert.deepEqual(subscriptionChanges(new Set(["1"]), ["1"]), { watch: [], unwatch: [] });
});

test("the card of the featured match is drawn for a new game, and once a second", () => {
  assert.equal(isFeaturedCardDue({ game: -1, at: -Infinity }, 0, 5), true);
  assert.equal(isFeaturedCardDue({ game: 1, at: 5000 }, 1, 5016), false);
  assert.equal(isFeaturedCardDue({ game: 1, at: 5000 }, 1, 6000), true);
  assert.equal(isFeaturedCardDue({ game: 1, at: 5000 }, 2, 5016), true);
});
