import assert from "node:assert/strict";
import { test } from "node:test";

import { summaryOf } from "../../../../../clients/web/replay/game_summary.js";

/** @import {AnalysisReport} from "../../../../../clients/web/replay/analysis.js" */
/** @import {MissedMoment} from "../../../../../clients/web/replay/missed_moments.js" */

/** @param {number} seat @param {number} garbage @returns {MissedMoment} */
const missed = (seat, garbage) =>
  ({ seat, clock: 5, kind: "chain", links: 5, garbage, fired: 1, hasDied: false, problem: "" });

/** @type {AnalysisReport} */
const kReport = { possibleChains: [[], []], knownUntil: 600, chances: [], areChancesKnown: true, longestChains: [3, 8], missed: [missed(0, 90), missed(1, 60),
  missed(1, 40)], last: 600, countsTurns: false, progress: 1, isComplete: true };

test("a summary is about one seat: its largest miss, and its chain first", () => {
  assert.deepEqual(summaryOf(kReport, 1), { seconds: 10, longestChains: { own: 8, other: 3 }, missed: missed(1, 60) });
  assert.deepEqual(summaryOf(kReport, 0), { seconds: 10, longestChains: { own: 3, other: 8 }, missed: missed(0, 90) });
});

test("who missed nothing has nothing to see", () => {
  assert.equal(summaryOf({ ...kReport, missed: [missed(1, 60)] }, 0).missed, null);
});
